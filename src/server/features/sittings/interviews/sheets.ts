// Score sheets: each member of a panel hands in the own one, and sees those of the others once all are in.
import { isDeepStrictEqual } from 'node:util'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import type { Interview, OwnInterviews } from '#shared/api/staff/interviews.ts'
import {
  hasPermission,
  hasWholePermissionIn,
  listScopedExercises,
  listScopes,
  type Permission,
} from '#shared/roles/permissions.ts'
import {
  addUp,
  type Criterion,
  type CriterionScores,
  describeScoreRange,
  describeSheetObstacle,
  type InterviewState,
  isSheetOpen,
  type SheetObstacle,
} from '#shared/staff/interviews.ts'
import { addSheet, findInterview, type InterviewRow, listMembers, listOwnInterviews, lockSlot } from './sheet-store.ts'

export type SheetService = ReturnType<typeof createSheetService>

interface SheetDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export function createSheetService({ staffDatabase: { db }, clock }: SheetDependencies) {
  /** Of an own panel, or of any for who may read all. @throws AppError `not_found` */
  async function getInterview(tx: Tx, seatId: string, permission: Permission, actor: StaffPrincipal) {
    const found = await findInterview(tx, seatId, actor.staffId)
    if (!found) throw new AppError('not_found')
    const { exerciseId, accountId } = found
    await assertWithinScope(tx, { exerciseId, accountId }, permission, actor)
    if (!found.isMember && !hasWholePermissionIn(actor.grants, permission, { exerciseId }))
      throw new AppError('not_found')
    return found
  }

  const listRows = async (exerciseId: number, { staffId, grants }: StaffPrincipal) => {
    const exercises = listScopedExercises(listScopes(grants, 'interview:score'))
    return exercises === null || exercises.includes(exerciseId) ? listOwnInterviews(db, staffId, exerciseId) : []
  }

  return {
    /** How many interviews whose time has come wait for the sheet of this person, and since when; null for who scores none. */
    async findToScore(exerciseId: number, actor: StaffPrincipal) {
      if (!hasPermission(actor.grants, 'interview:score')) return null
      const now = clock()
      const waiting = (await listRows(exerciseId, actor)).filter(
        (row) => !row.hasOwn && row.startsAt <= now && findObstacle(row, now) === null,
      )
      return { count: waiting.length, since: waiting[0]?.startsAt.toISOString() ?? null }
    },

    /** @param year the current exercise by default */
    async listOwn(year: number | undefined, actor: StaffPrincipal): Promise<OwnInterviews> {
      const exercise = await findExerciseOfYear(db, year)
      const rows = exercise ? await listRows(exercise.id, actor) : []
      const now = clock()
      return {
        interviews: rows.map(
          ({ startsAt, hasOwn, isComplete, attendance: _, isWithdrawn: __, isArchived: ___, ...row }) => ({
            ...row,
            startsAt: startsAt.toISOString(),
            state: ((isComplete && 'complete') ||
              (hasOwn && 'handed_in') ||
              (isSheetOpen(startsAt, now) ? 'open' : 'not_open')) satisfies InterviewState,
          }),
        ),
      }
    },

    /** That somebody reads it is recorded once an hour. @throws AppError `not_found` */
    async find(seatId: string, actor: StaffPrincipal): Promise<Interview> {
      const found = await getInterview(db, seatId, 'interview:read', actor)
      await auditView(db, { action: 'interview_viewed', by: actor, ...toSubject(found) }, clock())
      return present(db, found, { actor, now: clock() })
    },

    /** @throws AppError `not_found`, `interview_refused`, `invalid_request` */
    handIn: (
      seatId: string,
      { scores, note }: { scores: CriterionScores; note: string },
      actor: StaffPrincipal,
    ): Promise<Interview> =>
      db.transaction(async (tx) => {
        await lockSlot(tx, seatId)
        const found = await getInterview(tx, seatId, 'interview:score', actor)
        const now = clock()
        const why = findObstacle(found, now)
        if (why) throw refuse(why, found)
        assertScored(found, scores)
        const sheet = { seatId, panelId: found.panelId, staffId: actor.staffId }
        const added = await addSheet(tx, {
          ...sheet,
          scores,
          total: addUp(scores),
          note: note || null,
          handedInAt: now,
        })
        if (!added) throw refuse('handed_in', found)
        await audit(tx, { actor: 'staff', by: actor, action: 'sheet_handed_in', ...toSubject(found) })
        return present(tx, await getInterview(tx, seatId, 'interview:score', actor), { actor, now })
      }),
  }
}

