// What waits for a person, counted in one statement.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connection.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { administrators, type HomeList, listHomeCounts, oldestLists } from '#shared/lists/home-lists.ts'
import type { ListDescription } from '#shared/lists/list.ts'
import type { ListName } from '#shared/lists/lists.ts'
import { hasPermission, listGrantsIn } from '#shared/roles/permissions.ts'
import type { ListReader } from './list-source.ts'
import { capCount } from './staff-list.ts'

interface CountedList {
  list: ListDescription
  createCount(query: Readonly<Record<string, unknown>>, reader: ListReader): Promise<SQL>
  createFirst(query: Readonly<Record<string, unknown>>, reader: ListReader): Promise<SQL>
}

interface HomeCountDependencies {
  lists: Readonly<Record<ListName, CountedList>>
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export type HomeCounter = ReturnType<typeof createHomeCounter>

export function createHomeCounter({ lists, staffDatabase: { db }, clock }: HomeCountDependencies) {
  return async (year: number | undefined, { staffId, grants }: StaffPrincipal): Promise<HomeCounts> => {
    const exercise = await findExerciseOfYear(db, year)
    const mayRead = ({ list, permission }: HomeList) => {
      const own = lists[list].list.exercise === 'current' ? listGrantsIn(grants, exercise?.id ?? null) : grants
      return hasPermission(own, permission) && hasPermission(own, lists[list].list.permission)
    }
    const create = (how: 'createCount' | 'createFirst', { list, query, further }: HomeList): Promise<SQL> => {
      const kind = lists[list].list.exercise
      if (kind === 'current' && !exercise) return Promise.resolve(how === 'createCount' ? sql`0` : sql`null`)
      const reader: ListReader = {
        staffId,
        grants,
        exerciseId: (kind === 'current' && exercise?.id) || null,
        exportedExerciseIds: null,
        isExport: false,
      }
      return lists[list][how]({ ...query, ...further, ...(kind && { exercise: year }) }, reader)
    }
    const counted = listHomeCounts(clock()).filter(mayRead)
    const oldest = oldestLists.filter(mayRead)
    const [admins] = [administrators].filter(mayRead)
    const values = await Promise.all([
      ...counted.map((one) => create('createCount', one)),
      ...oldest.map((one) => create('createFirst', one)),
      ...(admins ? [create('createCount', admins)] : []),
    ])
    const found = values.length > 0 ? await readValues(db, values) : []
    const present = ({ list, label, query }: HomeList) => ({ list, label, query: { ...query } })
    return {
      counts: counted.map((one, n) => ({ ...present(one), count: capCount(Number(found[n])) })),
      oldest: oldest.map((one, n) => ({ ...present(one), since: toMoment(found[counted.length + n]) })),
      administrators: admins ? capCount(Number(found.at(-1))) : null,
    }
  }
}

async function readValues(db: Database['db'], values: readonly SQL[]): Promise<unknown[]> {
  const named = values.map((value, n) => sql`${value} as ${sql.identifier(`value${n}`)}`)
  const { rows } = await db.execute<Record<string, unknown>>(sql`select ${sql.join(named, sql`, `)}`)
  return values.map((_, n) => rows[0]?.[`value${n}`])
}

/** The driver leaves moments as text. */
const toMoment = (value: unknown) => (value ? new Date(String(value)).toISOString() : null)
