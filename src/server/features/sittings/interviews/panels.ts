// Panels of an interview, and when each of them sees whom.
import { createHash } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { type ActiveStaff, listActiveStaff } from '#server/domain/active-staff.ts'
import { findCriteria } from '#server/domain/interview-sheets.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope, type IndexScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ArrangedSlots, InterviewPanels } from '#shared/api/staff/interviews.ts'
import { hasPermissionIn, listScopes, type Permission } from '#shared/roles/permissions.ts'
import {
  maxPanels,
  type PanelDetails,
  type PanelObstacle,
  panelObstacles,
  slotMinutes,
  sumMaxima,
} from '#shared/staff/interviews.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { getSitting } from '../access.ts'
import { findSeat } from '../attendance/attendance-store.ts'
import { lockSitting, type SittingRow } from '../store.ts'
import {
  addPanel,
  addSlots,
  countSheets,
  deletePanel,
  findBusyMember,
  findOtherSlot,
  findSlot,
  findSlotLength,
  hasSheets,
  hasSlots,
  isPanelNameTaken,
  isPanelRecused,
  listLastTimes,
  listMemberIds,
  listPanels,
  listSeatsToArrange,
  listSlots,
  lockPanel,
  type NewSlot,
  type PanelRow,
  removeSlots,
  renamePanel,
  saveSlot,
  setMembers,
} from './panel-store.ts'

export type PanelService = ReturnType<typeof createPanelService>

interface PanelDependencies {
  staffDatabase: Pick<Database, 'db'>
}

