// The lists that staff filter, by the names under which their views are saved.
import { applicantList } from './applicants.ts'
import { applicationList } from './applications.ts'
import { auditList } from './audit.ts'
import type { StaffColumns } from './column.ts'
import { complaintList } from './complaints.ts'
import { emailList } from './emails.ts'
import { joinFilter, splitFilter } from './filter-values.ts'
import { listUnknownValues } from './filters.ts'
import { ledgerList } from './ledger.ts'
import { moneyCaseList } from './money-cases.ts'
import { offerList } from './offers.ts'
import { paymentList } from './payments.ts'
import { peopleList } from './people.ts'
import { publicationList } from './publications.ts'
import { reconciliationList } from './reconciliation.ts'
import { recusalList } from './recusals.ts'
import { refundList } from './refunds.ts'
import { resultList } from './results.ts'
import { seatList } from './seats.ts'
import { settlementList } from './settlements.ts'
import { sittingList } from './sittings.ts'

export const staffLists = {
  applicants: applicantList,
  applications: applicationList,
  audit: auditList,
  cases: moneyCaseList,
  complaints: complaintList,
  emails: emailList,
  payments: paymentList,
  ledger: ledgerList,
  people: peopleList,
  publications: publicationList,
  recusals: recusalList,
  refunds: refundList,
  seats: seatList,
  results: resultList,
  offers: offerList,
  sittings: sittingList,
  settlements: settlementList,
  reconciliation: reconciliationList,
} as const

export type ListName = keyof typeof staffLists

const getColumns = (list: string): StaffColumns =>
  Object.hasOwn(staffLists, list) ? staffLists[list as ListName].columns : {}

type Query = Readonly<Record<string, string>>

/** The first value of each filter that the list's columns do not know, by the name of the filter. */
export function findUnknownValues(list: string, query: Query): Record<string, string> {
  const columns = getColumns(list)
  const found = Object.entries(query).flatMap(([name, value]) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    const [unknown] = column ? listUnknownValues(column, value) : []
    return unknown === undefined ? [] : [[name, unknown]]
  })
  return Object.fromEntries(found)
}

/** The query without values that have gone since it was saved; a filter without any other value goes with them. */
export function dropUnknownValues(list: string, query: Query): Record<string, string> {
  const unknown = findUnknownValues(list, query)
  const kept = Object.entries(query).flatMap(([name, value]) => {
    const column = getColumns(list)[name]
    if (!(name in unknown) || !column) return [[name, value]]
    const gone = listUnknownValues(column, value)
    const rest = joinFilter(splitFilter(value).filter((one) => !gone.includes(one)))
    return column.filter === 'oneOf' && rest ? [[name, rest]] : []
  })
  return Object.fromEntries(kept)
}
