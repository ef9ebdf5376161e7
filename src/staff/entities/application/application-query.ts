import { queryOptions } from '@tanstack/react-query'
import type { ApplicationDetails } from '#shared/api/staff/applications/application-details.ts'
import type { Table } from '#shared/forms/table.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { linkForStaff } from './application-files.ts'

/** A case as the pages draw it. */
export interface CaseDetails extends Omit<ApplicationDetails, 'renderedTables'> {
  /** As they were submitted; null for those who may see the status only. */
  tables: Table[] | null
}

/** A case, as it is cached: a list or queue can load it ahead. */
export const applicationQuery = (number: string) =>
  queryOptions({
    queryKey: ['application', number],
    async queryFn({ signal }): Promise<CaseDetails> {
      const { renderedTables, ...details } = (await staffCall('staffApplication', { params: { number }, signal })).data
      return { ...details, tables: renderedTables && linkForStaff(renderedTables) }
    },
  })
