// Score sheets: each member of a panel hands in the own one, and sees those of the others once all are in.
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
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
  type CriterionScores,
  type InterviewState,
  type SheetObstacle,
  sheetObstacles,
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

  const listRows = ({ staffId, grants }: StaffPrincipal) =>
    listOwnInterviews(db, staffId, listScopedExercises(listScopes(grants, 'interview:score')))

  return {
    /** How many interviews whose time has come wait for the sheet of this person, and since when; null for who scores none. */
    async findToScore(actor: StaffPrincipal) {
      if (!hasPermission(actor.grants, 'interview:score')) return null
      const now = clock()
      const waiting = (await listRows(actor)).filter(
        (row) => !row.hasOwn && row.startsAt <= now && findObstacle({ ...row, isArchived: false }) === null,
      )
      return { count: waiting.length, since: waiting[0]?.startsAt.toISOString() ?? null }
    },

    async listOwn(actor: StaffPrincipal): Promise<OwnInterviews> {
      const rows = await listRows(actor)
      return {
        interviews: rows.map(({ startsAt, hasOwn, isComplete, attendance: _, isWithdrawn: __, ...row }) => ({
          ...row,
          startsAt: startsAt.toISOString(),
          state: ((isComplete && 'complete') || (hasOwn && 'handed_in') || 'open') satisfies InterviewState,
        })),
      }
    },

    /** That somebody reads it is recorded once an hour. @throws AppError `not_found` */
    async find(seatId: string, actor: StaffPrincipal): Promise<Interview> {
      const found = await getInterview(db, seatId, 'interview:read', actor)
      await auditView(db, { action: 'interview_viewed', by: actor, ...toSubject(found) }, clock())
      return present(db, found, actor)
    },

    /** @throws AppError `not_found`, `interview_refused` */
    handIn: (
      seatId: string,
      { scores, note }: { scores: CriterionScores; note: string },
      actor: StaffPrincipal,
    ): Promise<Interview> =>
      db.transaction(async (tx) => {
        await lockSlot(tx, seatId)
        const found = await getInterview(tx, seatId, 'interview:score', actor)
        const why = findObstacle(found)
        if (why) throw refuse(why)
        const sheet = { seatId, panelId: found.panelId, staffId: actor.staffId }
        const added = await addSheet(tx, {
          ...sheet,
          scores,
          total: addUp(scores),
          note: note || null,
          handedInAt: clock(),
        })
        if (!added) throw refuse('handed_in')
        await audit(tx, { actor: 'staff', by: actor, action: 'sheet_handed_in', ...toSubject(found) })
        return present(tx, await getInterview(tx, seatId, 'interview:score', actor), actor)
      }),
  }
}

const refuse = (why: SheetObstacle) =>
  new AppError('interview_refused', { message: sheetObstacles[why], data: { why } })

function findObstacle({
  attendance,
  isWithdrawn,
  isArchived,
}: Pick<InterviewRow, 'attendance' | 'isWithdrawn' | 'isArchived'>): SheetObstacle | null {
  if (isArchived) return 'archived'
  if (isWithdrawn) return 'withdrawn'
  return attendance === 'absent' || attendance === 'turned_away' ? attendance : null
}

const toSubject = ({ accountId, exerciseId, number }: InterviewRow) => ({
  accountId,
  exerciseId,
  subject: { kind: 'application', id: number } as const,
})

async function present(tx: Tx, found: InterviewRow, actor: StaffPrincipal): Promise<Interview> {
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
    members: members.map((member) => ({ name: member.name, hasHandedIn: member.sheet !== null })),
    isMember,
    obstacle: findObstacle(found) ?? (own ? 'handed_in' : null),
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
