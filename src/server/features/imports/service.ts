// Staff issue accounts to applicants; nobody registers.
import type { Db, Tx } from '#server/database/connection.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { ListError } from '#server/providers/files/tables/read-list.ts'
import { createExerciseService } from '../exercise/service.ts'
import { addAccounts, hashInitialPassword, type InitialPassword } from './add-accounts.ts'
import { toApplicantTable } from './applicant-list.ts'
import { createRowParser, type NewApplicant, type RowCells } from './applicant-row.ts'
import { checkList, createTakenError } from './file/check-list.ts'
import { findTakenEmails, type IssuingExercise, lockCurrentExercise } from './store.ts'

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
   * @param readAgain as they are by the exercise that is locked: its posts and fees may change while passwords are hashed
   * @returns in the given order; user IDs continue from the highest one of the exercise
   * @throws Error when an applicant has an account already, or the exercise is archived
   */
  async function issueAccounts(
    applicants: ApplicantToIssue[],
    readAgain: (tx: Tx, exercise: IssuingExercise) => Promise<ApplicantToIssue[]> = async () => applicants,
  ): Promise<IssuedAccount[]> {
    if (applicants.length === 0) return []
    // Before the transaction, because hashing a long list takes seconds.
    const passwords: InitialPassword[] = []
    for (const { password } of applicants) passwords.push(await hashInitialPassword(password))
    return db.transaction(async (tx) => {
      const exercise = await lockCurrentExercise(tx)
      if (!exercise) throw new Error('There is no exercise to issue accounts for.')
      if (exercise.archivedAt) throw new Error(`The exercise of ${exercise.year} is archived.`)
      const toIssue = await readAgain(tx, exercise)
      const emails = toIssue.map(({ email }) => email.toLowerCase())
      const [taken] = await findTakenEmails(tx, exercise.id, emails)
      if (taken) throw new Error(`${taken} has an account in this exercise already.`)

      const accounts = toIssue.map(({ password: _, ...applicant }, index) => ({
        applicant,
        initial: passwords[index]!,
      }))
      const added = await addAccounts(tx, encryption, exercise, accounts, { actor: 'staff' })
      return added.map((account, index) => ({ ...account, applicant: toIssue[index]! }))
    })
  }

  /** @throws InvalidListError */
  async function readList(tx: Tx, exercise: IssuingExercise, csv: string): Promise<NewApplicant[]> {
    const context = { ...exercise, today: clock() }
    const { lines } = await checkList(tx, exercise.id, toApplicantTable(csv), context)
    const errors = lines.flatMap(({ line, state, errors }) =>
      (state === 'same' ? [createTakenError()] : errors).map((error) => ({ line, ...error })),
    )
    if (errors.length > 0) throw new InvalidListError(errors)
    const parseRow = createRowParser(context)
    return lines
      .map(({ cells }) => parseRow(cells as RowCells))
      .filter((row): row is NewApplicant => !Array.isArray(row))
  }

  return {
    issueAccounts,

    /**
     * Issues the accounts of a CSV list in the current exercise: all of its lines, or none.
     * @throws InvalidListError
     */
    async issueFromList(csv: string): Promise<IssuedAccount[]> {
      const exercise = await createExerciseService({ db }).findCurrent()
      if (!exercise) throw new Error('There is no exercise yet: prepare the first one in the staff pages.')
      return issueAccounts(await readList(db, exercise, csv), (tx, locked) => readList(tx, locked, csv))
    },
  }
}

export { createInitialPassword } from './add-accounts.ts'
