// The slips of an applicant as they stand in the archive.
import { Readable } from 'node:stream'
import { toApplicant } from '#server/platform/database/applicant-columns.ts'
import type { ArchiveEntry } from './archive.ts'
import type { OwnRows } from './own-data-store.ts'

/** One for each payment that was made, and one for the application. */
export function* listSlips({ account, exercise, payments, applications }: OwnRows): Generator<ArchiveEntry> {
  const applicant = toApplicant(account)
  const { institution, title, year } = exercise
  for (const { status, rrr, paidAt, paidKobo, paymentType, slipCode } of payments)
    if (status === 'paid')
      yield toSlip(`payment-${rrr}`, {
        institution,
        title,
        year,
        applicant,
        rrr,
        paidAt,
        paidKobo,
        paymentType,
        slipCode,
      })
  for (const { number, submittedAt, renderedTables, slipCode } of applications)
    yield toSlip(number, { institution, title, year, applicant, number, submittedAt, tables: renderedTables, slipCode })
}

const toSlip = (name: string, slip: object): ArchiveEntry => ({
  path: `slips/${name}.json`,
  content: Readable.from([`${JSON.stringify(slip, null, 2)}\n`]),
  isCompressed: false,
})
