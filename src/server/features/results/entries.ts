// Results that one person enters and another confirms. Until then they are no results: nothing lists, counts or publishes them.
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import { findCriteria } from '#server/domain/interview-sheets.ts'
import { assertRunning, isArchived } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import { assertSecondPerson, createSecondPersonCheck } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import type { ResultDetails, WaitingResult } from '#shared/api/staff/results.ts'
import { hasPermissionIn, type Permission } from '#shared/roles/permissions.ts'
import { sumMaxima } from '#shared/staff/interviews.ts'
import { type ResultObstacle, resultObstacles } from '#shared/staff/results.ts'
import { type SittingKind, sittingKindNames } from '#shared/staff/sittings.ts'
import {
  type ApplicationOfResult,
  confirmEntry,
  findApplicationOfResult,
  findNewestResult,
  findScoredInterview,
  findWaitingEntry,
  listWaitingEntries,
  readVersion,
  saveResultEntry,
  saveTakenBack,
  type WaitingEntry,
} from './entry-store.ts'
import { type Examinee, findExaminees, lockResults } from './store.ts'

export type ResultEntryService = ReturnType<typeof createResultEntryService>

interface EntryDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

interface GivenResult {
  kind: SittingKind
  score: number
  maximum: number
  remark: string
}

interface Change {
  permission: Permission
  kind: SittingKind
  version: number
}

