// The lists that staff read, and of which files can be made.

import type { Database } from '#server/database/connection.ts'
import type { ListDescription } from '#shared/lists/list.ts'
import type { ListName } from '#shared/lists/lists.ts'
import { applicantSource } from './features/applicants/list-store.ts'
import { auditSource } from './features/audit/list-store.ts'
import { moneyCaseSource, refundSource } from './features/cases/list-store.ts'
import { complaintSource } from './features/complaints/list-store.ts'
import { emailSource } from './features/emails/list-store.ts'
import { offerSource } from './features/offers/list-store.ts'
import { ledgerSource } from './features/payments/ledger/list-store.ts'
import { paymentSource } from './features/payments/list-store.ts'
import { publicationSource } from './features/publications/list-store.ts'
import { resultSource } from './features/results/list-store.ts'
import { applicationSource } from './features/reviews/list-store.ts'
import { recusalSource } from './features/reviews/recusals/list-store.ts'
import { reconciliationSource, settlementSource } from './features/settlements/list-store.ts'
import { sittingSource } from './features/sittings/list-store.ts'
import { seatSource } from './features/sittings/seating/list-store.ts'
import { peopleSource } from './features/staff/people/list-store.ts'
import type { ListSource, Selected } from './lists/list-source.ts'
import { createStaffList } from './lists/staff-list.ts'

interface ListDependencies {
  staffDatabase: Pick<Database, 'db' | 'pool'>
}

export type StaffLists = ReturnType<typeof createStaffLists>

export function createStaffLists(dependencies: ListDependencies) {
  const create = <L extends ListDescription, S extends Selected>(source: ListSource<L, S>) =>
    createStaffList(source, dependencies)
  return {
    applicants: create(applicantSource),
    applications: create(applicationSource),
    audit: create(auditSource),
    cases: create(moneyCaseSource),
    complaints: create(complaintSource),
    emails: create(emailSource),
    payments: create(paymentSource),
    ledger: create(ledgerSource),
    people: create(peopleSource),
    publications: create(publicationSource),
    recusals: create(recusalSource),
    refunds: create(refundSource),
    seats: create(seatSource),
    results: create(resultSource),
    offers: create(offerSource),
    sittings: create(sittingSource),
    settlements: create(settlementSource),
    reconciliation: create(reconciliationSource),
  } satisfies Readonly<Record<ListName, unknown>>
}