export function createPanelService({ staffDatabase: { db } }: PanelDependencies) {
  /** Locked. @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `interview_refused` */
  async function lockInterview(tx: Tx, id: string, actor: StaffPrincipal): Promise<SittingRow> {
    await getSitting(tx, id, 'sitting:manage', actor)
    const row = await lockSitting(tx, id)
    await assertRunning(tx, row.exerciseId)
    if (row.state === 'cancelled')
      throw new AppError('sitting_state', { message: 'The sitting is cancelled: nothing of it changes any more.' })
    if (row.kind !== 'interview') throw refuse('not_interview')
    return row
  }

  async function lockPanelOf(tx: Tx, sitting: SittingRow, id: string): Promise<PanelRow> {
    const panel = await lockPanel(tx, sitting.id, id)
    if (!panel) throw new AppError('not_found')
    return panel
  }

  return {
    /** @throws AppError `not_found` */
    list: async (id: string, actor: StaffPrincipal): Promise<InterviewPanels> =>
      describe(db, (await getSitting(db, id, 'sitting:read', actor)).row, actor),

    /** @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `interview_refused`, `invalid_request` */
    add: (id: string, { name, members }: PanelDetails, actor: StaffPrincipal): Promise<InterviewPanels> =>
      db.transaction(async (tx) => {
        const sitting = await lockInterview(tx, id, actor)
        await assertMembers(tx, sitting, members)
        if ((await listPanels(tx, id)).length >= maxPanels) throw refuse('too_many')
        const panel = await addPanel(tx, { sittingId: id, name, madeBy: actor.staffId })
        if (panel === null) throw duplicateName()
        await setMembers(tx, panel, distinct(members))
        await record(tx, actor, 'panel_added', sitting, { members: members.length })
        return describe(tx, sitting, actor)
      }),

    /** @throws AppError as for `add`, and `changed_meanwhile` with the newest */
    change: (
      { id, panel: panelId }: { id: string; panel: string },
      { name, members, version }: PanelDetails & { version: number },
      actor: StaffPrincipal,
    ): Promise<InterviewPanels> =>
      db.transaction(async (tx) => {
        const sitting = await lockInterview(tx, id, actor)
        const panel = await lockPanelOf(tx, sitting, panelId)
        if (panel.version !== version)
          throw new AppError('changed_meanwhile', { data: await describe(tx, sitting, actor) })
        if (await isPanelNameTaken(tx, { ...panel, name })) throw duplicateName()
        await renamePanel(tx, panel, name)
        const before = await listMemberIds(tx, panelId)
        const chosen = distinct(members)
        if (chosen.length !== before.length || chosen.some((member) => !before.includes(member))) {
          if ((await countSheets(tx, panelId)) > 0) throw refuse('has_sheets')
          // Who has been a member stays one, whatever role they have lost since.
          await assertMembers(
            tx,
            sitting,
            chosen.filter((member) => !before.includes(member)),
          )
          await setMembers(tx, panelId, chosen)
          const busy = await findBusyMember(tx, panelId)
          if (busy !== null) throw wrongMembers(`${busy} is with another panel while this one sees an applicant.`)
        }
        await record(tx, actor, 'panel_changed', sitting, { members: members.length })
        return describe(tx, sitting, actor)
      }),

    /** @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `interview_refused` */
    remove: ({ id, panel: panelId }: { id: string; panel: string }, actor: StaffPrincipal): Promise<InterviewPanels> =>
      db.transaction(async (tx) => {
        const sitting = await lockInterview(tx, id, actor)
        const panel = await lockPanelOf(tx, sitting, panelId)
        await removeSlots(tx, id, getScope(sitting, actor, 'sitting:manage'), false)
        if (await hasSlots(tx, panel.id)) throw refuse('has_slots')
        await deletePanel(tx, panel.id)
        await record(tx, actor, 'panel_removed', sitting)
        return describe(tx, sitting, actor)
      }),

    /**
     * Applicants from whom the person is recused are left to others, unnamed.
     * @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `changed_meanwhile` with the newest,
     *   `interview_refused`
     */
    arrange: (
      id: string,
      { minutes, anew, seen }: { minutes: number; anew: boolean; seen?: string | undefined },
      actor: StaffPrincipal,
    ): Promise<ArrangedSlots> =>
      db.transaction(async (tx) => {
        const sitting = await lockInterview(tx, id, actor)
        const scope = getScope(sitting, actor, 'sitting:manage')
        if (anew && seen !== undefined) {
          const newest = await describe(tx, sitting, actor)
          if (newest.digest !== seen) throw new AppError('changed_meanwhile', { data: newest })
        }
        await removeSlots(tx, id, scope, anew)
        const lastTimes = await listLastTimes(tx, id)
        const length = minutes * 60_000
        const calendars = (await listPanels(tx, id)).map((panel) => ({
          panel,
          next: (lastTimes.get(panel.id) ?? sitting.startsAt).getTime(),
        }))
        // Of each panel, itself and those that have a member of it.
        const together = new Map(
          calendars.map((own) => [
            own,
            calendars.filter((other) => other === own || haveMemberInCommon(own.panel, other.panel)),
          ]),
        )
        const added: NewSlot[] = []
        const left: ArrangedSlots['left'] = []
        for (const { seatId, number, recusedPanels } of await listSeatsToArrange(tx, id, scope)) {
          const open = calendars.filter(({ panel }) => !recusedPanels.includes(panel.id))
          const first = open.toSorted((one, other) => one.next - other.next)[0]
          if (!first || first.next + length > sitting.endsAt.getTime()) {
            left.push({ number, why: first || calendars.length === 0 ? 'no_time' : 'recused' })
            continue
          }
          const { panel, next: time } = first
          const end = time + length
          for (const calendar of together.get(first) ?? []) calendar.next = Math.max(calendar.next, end)
          added.push({
            seatId,
            sittingId: id,
            panelId: panel.id,
            startsAt: new Date(time),
            endsAt: new Date(end),
          })
        }
        await addSlots(tx, added)
        await record(tx, actor, 'slots_arranged', sitting, { arranged: added.length, left: left.length })
        return { arranged: added.length, left }
      }),

    /**
     * @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `changed_meanwhile` with the newest,
     *   `interview_refused`, `invalid_request`
     */
    changeSlot: (
      seatId: string,
      { panel: panelId, startsAt: time, seen }: ChosenSlot & { seen?: ChosenSlot | null | undefined },
      actor: StaffPrincipal,
    ): Promise<InterviewPanels> =>
      refuseRaces(() =>
        db.transaction(async (tx) => {
          const found = await findSeat(tx, seatId)
          if (!found) throw new AppError('not_found')
          const sitting = await lockInterview(tx, found.sittingId, actor)
          const place = { exerciseId: sitting.exerciseId, accountId: found.accountId }
          await assertWithinScope(tx, place, 'sitting:manage', actor)
          if (seen !== undefined && !isSameSlot(await findSlot(tx, seatId), seen))
            throw new AppError('changed_meanwhile', { data: await describe(tx, sitting, actor) })
          const panel = await lockPanel(tx, sitting.id, panelId)
          if (!panel) throw createFieldsError('invalid_request', [{ path: 'panel', message: 'Choose a panel.' }])
          const startsAt = new Date(time)
          if (startsAt < sitting.startsAt || startsAt >= sitting.endsAt)
            throw wrongTime('Choose a time between the start and the end of the sitting.')
          const ofSeat = { seatId, sittingId: sitting.id }
          const length = (await findSlotLength(tx, ofSeat)) ?? slotMinutes.usual * 60_000
          const endsAt = new Date(Math.min(startsAt.getTime() + length, sitting.endsAt.getTime()))
          const slot = { ...ofSeat, panelId, startsAt, endsAt }
          if (await hasSheets(tx, seatId)) throw refuse('has_sheets')
          if (await isPanelRecused(tx, seatId, panelId)) throw refuse('recused')
          await removeSlots(tx, sitting.id, getScope(sitting, actor, 'sitting:manage'), false)
          const other = await findOtherSlot(tx, slot)
          if (other !== null)
            throw wrongTime(
              `${other === 'panel' ? 'The' : 'A member of the'} panel sees another applicant at that time.`,
            )
          await saveSlot(tx, slot)
          await record(tx, actor, 'slot_changed', sitting)
          return describe(tx, sitting, actor)
        }),
      ),
  }
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

const refuse = (why: PanelObstacle) =>
  new AppError('interview_refused', { message: panelObstacles[why], data: { why } })

const duplicateName = () =>
  createFieldsError('invalid_request', [{ path: 'name', message: 'The interview has a panel of this name.' }])

const wrongMembers = (message: string) => createFieldsError('invalid_request', [{ path: 'members', message }])

const wrongTime = (message: string) => createFieldsError('invalid_request', [{ path: 'startsAt', message }])

type Panel = Awaited<ReturnType<typeof listPanels>>[number]

const haveMemberInCommon = (one: Panel, other: Panel): boolean =>
  one.members.some(({ id }) => other.members.some((member) => member.id === id))

interface ChosenSlot {
  panel: string
  startsAt: string
}

const isSameSlot = (slot: NewSlot | null, seen: ChosenSlot | null): boolean =>
  slot?.panelId === seen?.panel && slot?.startsAt.getTime() === (seen ? Date.parse(seen.startsAt) : undefined)

const digestTimes = (slots: Awaited<ReturnType<typeof listSlots>>): string =>
  createHash('sha256')
    .update(JSON.stringify(slots.flatMap(({ seat, panel, startsAt }) => (panel ? [[seat, panel, startsAt]] : []))))
    .digest('hex')

/** A sheet that was handed in a moment before. */
async function refuseRaces<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatesConstraint(error, 'score_sheets_slot')) throw refuse('has_sheets')
    throw error
  }
}