export function createResultEntryService({ staffDatabase: { db }, clock }: EntryDependencies) {
  /** @throws AppError `not_found` */
  async function getApplication(tx: Tx, number: string, permission: Permission, actor: StaffPrincipal) {
    const found = await findApplicationOfResult(tx, number)
    if (!found) throw new AppError('not_found')
    await assertWithinScope(tx, found, permission, actor)
    return found
  }

  /** As the person saw it, once nobody else writes results. @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` */
  async function lockAt(tx: Tx, number: string, { permission, kind, version }: Change, actor: StaffPrincipal) {
    const application = await getApplication(tx, number, permission, actor)
    await assertRunning(tx, application.exerciseId)
    await lockResults(tx, application.exerciseId, kind)
    if ((await readVersion(tx, application.applicationId, kind)) !== version)
      throw new AppError('changed_meanwhile', { data: await describe(tx, application, kind, actor) })
    return application
  }

  /** For somebody who can have a result. @throws AppError as `lockAt`, and `result_refused` */
  async function lockForResult(tx: Tx, number: string, change: Change, actor: StaffPrincipal) {
    const application = await lockAt(tx, number, change, actor)
    const why = await findObstacle(tx, application, change.kind, clock())
    if (why) throw refuse(why)
    return application
  }

  async function describe(
    tx: Tx,
    application: ApplicationOfResult,
    kind: SittingKind,
    actor: StaffPrincipal,
  ): Promise<ResultDetails> {
    const { applicationId, number, name } = application
    const newest = await findNewestResult(tx, applicationId, kind)
    const waiting = await findWaitingEntry(tx, applicationId, kind)
    const isSecondPerson = await createSecondPersonCheck(tx, actor, clock())
    return {
      number,
      name,
      kind,
      version: await readVersion(tx, applicationId, kind),
      obstacle: await findObstacle(tx, application, kind, clock()),
      newest: newest && {
        ...presentEntered(newest),
        confirmedBy: newest.confirmedBy,
        isPublished: newest.isPublished,
      },
      waiting: waiting && { ...presentEntered(waiting), isOwn: waiting.enteredBy === actor.staffId },
      isArchived: await isArchived(tx, application.exerciseId),
      isSecondPerson: isSecondPerson(waiting ? listAuthors(waiting) : []),
    }
  }

  interface NewEntry extends GivenResult {
    seatId: string | null
    version: number
  }

  const enter = async (tx: Tx, number: string, { version, ...given }: NewEntry, actor: StaffPrincipal) => {
    const { kind, remark } = given
    const application = await lockForResult(tx, number, { permission: 'result:import', kind, version }, actor)
    await saveResultEntry(tx, {
      ...given,
      remark: remark || null,
      applicationId: application.applicationId,
      enteredBy: actor.staffId,
      enteredAt: clock(),
      seenVersion: version,
    })
    await record(tx, actor, 'result_entered', application, kind)
    return describe(tx, application, kind, actor)
  }

  return {
    /** @throws AppError `not_found` */
    async describe(number: string, kind: SittingKind, actor: StaffPrincipal): Promise<ResultDetails> {
      const application = await getApplication(db, number, 'result:read', actor)
      await auditView(db, { action: 'result_viewed', by: actor, ...toSubject(application) }, clock())
      return describe(db, application, kind, actor)
    },

    /**
     * Takes the place of what waits to be confirmed.
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest, `result_refused`
     */
    enter: (number: string, given: GivenResult & { version: number }, actor: StaffPrincipal): Promise<ResultDetails> =>
      db.transaction(async (tx) => enter(tx, number, { ...given, seatId: null }, actor)),

    /** The mean of the sheets of a panel. @throws AppError as for `enter` */
    takeFromPanel: (seatId: string, version: number, actor: StaffPrincipal): Promise<ResultDetails> =>
      db.transaction(async (tx) => {
        const found = await findScoredInterview(tx, seatId)
        if (!found) throw new AppError('not_found')
        const { exerciseId } = await getApplication(tx, found.number, 'result:import', actor)
        if (found.mean === null) throw refuse('not_complete')
        const maximum = sumMaxima(await findCriteria(tx, exerciseId))
        const given = { kind: 'interview', score: found.mean, maximum, remark: '' } as const
        return enter(tx, found.number, { ...given, seatId, version }, actor)
      }),

    /** @throws AppError as for `enter`, and those of `assertSecondPerson` */
    confirm: (
      number: string,
      { kind, version }: { kind: SittingKind; version: number },
      actor: StaffPrincipal,
    ): Promise<ResultDetails> =>
      db.transaction(async (tx) => {
        const application = await lockForResult(tx, number, { permission: 'result:confirm', kind, version }, actor)
        const { applicationId } = application
        const waiting = await findWaitingEntry(tx, applicationId, kind)
        if (!waiting) throw refuse('nothing_waiting')
        if (waiting.isOutdated) throw refuse('sheets_changed')
        await assertSecondPerson(tx, actor, listAuthors(waiting), clock())
        const newest = await findNewestResult(tx, applicationId, kind)
        await confirmEntry(tx, waiting.id, { confirmedBy: actor.staffId, supersedes: newest?.id ?? null })
        await record(tx, actor, 'result_confirmed', application, kind)
        return describe(tx, application, kind, actor)
      }),

    /**
     * Also of somebody who can have no result any more.
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest, `result_refused`
     */
    takeBack: (
      number: string,
      { kind, version }: { kind: SittingKind; version: number },
      actor: StaffPrincipal,
    ): Promise<ResultDetails> =>
      db.transaction(async (tx) => {
        const application = await lockAt(tx, number, { permission: 'result:import', kind, version }, actor)
        const waiting = await findWaitingEntry(tx, application.applicationId, kind)
        if (!waiting) throw refuse('nothing_waiting')
        if (waiting.enteredBy !== actor.staffId) throw refuse('not_own')
        await saveTakenBack(tx, waiting.id, clock())
        await record(tx, actor, 'result_taken_back', application, kind)
        return describe(tx, application, kind, actor)
      }),

    /** How many results wait for this person, and since when; null for somebody who confirms none. */
    async findToConfirm(exerciseId: number, actor: StaffPrincipal) {
      if (!hasPermissionIn(actor.grants, 'result:confirm', { exerciseId })) return null
      const isSecondPerson = await createSecondPersonCheck(db, actor, clock())
      const entries = await listWaitingEntries(db, exerciseId, actor.staffId)
      const obstacles = await findObstacles(db, exerciseId, entries, clock())
      const waiting = entries.filter((entry) => isSecondPerson(listAuthors(entry)) && !obstacles.get(entry.id))
      return { count: waiting.length, since: waiting[0]?.at.toISOString() ?? null }
    },

    /** @throws AppError `not_found` */
    async listWaiting(year: number, actor: StaffPrincipal): Promise<WaitingResult[]> {
      const exerciseId = await getExerciseWithin(db, year, 'result:read', actor)
      const rows = await listWaitingEntries(db, exerciseId, actor.staffId)
      const isSecondPerson = await createSecondPersonCheck(db, actor, clock())
      const obstacles = await findObstacles(db, exerciseId, rows, clock())
      return rows.map((row) => ({
        ...presentEntered(row),
        number: row.number,
        name: row.name,
        kind: row.kind,
        version: row.version,
        replaces: row.replaces,
        obstacle: obstacles.get(row.id) ?? null,
        isOwn: row.enteredBy === actor.staffId,
        isSecondPerson: isSecondPerson(listAuthors(row)),
      }))
    },
  }
}

