// The calls that answer a page of a list.
import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { Reply } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import type { ListName } from '#shared/lists/lists.ts'
import type { HomeCounter } from './home-counts.ts'
import type { ReadableList } from './staff-list.ts'

type ListCall = `staff${Capitalize<ListName>}`

/** `staffEmails` for the list `emails`. */
const getListCall = (name: string) => `staff${name.charAt(0).toUpperCase()}${name.slice(1)}` as ListCall

/** Keeps count of the persons about whom somebody reads. */
interface Reading {
  /** @throws AppError `too_many_persons` */
  record(by: StaffPrincipal, page: { list: ListName; rows: number; filters: string[] }): Promise<void>
}

interface ListRoutes {
  lists: Readonly<Record<ListName, ReadableList>>
  countForHome: HomeCounter
  reading: Reading
}

/** Parameters that choose no rows. */
const notFilters = new Set(['exercise', 'sort', 'after', 'limit', 'grouped'])

export function registerListRoutes(api: StaffRoutes, { lists, countForHome, reading }: ListRoutes): void {
  serve(api, 'staffCounts', async ({ query, principal }) => ({
    message: 'What waits for you.',
    data: await countForHome(query.exercise, principal),
  }))

  for (const [name, { list, read }] of Object.entries(lists) as [ListName, ReadableList][])
    serve(api, getListCall(list.name), async ({ query, principal }) => {
      const data = await read(query, principal)
      const filters = Object.keys(query).filter((key) => query[key] !== undefined && !notFilters.has(key))
      await reading.record(principal, { list: name, rows: data.rows.length, filters })
      return { message: `The ${list.noun}.`, data: data as Reply<StaffContracts[ListCall]>['data'] }
    })
}
