// Inserts logged-in applicants directly into the database.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createEncryption, type Secrets } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { callApi } from '../api/call-api.ts'

export interface FaultUser {
  id: string
  userId: string
  email: string
  token: string
}

export interface DatabaseAccess {
  pool: pg.Pool
  secretKeys: Secrets
}

let batches = 0

/** They have paid and verified their NIN, so they may submit. */
export async function createReadyUsers(database: DatabaseAccess, count: number): Promise<FaultUser[]> {
  const users = await createUnpaidUsers(database, count)
  const ids = users.map(({ id }) => id)
  await database.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
     select id, 'order ' || user_id, lpad((hashtextextended(user_id, 7) & 68719476735)::text, 12, '0'), fee_kobo, charge_kobo, 'paid',
       fee_kobo + charge_kobo, now() from accounts where id = any($1)`,
    [ids],
  )
  await database.pool.query(
    `insert into nin_verifications (exercise_id, account_id, nin_hash, encrypted_nin, outcome, consent_at)
     select exercise_id, id, sha256(convert_to(user_id, 'utf8')), $2, 'matched', now() from accounts where id = any($1)`,
    [ids, createEncryption(database.secretKeys).encrypt('12345678901')],
  )
  return users
}

/** They have changed their password and done nothing else. */
export async function createUnpaidUsers({ pool }: DatabaseAccess, count: number): Promise<FaultUser[]> {
  batches += 1
  const { rows } = await pool.query<Omit<FaultUser, 'token'> & { token: string }>(
    `with inserted as (
       insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, must_change_password, surname, first_name,
         middle_name, email, phone, date_of_birth, gender, state, lga, school, department, role, fee_kobo, charge_kobo)
       select exercises.id, $1 || lpad(n::text, greatest(4, length(n::text)), '0'), '-', '-', false, 'Example', 'Amina', 'Bola', lower($1) || n || '@example.org',
         '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode', 'Technology', 'Computer Science', 'Lecturer II', fee_kobo, charge_kobo
       from exercises, generate_series(1, $2::int) as n returning id, user_id, email
     ), logged_in as (
       insert into sessions (account_id, token_hash, file_token_hash, expires_at)
       select id, sha256(convert_to($3 || user_id, 'utf8')), sha256(convert_to('file' || $3 || user_id, 'utf8')),
         now() + interval '10 hours' from inserted
     )
     select id, user_id as "userId", email, $3 || user_id as token from inserted order by user_id`,
    [`CR${String(batches).padStart(4, '0')}-`, count, `${randomUUID()}-`],
  )
  return rows
}

const password = 'correct-horse-7'

/** Logs in with user ID and password; returns the applicant with the new session's token. */
export async function logInAgain({ pool }: DatabaseAccess, origin: string, applicant: FaultUser): Promise<FaultUser> {
  await pool.query('update accounts set password_hash = $1 where id = $2', [await hashPassword(password), applicant.id])
  const { status, body } = await callApi(origin, 'POST', '/users/login', {
    body: { userId: applicant.userId, password },
  })
  if (status !== 200) throw new Error(`The login was answered ${status}.`)
  return { ...applicant, token: body.token }
}
