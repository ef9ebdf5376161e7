// What waits for a person, and how far the exercise is: counted in one statement.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connection.ts'
import { type BackupDrills, readDrills } from '#server/domain/backup-drills.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { HomeCounts, StageTotal } from '#shared/api/staff/lists/counts.ts'
import { listApplicationScopes } from '#shared/lists/applications.ts'
import {
  administrators,
  type HomeList,
  type ListWithStages,
  listsOfRunningExercise,
  listsWithStages,
  listWaiting,
  type ProgressStep,
  progressSteps,
} from '#shared/lists/home-lists.ts'
import type { ListDescription } from '#shared/lists/list.ts'
import type { ListName } from '#shared/lists/lists.ts'
import { hasPermission, listGrantsIn, type RoleGrant } from '#shared/roles/permissions.ts'
import type { ListReader } from './list-source.ts'
import { capCount } from './staff-list.ts'

type Query = Readonly<Record<string, unknown>>

interface CountedList {
  list: ListDescription
  createCount(query: Query, reader: ListReader): Promise<SQL>
  createFirst(query: Query, reader: ListReader): Promise<SQL>
  createTotal(query: Query, reader: ListReader): Promise<SQL>
}

interface HomeCountDependencies {
  lists: Readonly<Record<ListName, CountedList>> &
    Readonly<Record<ListWithStages, { createTotals(column: 'stage', reader: ListReader): SQL }>>
  staffDatabase: Pick<Database, 'db' | 'pool'>
  /** Changes of the settings that wait for this person; null for somebody who approves none. */
  findSettingsToApprove(exerciseId: number, actor: StaffPrincipal): Promise<HomeCounts['settings']>
  /** Results that wait for this person; null for somebody who confirms none. */
  findResultsToConfirm(exerciseId: number, actor: StaffPrincipal): Promise<HomeCounts['results']>
  /** Null for somebody who scores none. */
  findInterviewsToScore(exerciseId: number, actor: StaffPrincipal): Promise<HomeCounts['interviews']>
  /** Days of payments that wait for this person; null for somebody who approves none. */
  findDaysToApprove(exerciseId: number, actor: StaffPrincipal): Promise<HomeCounts['days']>
  /** What leads to the first publication; null when it is done or not for this person. */
  findFirstSteps(exerciseId: number | null, actor: StaffPrincipal): Promise<HomeCounts['firstSteps']>
  clock: () => Date
}

type Exercise = Awaited<ReturnType<typeof findExerciseOfYear>>

export type HomeCounter = ReturnType<typeof createHomeCounter>

