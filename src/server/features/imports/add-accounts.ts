// Adds accounts with their user IDs, initial passwords, audit events and emails, in the caller's transaction.
import { randomInt } from 'node:crypto'
import type { Tx } from '#server/database/connection.ts'
import { type AuditEvent, audit } from '#server/platform/audit/audit.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { getUserIdPrefix } from '#shared/policy/user-id.ts'
import type { NewApplicant } from './applicant-row.ts'
import { addAccount, findHighestSerial, type IssuingExercise } from './store.ts'

export interface InitialPassword {
  password: string
  hash: string
}

export interface AccountToAdd {
  applicant: NewApplicant
  initial: InitialPassword
  /** The line of an uploaded list. */
  importLineId?: string
}

/** Emails of a long list run after everything that applicants wait for. */
const listEmailPriority = 1

/**
 * @param exercise locked by the caller, so that user IDs stay consecutive
 * @param origin who issues them, and of which list
 * @returns in the given order; user IDs continue from the highest one of the exercise
 */
export async function addAccounts(
  tx: Tx,
  encryption: Pick<Encryption, 'encrypt'>,
  exercise: IssuingExercise,
  accounts: readonly AccountToAdd[],
  origin: Pick<AuditEvent, 'actor' | 'subject'>,
): Promise<{ accountId: string; userId: string }[]> {
  const prefix = getUserIdPrefix(exercise.year)
  const firstSerial = (await findHighestSerial(tx, prefix, exercise.id)) + 1
  const added: { accountId: string; userId: string }[] = []
  for (const [index, { applicant, initial, importLineId = null }] of accounts.entries()) {
    const userId = `${prefix}${String(firstSerial + index).padStart(5, '0')}`
    const accountId = await addAccount(tx, {
      ...applicant,
      userId,
      exerciseId: exercise.id,
      passwordHash: initial.hash,
      initialPasswordHash: initial.hash,
      importLineId,
    })
    await audit(tx, { ...origin, action: 'account_issued', accountId })
    const initialPasswordEncrypted = encryption.encrypt(initial.password).toString('base64')
    const data = { userId, initialPasswordEncrypted }
    await enqueue(tx, 'send_email', { email: 'accountIssued', accountId, data }, { priority: listEmailPriority })
    added.push({ accountId, userId })
  }
  return added
}

/** @param password random when left out */
export async function hashInitialPassword(password = createInitialPassword()): Promise<InitialPassword> {
  return { password, hash: await hashPassword(password) }
}

// Without characters that look alike in print: 0 and o, 1, i and l.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Such as "k7wd-3mqa-x9fe": 59 random bits that can be read out on the telephone. */
export function createInitialPassword(): string {
  const createGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [createGroup(), createGroup(), createGroup()].join('-')
}
