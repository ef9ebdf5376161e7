// The calls that answer a page of a list.
import { sql } from 'drizzle-orm'
import { type FindSession, serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { StaffPrincipal, StaffSessionLookup } from '#server/http/staff/staff-principal.ts'
import type { Reply } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import type { ListName } from '#shared/lists/lists.ts'
import type { HomeCounter } from './home-counts.ts'
import type { ListedExercise, ReadableList } from './staff-list.ts'

type ListCall = `staff${Capitalize<ListName>}`

/** `staffEmails` for the list `emails`. */
const getListCall = (name: string) => `staff${name.charAt(0).toUpperCase()}${name.slice(1)}` as ListCall

/** Keeps count of the persons about whom somebody reads. */
export interface Reading {
  /** @throws AppError `too_many_persons` */
  record(actor: StaffPrincipal, page: { list: ListName; rows: number; filters: string[] }): Promise<void>
}

interface ListRoutes {
  lists: Readonly<Record<ListName, ReadableList>>
  counter: HomeCounter
  reading: Reading
  staff: { sessions: StaffSessionLookup }
}

/** The session of a list of one exercise, with that exercise. */
type ListPrincipal = StaffPrincipal & { found?: ListedExercise | null }

/** Parameters that choose no rows. */
const notFilters = new Set(['exercise', 'sort', 'after', 'limit', 'grouped'])

export function registerListRoutes(
  api: StaffRoutes,
  { lists, counter, reading, staff: { sessions } }: ListRoutes,
): void {
  serve(api, 'staffCounts', async ({ query, principal }) => ({
    message: 'What waits for you.',
    data: await counter.countHome(query.exercise, principal),
  }))

  serve(api, 'staffStages', async ({ query, principal }) => ({
    message: 'How many are at each stage.',
    data: { stages: await counter.countStages(query.list, query.exercise, principal) },
  }))

  for (const [name, { list, read, selectExercise }] of Object.entries(lists) as [ListName, ReadableList][]) {
    const findSession = selectExercise && createExerciseLookup(sessions, name, selectExercise)
    serve<typeof api.audience.contracts, StaffPrincipal, ListCall, ListPrincipal>(
      api,
      getListCall(list.name),
      async ({ query, principal }) => {
        const data = await read(query, principal, principal.found ?? null)
        const filters = Object.keys(query).filter((key) => query[key] !== undefined && !notFilters.has(key))
        await reading.record(principal, { list: name, rows: data.rows.length, filters })
        return { message: `The ${list.noun}.`, data: data as Reply<StaffContracts[ListCall]>['data'] }
      },
      findSession && { findSession },
    )
  }
}

/** Larger numbers are no integers of the database, and no years. */
const maxYear = 9_999

/** What the contract refuses finds the current exercise: it is not validated yet. */
function createExerciseLookup(
  sessions: StaffSessionLookup,
  name: ListName,
  selectExercise: NonNullable<ReadableList['selectExercise']>,
): FindSession<ListPrincipal> {
  const find = sessions.createLookup(`staff_session_${name}`, selectExercise(sql.placeholder('year')))
  return (token, query) => {
    const { exercise } = query as { exercise?: unknown }
    const year = Number(exercise)
    return find(token, { year: Number.isInteger(year) ? Math.min(Math.max(year, 0), maxYear) : null })
  }
}
