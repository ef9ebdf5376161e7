// The calls that answer a page of a list.
import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { StaffReply } from '#shared/api/staff/contracts.ts'
import type { ListName } from '#shared/lists/lists.ts'
import type { HomeCounter } from './home-counts.ts'
import type { ReadableList } from './staff-list.ts'

type ListCall = `staff${Capitalize<ListName>}`

/** `staffEmails` for the list `emails`. */
const getListCall = (name: string) => `staff${name.charAt(0).toUpperCase()}${name.slice(1)}` as ListCall

export function registerListRoutes(
  api: StaffApi,
  { lists, countForHome }: { lists: Readonly<Record<ListName, ReadableList>>; countForHome: HomeCounter },
): void {
  serveStaff(api, 'staffCounts', async ({ query, principal }) => ({
    message: 'What waits for you.',
    data: await countForHome(query.exercise, principal),
  }))

  for (const { list, read } of Object.values(lists))
    serveStaff(api, getListCall(list.name), async ({ query, principal }) => ({
      message: `The ${list.noun}.`,
      data: (await read(query, principal)) as StaffReply<ListCall>['data'],
    }))
}
