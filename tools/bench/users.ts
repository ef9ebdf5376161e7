// Inserts paid, verified and logged-in applicants and staff directly into the database.
import type { Pool } from 'pg'
import { createDb } from '#server/database/connection.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { startStaffTestSession } from '#tests/support/api/staff.ts'

export const password = 'correct-horse-7'

export interface BenchUser {
  userId: string
  token: string
  fileUrl: string
}

interface InsertOptions {
  pool: Pool
  passwordHash: string
  /** A NIN encrypted with the server's key. */
  encryptedNin: Buffer
}

/** @param prefix of their user IDs */
export async function insertUsers(
  { pool, passwordHash, encryptedNin }: InsertOptions,
  prefix: string,
  count: number,
): Promise<BenchUser[]> {
  const { rows } = await pool.query<{ user_id: string; file_id: string }>(
    `with inserted as (
       insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, must_change_password, surname,
         first_name, middle_name, email, phone, date_of_birth, gender, state, lga, school, department, role, fee_kobo, charge_kobo)
       select exercises.id, $1 || lpad(n::text, 5, '0'), $2, $2, false, 'Example', 'Amina', 'Bola',
         lower($1) || n || '@example.org', '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode', 'Technology',
         'Computer Science', 'Lecturer II', fee_kobo, charge_kobo
       from exercises, generate_series(1, $3::int) as n returning id, exercise_id, user_id, fee_kobo, charge_kobo
     ), logged_in as (
       insert into sessions (account_id, token_hash, file_token_hash, expires_at)
       select id, sha256(convert_to('bench-session-token-' || user_id, 'utf8')),
         sha256(convert_to('bench-file-token-' || user_id, 'utf8')), now() + interval '10 hours' from inserted
     ), paid as (
       insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
       select id, 'order ' || user_id, lpad((hashtextextended(user_id, 7) & 68719476735)::text, 12, '0'), fee_kobo,
         charge_kobo, 'paid', fee_kobo + charge_kobo, now() from inserted
     ), verified as (
       insert into nin_verifications (exercise_id, account_id, nin_hash, encrypted_nin, outcome, consent_at)
       select exercise_id, id, sha256(convert_to(user_id, 'utf8')), $4, 'matched', now() from inserted
     ), uploaded as (
       insert into files (id, account_id, kind, name, type, size, sha256)
       select gen_random_uuid(), id, 'upload', 'degree.pdf', 'application/pdf', 1000, sha256('')
       from inserted returning id, account_id
     )
     select user_id, uploaded.id as file_id from inserted join uploaded on uploaded.account_id = inserted.id order by user_id`,
    [prefix, passwordHash, count, encryptedNin],
  )
  return rows.map(({ user_id, file_id }) => ({
    userId: user_id,
    token: `bench-session-token-${user_id}`,
    fileUrl: getFileUrl(file_id),
  }))
}

/** Sessions of as many members of the registry, as the header that browsers send. */
export async function createStaffCookies(pool: Pool, count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let n = 0; n < count; n++) {
    const token = createToken()
    await pool.query(
      `with person as (
        insert into staff (email, name, status) values ($1, 'Registry', 'active') returning id
      ), role as (
        insert into staff_roles (staff_id, role) select id, 'registry' from person
      )
      insert into staff_sessions (staff_id, token_hash, device, factor, expires_at)
      select id, $2, '', 'totp', now() + interval '8 hours' from person`,
      [`registry-${token.slice(0, 12)}@example.org`, hashToken(token)],
    )
    cookies.push(`staff=${token}`)
  }
  return cookies
}

/** @returns the id of a person with this role */
export async function createBenchStaff({ pool }: Pick<InsertOptions, 'pool'>, role: StaffRole): Promise<string> {
  const { rows: people } = await pool.query<{ id: string }>(
    `with person as (insert into staff (email, name, status) values ('bench@example.org', 'Bench', 'active') returning id)
    insert into staff_roles (staff_id, role) select id, $1 from person returning staff_id as id`,
    [role],
  )
  return people[0]?.id ?? ''
}

/** The headers of a session that is fresh for a few minutes. */
export function startBenchSession(
  { pool }: Pick<InsertOptions, 'pool'>,
  staffId: string,
): Promise<Record<string, string>> {
  const clock = { now: () => new Date(), advance: () => {} }
  return startStaffTestSession({ database: { db: createDb(pool) }, clock }, staffId, { isFresh: true })
}