/** Whose work another person confirms: who takes the mean of a single sheet only passes it on. */
const listAuthors = ({ enteredBy, soleScorer }: Pick<WaitingEntry, 'enteredBy' | 'soleScorer'>) => [
  enteredBy,
  soleScorer,
]

async function findObstacle(
  tx: Tx,
  { exerciseId, applicationId, number }: ApplicationOfResult,
  kind: SittingKind,
  now: Date,
): Promise<ResultObstacle | null> {
  const examinees = await findExaminees(tx, { exerciseId, kind, numbers: [number], readerId: null, now })
  return getObstacle(examinees.find((one) => one.applicationId === applicationId))
}

function getObstacle(examinee: Examinee | undefined): ResultObstacle | null {
  if (examinee?.isWithdrawn) return 'withdrawn'
  if (!examinee?.seatId) return 'not_seated'
  if (!examinee.hasBegun) return 'not_begun'
  return examinee.attendance === 'absent' || examinee.attendance === 'turned_away' ? examinee.attendance : null
}

/** By the id of the entry. */
async function findObstacles(
  tx: Tx,
  exerciseId: number,
  entries: readonly { id: string; number: string; kind: SittingKind; isOutdated: boolean }[],
  now: Date,
): Promise<Map<string, ResultObstacle | null>> {
  const found = new Map<string, ResultObstacle | null>()
  for (const kind of sittingKindNames) {
    const ofKind = entries.filter((entry) => entry.kind === kind)
    if (ofKind.length === 0) continue
    const numbers = ofKind.map(({ number }) => number)
    const examinees = await findExaminees(tx, { exerciseId, kind, numbers, readerId: null, now })
    const byNumber = new Map(examinees.map((examinee) => [examinee.number, examinee]))
    for (const { id, number, isOutdated } of ofKind)
      found.set(id, getObstacle(byNumber.get(number)) ?? (isOutdated ? 'sheets_changed' : null))
  }
  return found
}

const refuse = (why: ResultObstacle) => new AppError('result_refused', { message: resultObstacles[why], data: { why } })

const presentEntered = ({
  score,
  maximum,
  remark,
  seatId,
  by,
  at,
}: Pick<WaitingEntry, 'score' | 'maximum' | 'remark' | 'seatId' | 'by' | 'at'>) => ({
  score,
  maximum,
  remark,
  isOfPanel: seatId !== null,
  by,
  at: at.toISOString(),
})

const record = (
  tx: Tx,
  actor: StaffPrincipal,
  action: 'result_entered' | 'result_confirmed' | 'result_taken_back',
  application: ApplicationOfResult,
  kind: SittingKind,
) => audit(tx, { actor: 'staff', by: actor, action, ...toSubject(application), detail: { kind } })

const toSubject = ({ accountId, exerciseId, number }: ApplicationOfResult) => ({
  accountId,
  exerciseId,
  subject: { kind: 'application', id: number } as const,
})
