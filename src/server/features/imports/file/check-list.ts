// Checks an uploaded list line by line: which accounts it would issue, which exist already, and what is wrong.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { splitIntoBatches } from '#server/database/batches.ts'
import type { Tx } from '#server/database/connection.ts'
import type { ListError, ReadableTable } from '#server/providers/files/tables/read-list.ts'
import { type ReadLine, readLines } from '../applicant-list.ts'
import { headings, type NewApplicant, type RowContext } from '../applicant-row.ts'
import { findAccountsByEmail, type IssuedAccountRow, type NewImportLine } from './store.ts'

export interface CheckedList {
  lines: NewImportLine[]
  /** The list as a whole cannot be read; its only lines are then those with these errors. */
  isRefused: boolean
}

/** Emails are compared with the accounts in as many statements as needed. */
const comparedAtOnce = 1_000

export async function checkList(
  tx: Tx,
  exerciseId: number,
  table: ReadableTable,
  context: RowContext,
): Promise<CheckedList> {
  const read = await readLines(table, context)
  if ('errors' in read) return refuse(read.errors)
  const lines: NewImportLine[] = []
  for (const some of splitIntoBatches(read.lines, comparedAtOnce)) {
    const emails = some.flatMap(({ applicant }) => applicant?.email ?? [])
    const accounts = await findAccountsByEmail(tx, exerciseId, emails)
    const byEmail = new Map(accounts.map((account) => [account.email.toLowerCase(), account]))
    lines.push(...some.map((line) => compare(line, byEmail)))
    await nextTurn()
  }
  return { lines, isRefused: false }
}

const refuse = (errors: readonly ListError[]): CheckedList => ({
  isRefused: true,
  lines: [...Map.groupBy(errors, ({ line }) => line)].map(([line, ofLine]) => ({
    line,
    cells: {},
    state: 'failed',
    errors: ofLine.map(({ column, reason }) => ({ column, reason })),
  })),
})

function compare({ line, cells, applicant, errors }: ReadLine, accounts: Map<string, IssuedAccountRow>): NewImportLine {
  if (!applicant || errors.length > 0) return { line, cells, state: 'failed', errors }
  const account = accounts.get(applicant.email)
  if (!account) return { line, cells, state: 'good', errors: [] }
  const different = listDifferences(applicant, account, cells)
  if (different.length > 0) return { line, cells, state: 'failed', errors: [createTakenError(different)] }
  // The account has the cells already.
  return { line, cells: {}, state: 'same', errors: [] }
}

export const takenReason = 'has an account in this exercise already'

/** @param different the headings in which the account differs from the line */
export const createTakenError = (different: readonly string[] = []) => ({
  column: headings.email,
  reason:
    different.length === 0 ? takenReason : `${takenReason}, with another ${different.join(', ')}; correct it there`,
})

/** Of a line whose turn came too late. */
export const createArchivedError = () => ({ column: '', reason: 'the exercise has been archived meanwhile' })

const comparedColumns = [
  'surname',
  'firstName',
  'middleName',
  'phone',
  'dateOfBirth',
  'gender',
  'state',
  'lga',
  'school',
  'department',
  'role',
] as const satisfies readonly (keyof NewApplicant & keyof typeof headings)[]

function listDifferences(applicant: NewApplicant, account: IssuedAccountRow, cells: ReadLine['cells']): string[] {
  const facts = comparedColumns.filter((column) => applicant[column] !== account[column])
  // An empty cell stands for the fee of the exercise, which may have changed since.
  const isFeeDifferent = cells.fee !== '' && applicant.feeKobo !== account.feeKobo
  const isChargeDifferent = cells.charge !== '' && applicant.chargeKobo !== account.chargeKobo
  return [
    ...facts.map((column) => headings[column]),
    ...(isFeeDifferent ? [headings.fee] : []),
    ...(isChargeDifferent ? [headings.charge] : []),
  ]
}
