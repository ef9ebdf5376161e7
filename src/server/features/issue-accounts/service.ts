// Staff issue accounts to applicants; nobody registers (decisions.md, "Accounts").
import { randomInt } from 'node:crypto'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db } from '#server/platform/database/connection.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { createExerciseService } from '../exercise/service.ts'
import { type ListError, readApplicants } from './applicant-list.ts'
import { headings, type NewApplicant } from './applicant-row.ts'
import { addAccount, findHighestSerial, findTakenEmails, lockCurrentExercise } from './store.ts'

export type ApplicantToIssue = NewApplicant & {
  /** Random when left out. */
  password?: string
}

export interface IssuedAccount {
  accountId: string
  userId: string
  applicant: ApplicantToIssue
}

interface IssueDependencies {
  db: Db
  encryption: Pick<Encryption, 'encrypt'>
  clock: () => Date
}

/** The list has errors, so no account was issued. The message has one line per error. */
export class InvalidListError extends Error {
  constructor(errors: ListError[]) {
    super(errors.map(({ line, column, reason }) => `line ${line}${column && `, ${column}`}: ${reason}`).join('\n'))
    this.name = 'InvalidListError'
  }
}

export function createIssueAccountsService({ db, encryption, clock }: IssueDependencies) {
  /**
   * Issues an account in the current exercise to every applicant, or to none; each gets an email with user ID and
   * initial password.
   * @returns in the given order; user IDs continue from the highest one of the exercise
   * @throws Error when an applicant has an account already
   */
  async function issueAccounts(applicants: ApplicantToIssue[]): Promise<IssuedAccount[]> {
    if (applicants.length === 0) return []
    const passwords = await createPasswords(applicants)
    return db.transaction(async (tx) => {
      const exercise = await lockCurrentExercise(tx)
      if (!exercise) throw new Error('There is no exercise to issue accounts for.')
      const emails = applicants.map(({ email }) => email.toLowerCase())
      const [taken] = await findTakenEmails(tx, exercise.id, emails)
      if (taken) throw new Error(`${taken} has an account in this exercise already.`)

      const prefix = `RE${String(exercise.year).slice(-2)}-`
      const firstSerial = (await findHighestSerial(tx, prefix)) + 1
      const issued: IssuedAccount[] = []
      for (const [index, applicant] of applicants.entries()) {
        const { password: _, ...facts } = applicant
        const { password, hash } = passwords[index]!
        const userId = `${prefix}${String(firstSerial + index).padStart(5, '0')}`
        const accountId = await addAccount(tx, {
          ...facts,
          userId,
          exerciseId: exercise.id,
          passwordHash: hash,
          initialPasswordHash: hash,
        })
        await audit(tx, { actor: 'staff', action: 'account_issued', accountId })
        const initialPasswordEncrypted = encryption.encrypt(password).toString('base64')
        const data = { userId, initialPasswordEncrypted }
        await enqueue(tx, 'send_email', { email: 'accountIssued', accountId, data })
        issued.push({ accountId, userId, applicant })
      }
      return issued
    })
  }

  return {
    issueAccounts,

    /**
     * Issues the accounts of a CSV list in the current exercise.
     * @throws InvalidListError
     */
    async issueFromList(csv: string): Promise<IssuedAccount[]> {
      const exercise = await createExerciseService({ db }).findCurrent()
      if (!exercise) throw new Error('There is no exercise yet: start the server once.')

      const { applicants, errors } = readApplicants(csv, { ...exercise, today: clock() })
      const emails = applicants.map(({ applicant }) => applicant.email)
      const taken = await findTakenEmails(db, exercise.id, emails)
      for (const { line, applicant } of applicants)
        if (taken.has(applicant.email))
          errors.push({ line, column: headings.email, reason: 'has an account in this exercise already' })
      if (errors.length > 0) throw new InvalidListError(errors.sort((a, b) => a.line - b.line))

      return issueAccounts(applicants.map(({ applicant }) => applicant))
    },
  }
}

/** Hashes before the transaction, because hashing a long list takes seconds. */
async function createPasswords(applicants: ApplicantToIssue[]) {
  const passwords: { password: string; hash: string }[] = []
  for (const { password = createInitialPassword() } of applicants)
    passwords.push({ password, hash: await hashPassword(password) })
  return passwords
}

// Without characters that look alike in print: 0 and o, 1, i and l.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Such as "k7wd-3mqa-x9fe": 59 random bits that can be read out on the telephone. */
export function createInitialPassword(): string {
  const createGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [createGroup(), createGroup(), createGroup()].join('-')
}