export function createHomeCounter({
  lists,
  staffDatabase: { db, pool },
  findSettingsToApprove,
  findResultsToConfirm,
  findInterviewsToScore,
  findDaysToApprove,
  findFirstSteps,
  clock,
}: HomeCountDependencies) {
  const createReader = (list: ListName, exercise: Exercise, { staffId, grants }: StaffPrincipal): ListReader => ({
    staffId,
    grants,
    exerciseId: (lists[list].list.exercise === 'current' && exercise?.id) || null,
    exportedExerciseIds: null,
    isExport: false,
  })

  const countWaiting = async (one: HomeList, reader: ListReader, year: number | undefined): Promise<SQL> => {
    const { list, query, further } = one
    const asked = { ...query, ...further, ...(lists[list].list.exercise && { exercise: year }) }
    const count = await lists[list].createCount(asked, reader)
    if (!('sort' in query)) return sql`json_build_array(${count})`
    // The oldest is looked for where there is one: among none the search would read all that the order has.
    return sql`(select json_build_array(counted, case when counted > 0 then ${await lists[list].createFirst(asked, reader)} end)
      from (select ${count} as counted offset 0) as found)`
  }

  return {
    async countHome(year: number | undefined, actor: StaffPrincipal): Promise<HomeCounts> {
      const exercise = await findExerciseOfYear(db, year)
      // Of an exercise that does not exist nothing waits.
      const mayRead = (one: HomeList) =>
        mayReadList(lists[one.list].list, one, actor.grants, exercise) &&
        (exercise !== null || lists[one.list].list.exercise !== 'current')
      const isArchived = exercise?.archivedAt != null
      const running = isArchived ? null : exercise
      const waiting = listWaiting(clock()).filter(
        (one) => mayRead(one) && !(isArchived && listsOfRunningExercise.has(one.list)),
      )
      const steps = progressSteps.filter(mayRead)
      const [admins] = [administrators].filter(mayRead)
      const values = {
        ...(await nameValues('waiting', waiting, (one) =>
          countWaiting(one, createReader(one.list, exercise, actor), year),
        )),
        ...(await nameValues('step', steps, ({ list, query, stages }) =>
          stages ? sql`null` : lists[list].createTotal(query, createReader(list, exercise, actor)),
        )),
        ...(steps.some(({ stages }) => stages) && {
          stages: lists.applicants.createTotals('stage', createReader('applicants', exercise, actor)),
        }),
        ...(admins && {
          admins: await lists.people.createCount(admins.query, createReader('people', exercise, actor)),
        }),
      }
      const found = await readValues(db, values)
      return {
        counts: waiting.map((one, n) => {
          const [count, since] = found[`waiting${n}`] as [number, string?]
          return { ...present(one), count: capCount(count), since: since ? new Date(since).toISOString() : null }
        }),
        firstSteps: isArchived ? null : await findFirstSteps(exercise?.id ?? null, actor),
        settings: running && (await findSettingsToApprove(running.id, actor)),
        results: running && (await findResultsToConfirm(running.id, actor)),
        interviews: running && (await findInterviewsToScore(running.id, actor)),
        days: exercise && (await findDaysToApprove(exercise.id, actor)),
        progress: steps.map((step, n) => ({
          ...present(step),
          count: step.stages ? sumStages(found.stages, step.stages) : Number(found[`step${n}`]),
        })),
        administrators: admins ? capCount(Number(found.admins)) : null,
        backup: admins ? presentDrills(await readDrills(pool)) : null,
      }
    },

    /** How many rows of the list are at each stage; none for somebody who may not know it. */
    async countStages(list: ListWithStages, year: number | undefined, actor: StaffPrincipal): Promise<StageTotal[]> {
      const exercise = await findExerciseOfYear(db, year)
      const { permission, columns } = listsWithStages[list]
      const asked = { list, permission, query: { stage: 'any' } }
      if (!exercise || !mayReadList(lists[list].list, asked, actor.grants, exercise)) return []
      const { stages } = await readValues(db, {
        stages: lists[list].createTotals('stage', createReader(list, exercise, actor)),
      })
      return Object.keys(columns.stage.options).map((stage) => ({ stage, count: sumStages(stages, [stage]) }))
    },
  }
}

function mayReadList(
  { exercise: kind, permission }: ListDescription,
  asked: Pick<HomeList, 'list' | 'permission' | 'query'>,
  grants: readonly RoleGrant[],
  exercise: Exercise,
): boolean {
  const own = kind === 'current' ? listGrantsIn(grants, exercise?.id ?? null) : grants
  // Filters by a decision are not for those who may see no more than the status of an application.
  const mayFilter = asked.list !== 'applications' || listApplicationScopes(own, asked.query).length > 0
  return hasPermission(own, asked.permission) && hasPermission(own, permission) && mayFilter
}

const presentDrills = ({ newest, restored }: BackupDrills): HomeCounts['backup'] => ({
  newest: newest && { at: newest.at.toISOString(), isRestored: newest.failure === null },
  restored: restored && {
    madeAt: (restored.madeAt ?? restored.at).toISOString(),
    rows: restored.rows ?? 0,
    files: restored.files ?? 0,
  },
})

const present = ({ list, label, query }: HomeList | ProgressStep) => ({ list, label, query: { ...query } })

const sumStages = (totals: unknown, stages: readonly string[]): number =>
  stages.reduce((sum, stage) => sum + ((totals as Record<string, number> | null)?.[stage] ?? 0), 0)

async function nameValues<T>(name: string, of: readonly T[], create: (one: T) => SQL | Promise<SQL>) {
  const values = await Promise.all(of.map(create))
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]))
}

async function readValues(
  db: Database['db'],
  values: Readonly<Record<string, SQL | undefined>>,
): Promise<Record<string, unknown>> {
  const named = Object.entries(values).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  if (named.length === 0) return {}
  const { rows } = await db.execute<Record<string, unknown>>(sql`select ${sql.join(named, sql`, `)}`)
  return rows[0] ?? {}
}
