// The lists that staff filter, by the names under which their views are saved.
import {
  applicantListColumns,
  applicationListColumns,
  auditListColumns,
  complaintListColumns,
  emailListColumns,
  peopleListColumns,
  publicationListColumns,
  type StaffColumn,
} from './columns.ts'
import { joinFilter, splitFilter } from './filter-values.ts'
import { listUnknownValues } from './filters.ts'

type Columns = Readonly<Record<string, StaffColumn>>

/** The columns of each list. */
export const filteredLists: Readonly<Record<string, Columns>> = {
  applicants: applicantListColumns,
  applications: applicationListColumns,
  audit: auditListColumns,
  complaints: complaintListColumns,
  emails: emailListColumns,
  people: peopleListColumns,
  publications: publicationListColumns,
}

type Query = Readonly<Record<string, string>>

/** The first value of each filter that the list's columns do not know, by the name of the filter. */
export function findUnknownValues(list: string, query: Query): Record<string, string> {
  const columns = Object.hasOwn(filteredLists, list) ? (filteredLists[list] ?? {}) : {}
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
    const column = filteredLists[list]?.[name]
    if (!(name in unknown) || !column) return [[name, value]]
    const gone = listUnknownValues(column, value)
    const rest = joinFilter(splitFilter(value).filter((one) => !gone.includes(one)))
    return column.filter === 'oneOf' && rest ? [[name, rest]] : []
  })
  return Object.fromEntries(kept)
}
