// Accounts for a whole list of applicants, or for nobody while a line of it has a fault.
import { desc } from 'drizzle-orm'
import type { Db } from '#server/platform/database/connection.ts'
import { exercises } from '#server/platform/database/schema/schema.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { type Fault, readApplicants } from './applicant-list.ts'
import { headings } from './applicant-row.ts'
import { type Issued, issueAccounts, takenEmails } from './issue-accounts.ts'

interface Means {
  db: Db
  seal: Pick<Encryption, 'seal'>
  clock: () => Date
}

/** A list that has faults: nothing of it was issued. Each line of the message names one. */
export class ListRefused extends Error {
  readonly faults: Fault[]

  constructor(faults: Fault[]) {
    super(faults.map(words).join('\n'))
    this.name = 'ListRefused'
    this.faults = faults
  }
}

const words = ({ line, column, reason }: Fault) => `line ${line}${column && `, ${column}`}: ${reason}`

/**
 * Opens the accounts of a list in CSV, in the newest exercise.
 * @throws ListRefused
 */
export async function issueFromList({ db, seal, clock }: Means, text: string): Promise<Issued[]> {
  const [exercise] = await db.select().from(exercises).orderBy(desc(exercises.year)).limit(1)
  if (!exercise) throw new Error('There is no exercise yet: start the server once.')

  const { applicants, faults } = readApplicants(text, { ...exercise, today: clock() })
  const taken = await takenEmails(
    db,
    exercise.id,
    applicants.map(({ applicant }) => applicant.email),
  )
  for (const { line, applicant } of applicants)
    if (taken.has(applicant.email))
      faults.push({ line, column: headings.email, reason: 'has an account in this exercise already' })
  if (faults.length > 0) throw new ListRefused(faults.sort((a, b) => a.line - b.line))

  return issueAccounts(
    { db, seal },
    applicants.map(({ applicant }) => applicant),
  )
}
