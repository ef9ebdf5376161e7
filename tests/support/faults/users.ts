// Applicants by the dozen, logged in, written straight into the database.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashPassword } from '#server/features/auth/service.ts'
import { createEncryption, type Secrets } from '#server/platform/encryption/encryption.ts'
import { callApi } from '../api/call-api.ts'

export interface Applicant {
  id: string
  userId: string
  email: string
  token: string
}

export interface Premises {
  pool: pg.Pool
  secretKeys: Secrets
}

let crowds = 0

/** Have paid and verified their NIN: may submit. */
export async function aReadyCrowd(premises: Premises, count: number): Promise<Applicant[]> {
  const crowd = await anUnpaidCrowd(premises, count)
  const ids = crowd.map(({ id }) => id)
  await premises.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
     select id, 'order ' || user_id, lpad((hashtextextended(user_id, 7) & 68719476735)::text, 12, '0'), fee_kobo, charge_kobo, 'paid',
       fee_kobo + charge_kobo, now() from accounts where id = any($1)`,
    [ids],
  )
  await premises.pool.query(
    `insert into nin_verifications (exercise_id, account_id, nin_hash, nin_sealed, outcome, consent_at)
     select exercise_id, id, sha256(convert_to(user_id, 'utf8')), $2, 'matched', now() from accounts where id = any($1)`,
    [ids, createEncryption(premises.secretKeys).seal('12345678901')],
  )
  return crowd
}

/** Have changed their password and nothing else. */
export async function anUnpaidCrowd({ pool }: Premises, count: number): Promise<Applicant[]> {
  crowds += 1
  const { rows } = await pool.query<Omit<Applicant, 'token'> & { token: string }>(
    `with made as (
       insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, must_change_password, surname, first_name,
         middle_name, email, phone, date_of_birth, gender, state, lga, school, department, role, fee_kobo, charge_kobo)
       select exercises.id, $1 || lpad(n::text, 4, '0'), '-', '-', false, 'Example', 'Amina', 'Bola', lower($1) || n || '@example.org',
         '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode', 'Technology', 'Computer Science', 'Lecturer II', fee_kobo, charge_kobo
       from exercises, generate_series(1, $2::int) as n returning id, user_id, email
     ), logged_in as (
       insert into sessions (account_id, token_hash, file_token_hash, expires_at)
       select id, sha256(convert_to($3 || user_id, 'utf8')), sha256(convert_to('file' || $3 || user_id, 'utf8')),
         now() + interval '10 hours' from made
     )
     select id, user_id as "userId", email, $3 || user_id as token from made order by user_id`,
    [`CR${String(crowds).padStart(4, '0')}-`, count, `${randomUUID()}-`],
  )
  return rows
}

const password = 'correct-horse-7'

/** The same applicant with a new session, by user ID and password. */
export async function logInAgain({ pool }: Premises, origin: string, applicant: Applicant): Promise<Applicant> {
  await pool.query('update accounts set password_hash = $1 where id = $2', [await hashPassword(password), applicant.id])
  const { status, body } = await callApi(origin, 'POST', '/users/login', {
    body: { userId: applicant.userId, password },
  })
  if (status !== 200) throw new Error(`The login was answered ${status}.`)
  return { ...applicant, token: body.token }
}