const canScore = ({ grants }: ActiveStaff, { exerciseId }: Pick<SittingRow, 'exerciseId'>): boolean =>
  hasPermissionIn(grants, 'interview:score', { exerciseId })

/** @throws AppError `invalid_request` */
async function assertMembers(tx: Tx, sitting: SittingRow, members: readonly string[]): Promise<void> {
  if (members.length === 0) return
  const people = (await listActiveStaff(tx, members)).filter((person) => canScore(person, sitting))
  if (people.length < distinct(members).length)
    throw wrongMembers('Choose members whose roles let them score interviews of this exercise.')
}

const getScope = (
  { exerciseId }: Pick<SittingRow, 'exerciseId'>,
  { staffId, grants }: StaffPrincipal,
  permission: Permission,
): IndexScope => ({ exerciseId, staffId, scopes: listScopes(grants, permission) })

async function describe(tx: Tx, sitting: SittingRow, actor: StaffPrincipal): Promise<InterviewPanels> {
  const { exerciseId, id } = sitting
  const slots = await listSlots(tx, id, getScope(sitting, actor, 'sitting:read'))
  const mayArrange = hasPermissionIn(actor.grants, 'sitting:manage', { exerciseId })
  const mayReadResults = hasPermissionIn(actor.grants, 'result:read', { exerciseId })
  return {
    panels: await listPanels(tx, id),
    slots: slots.map(({ startsAt, mean, ...slot }) => ({
      ...slot,
      startsAt: startsAt?.toISOString() ?? null,
      mean: mayReadResults ? mean : null,
    })),
    digest: digestTimes(slots),
    maximum: sumMaxima(await findCriteria(tx, exerciseId)),
    candidates: mayArrange
      ? (await listActiveStaff(tx))
          .filter((person) => canScore(person, sitting))
          .map(({ id: candidate, name }) => ({ id: candidate, name }))
      : null,
  }
}

const record = (
  tx: Tx,
  actor: StaffPrincipal,
  action: AuditAction,
  { id, exerciseId }: SittingRow,
  detail: Record<string, number> = {},
) => audit(tx, { actor: 'staff', by: actor, action, subject: { kind: 'sitting', id }, exerciseId, detail })
