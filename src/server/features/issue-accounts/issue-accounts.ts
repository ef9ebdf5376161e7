// Staff issue accounts; nobody registers (decisions.md, "Accounts").
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { hashPassword } from '#server/features/auth/passwords/hashing.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/database/connection.ts'
import { accounts, exercises } from '#server/platform/database/schema/schema.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { initialPassword } from './initial-password.ts'

type Row = typeof accounts.$inferInsert

/** What staff know of an applicant before there is an account. */
export type NewApplicant = Pick<
  Row,
  | 'surname'
  | 'firstName'
  | 'email'
  | 'phone'
  | 'dateOfBirth'
  | 'gender'
  | 'state'
  | 'lga'
  | 'school'
  | 'role'
  | 'feeKobo'
  | 'chargeKobo'
> & { middleName: string; department: string | null; password?: string }

export interface Issued {
  accountId: string
  userId: string
  applicant: NewApplicant
}

interface Means {
  db: Db
  seal: Pick<Encryption, 'seal'>
}

/** The e-mails among these that have an account in this exercise already, in small letters. */
export async function takenEmails(tx: Tx, exerciseId: number, emails: string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${accounts.email})`
  const rows = await tx
    .select({ email })
    .from(accounts)
    .where(and(eq(accounts.exerciseId, exerciseId), inArray(email, emails)))
  return new Set(rows.map((row) => row.email))
}

/**
 * Opens an account for each of them in the newest exercise, or for none; each is sent its user ID and initial password.
 * @returns in the order given; user IDs follow the highest one of the exercise
 * @throws Error when one of them has an account already
 */
export async function issueAccounts({ db, seal }: Means, applicants: NewApplicant[]): Promise<Issued[]> {
  if (applicants.length === 0) return []
  const secrets = await initialSecrets(applicants)
  return db.transaction(async (tx) => {
    const exercise = await lockedExercise(tx)
    const emails = applicants.map(({ email }) => email.toLowerCase())
    const [taken] = await takenEmails(tx, exercise.id, emails)
    if (taken) throw new Error(`${taken} has an account in this exercise already.`)

    const prefix = `RE${String(exercise.year).slice(-2)}-`
    const first = (await highestSerial(tx, prefix)) + 1
    const issued: Issued[] = []
    for (const [index, applicant] of applicants.entries()) {
      const { password: _, ...facts } = applicant
      const { password, hash } = secrets[index]!
      const userId = `${prefix}${String(first + index).padStart(5, '0')}`
      const accountId = await insertAccount(tx, {
        ...facts,
        userId,
        exerciseId: exercise.id,
        passwordHash: hash,
        initialPasswordHash: hash,
      })
      await record(tx, { actor: 'staff', action: 'account_issued', accountId })
      const initialPasswordSealed = seal.seal(password).toString('base64')
      await enqueue(tx, 'send_letter', { letter: 'accountIssued', accountId, data: { userId, initialPasswordSealed } })
      issued.push({ accountId, userId, applicant })
    }
    return issued
  })
}

/** Hashed before the transaction, which must not wait for seconds. */
async function initialSecrets(applicants: NewApplicant[]) {
  const secrets: { password: string; hash: string }[] = []
  for (const { password = initialPassword() } of applicants)
    secrets.push({ password, hash: await hashPassword(password) })
  return secrets
}

/** Serials are counted under its lock. */
async function lockedExercise(tx: Tx) {
  const [exercise] = await tx.select().from(exercises).orderBy(desc(exercises.year)).limit(1).for('no key update')
  if (!exercise) throw new Error('There is no exercise to issue accounts for.')
  return exercise
}

async function highestSerial(tx: Tx, prefix: string): Promise<number> {
  const [row] = await tx
    .select({ serial: max(sql<number>`split_part(${accounts.userId}, '-', 2)::int`) })
    .from(accounts)
    .where(sql`${accounts.userId} ~ ${`^${prefix}[0-9]{5,9}$`}`)
  return Number(row?.serial ?? 0)
}

async function insertAccount(tx: Tx, row: Row): Promise<string> {
  const [account] = await tx.insert(accounts).values(row).returning({ id: accounts.id })
  if (!account) throw new Error('The account was not stored.')
  return account.id
}
