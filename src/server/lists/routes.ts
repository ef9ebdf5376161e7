// The calls that answer a page of a list.
import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { Reply } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import type { ListName } from '#shared/lists/lists.ts'
import type { HomeCounter } from './home-counts.ts'
import type { ReadableList } from './staff-list.ts'

type ListCall = `staff${Capitalize<ListName>}`

/** `staffEmails` for the list `emails`. */
const getListCall = (name: string) => `staff${name.charAt(0).toUpperCase()}${name.slice(1)}` as ListCall

export function registerListRoutes(
  api: StaffRoutes,
  { lists, countForHome }: { lists: Readonly<Record<ListName, ReadableList>>; countForHome: HomeCounter },
): void {
  serve(api, 'staffCounts', async ({ query, principal }) => ({
    message: 'What waits for you.',
    data: await countForHome(query.exercise, principal),
  }))

  for (const { list, read } of Object.values(lists))
    serve(api, getListCall(list.name), async ({ query, principal }) => ({
      message: `The ${list.noun}.`,
      data: (await read(query, principal)) as Reply<StaffContracts[ListCall]>['data'],
    }))
}