const refuse = (why: SheetObstacle, { startsAt }: Pick<InterviewRow, 'startsAt'>) =>
  new AppError('interview_refused', { message: describeSheetObstacle(why, startsAt), data: { why } })

/** @throws AppError `interview_refused`, `invalid_request` for a score beyond its maximum */
function assertScored(found: Pick<InterviewRow, 'criteria' | 'startsAt'>, scores: CriterionScores): void {
  const { criteria } = found
  if (
    !isDeepStrictEqual(
      toNames(criteria),
      scores.map(({ criterion }) => criterion),
    )
  )
    throw refuse('criteria_changed', found)
  const wrong = criteria.flatMap(({ maximum }, n) =>
    (scores[n]?.score ?? 0) > maximum ? [{ path: `scores.${n}.score`, message: describeScoreRange(maximum) }] : [],
  )
  if (wrong.length > 0) throw createFieldsError('invalid_request', wrong)
}

const toNames = (criteria: readonly Criterion[]) => criteria.map(({ name }) => name)

function findObstacle(
  {
    attendance,
    isWithdrawn,
    isArchived,
    startsAt,
  }: Pick<InterviewRow, 'attendance' | 'isWithdrawn' | 'isArchived' | 'startsAt'>,
  now: Date,
): SheetObstacle | null {
  if (isArchived) return 'archived'
  if (isWithdrawn) return 'withdrawn'
  if (attendance === 'absent' || attendance === 'turned_away') return attendance
  return isSheetOpen(startsAt, now) ? null : 'not_open'
}

const toSubject = ({ accountId, exerciseId, number }: InterviewRow) => ({
  accountId,
  exerciseId,
  subject: { kind: 'application', id: number } as const,
})

async function present(
  tx: Tx,
  found: InterviewRow,
  { actor, now }: { actor: StaffPrincipal; now: Date },
): Promise<Interview> {
  const { seat, sitting, panel, startsAt, number, name, school, department, role, isMember } = found
  const { mean, lowest, highest, deviation } = found
  const members = await listMembers(tx, seat)
  const isComplete = mean !== null
  const own = members.find(({ staffId }) => staffId === actor.staffId)?.sheet ?? null
  return {
    seat,
    sitting,
    panel,
    startsAt: startsAt.toISOString(),
    number,
    name,
    school,
    department,
    role,
    criteria: [...found.criteria],
    members: members.map((member) => ({ name: member.name, hasHandedIn: member.sheet !== null })),
    isMember,
    obstacle: findObstacle(found, now) ?? (own ? 'handed_in' : null),
    own: own && presentSheet(own),
    sheets: isComplete
      ? members.flatMap((member) => (member.sheet ? [{ name: member.name, ...presentSheet(member.sheet) }] : []))
      : null,
    summary:
      isComplete && lowest !== null && highest !== null && deviation !== null
        ? { mean, lowest, highest, deviation }
        : null,
  }
}

type SheetRow = NonNullable<Awaited<ReturnType<typeof listMembers>>[number]['sheet']>

const presentSheet = ({ scores, total, note, handedInAt }: SheetRow) => ({
  scores,
  total,
  note,
  handedInAt: handedInAt.toISOString(),
})
