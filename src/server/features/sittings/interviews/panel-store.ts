import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { splitIntoBatches } from '#server/database/batches.ts'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { interviewSlots, panelMembers, panels, scoreSheets } from '#server/database/schema/interviews.ts'
import { seats } from '#server/database/schema/sittings.ts'
import { staff } from '#server/database/schema/staff.ts'
import { summarizeSheets } from '#server/domain/interview-sheets.ts'
import { areApplicantsWithin, type IndexScope } from '#server/domain/scope.ts'

export type PanelRow = typeof panels.$inferSelect

/** By name. */
export const listPanels = (tx: Tx, sittingId: string) =>
  tx
    .select({
      id: panels.id,
      name: panels.name,
      version: panels.version,
      members: sql<{ id: string; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', person.id, 'name', person.name) order by person.name, person.id)
        from ${panelMembers} member join ${staff} person on person.id = member.staff_id
        where member.panel_id = panels.id), '[]')`,
      sheets: sql<number>`(select count(*)::int from ${scoreSheets} sheet where sheet.panel_id = panels.id)`,
    })
    .from(panels)
    .where(eq(panels.sittingId, sittingId))
    .orderBy(asc(panels.name), asc(panels.id))

/** Null when the interview has one of that name. */
export async function addPanel(tx: Tx, row: typeof panels.$inferInsert): Promise<string | null> {
  const [added] = await tx.insert(panels).values(row).onConflictDoNothing().returning({ id: panels.id })
  return added?.id ?? null
}

/** For a sitting that has moved: the same panels, which give the applicants new times. */
export async function copyPanels(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    with copied as (
      insert into panels (sitting_id, name, made_by) select ${to}::uuid, name, made_by from panels where sitting_id = ${from}::uuid
      returning id, name
    )
    insert into panel_members (panel_id, staff_id)
    select copied.id, member.staff_id from copied
    join panels former on former.sitting_id = ${from}::uuid and former.name = copied.name
    join panel_members member on member.panel_id = former.id`)
}

/** Until the transaction ends no member hands in a sheet. */
export async function lockPanel(tx: Tx, sittingId: string, id: string): Promise<PanelRow | null> {
  const [row] = await tx
    .select()
    .from(panels)
    .where(and(eq(panels.id, id), eq(panels.sittingId, sittingId)))
    .for('update')
  return row ?? null
}

export async function isPanelNameTaken(tx: Tx, { id, sittingId, name }: Pick<PanelRow, 'id' | 'sittingId' | 'name'>) {
  const [other] = await tx
    .select({ id: panels.id })
    .from(panels)
    .where(and(eq(panels.sittingId, sittingId), eq(panels.name, name), sql`${panels.id} <> ${id}`))
  return other !== undefined
}

export async function renamePanel(tx: Tx, { id, version }: Pick<PanelRow, 'id' | 'version'>, name: string) {
  await tx
    .update(panels)
    .set({ name, version: version + 1 })
    .where(eq(panels.id, id))
}

export async function deletePanel(tx: Tx, id: string): Promise<void> {
  await tx.delete(panels).where(eq(panels.id, id))
}

export async function listMemberIds(tx: Tx, panelId: string): Promise<string[]> {
  const rows = await tx.select({ id: panelMembers.staffId }).from(panelMembers).where(eq(panelMembers.panelId, panelId))
  return rows.map(({ id }) => id)
}

export async function setMembers(tx: Tx, panelId: string, members: readonly string[]): Promise<void> {
  await tx.delete(panelMembers).where(eq(panelMembers.panelId, panelId))
  await tx.insert(panelMembers).values(members.map((staffId) => ({ panelId, staffId })))
}

export async function countSheets(tx: Tx, panelId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(scoreSheets).where(eq(scoreSheets.panelId, panelId))
  return row?.count ?? 0
}

export async function hasSlots(tx: Tx, panelId: string): Promise<boolean> {
  const [slot] = await tx
    .select({ id: interviewSlots.seatId })
    .from(interviewSlots)
    .where(eq(interviewSlots.panelId, panelId))
    .limit(1)
  return slot !== undefined
}

const sheets = summarizeSheets({
  seatId: sql`${seats.id}`,
  panelId: sql`${interviewSlots.panelId}`,
  applicationId: sql`${seats.applicationId}`,
})

/** Who has a seat there, by time, those without one last. */
export const listSlots = (tx: Tx, sittingId: string, scope: IndexScope) =>
  tx
    .select({
      seat: seats.id,
      seatNumber: seats.seatNumber,
      number: applications.number,
      name: applicantIndex.name,
      panel: interviewSlots.panelId,
      startsAt: interviewSlots.startsAt,
      expected: sql<number>`sheets.expected`,
      handedIn: sql<number>`sheets.handed_in`,
      mean: sql<number | null>`sheets.mean`,
    })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .leftJoin(interviewSlots, eq(interviewSlots.seatId, seats.id))
    .innerJoin(sql`${sheets} sheets`, sql`true`)
    .where(and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt), areApplicantsWithin(scope)))
    .orderBy(sql`${interviewSlots.startsAt} nulls last`, asc(seats.seatNumber))

export interface SeatToArrange {
  [column: string]: unknown
  seatId: string
  number: string
  /** Panels with a member who is recused from the application. */
  recusedPanels: string[]
}

const ofScope = (scope: IndexScope) => areApplicantsWithin(scope) ?? sql`true`

/** Without a time, by seat. */
export async function listSeatsToArrange(tx: Tx, sittingId: string, scope: IndexScope): Promise<SeatToArrange[]> {
  const { rows } = await tx.execute<SeatToArrange>(sql`
    select ${seats.id} as "seatId", ${applications.number}, ${listRecusedPanels} as "recusedPanels"
    from ${seats} join ${applications} on ${applications.id} = ${seats.applicationId}
    join ${applicantIndex} on ${applicantIndex.accountId} = ${applications.accountId}
    where ${seats.sittingId} = ${sittingId}::uuid and ${seats.releasedAt} is null and ${ofScope(scope)}
      and not exists (select from ${interviewSlots} slot where slot.seat_id = ${seats.id})
    order by ${seats.seatNumber}`)
  return rows
}

const listRecusedPanels = sql`array(
  select distinct member.panel_id from ${panelMembers} member join ${panels} panel on panel.id = member.panel_id
  join recusals on recusals.staff_id = member.staff_id and recusals.application_id = seats.application_id
    and recusals.ended_at is null
  where panel.sitting_id = seats.sitting_id)`

/** Of seats that are given to nobody any more; and, anew, all those without a sheet within the scope. */
export async function removeSlots(tx: Tx, sittingId: string, scope: IndexScope, anew: boolean): Promise<void> {
  await tx.execute(sql`
    delete from interview_slots slot using ${seats}
    join ${applications} on ${applications.id} = ${seats.applicationId}
    join ${applicantIndex} on ${applicantIndex.accountId} = ${applications.accountId}
    where slot.sitting_id = ${sittingId}::uuid and ${seats.id} = slot.seat_id
      and (${seats.releasedAt} is not null or (${anew} and ${ofScope(scope)}))
      and not exists (select from score_sheets sheet where sheet.seat_id = slot.seat_id)`)
}

/** When each panel is busy: it, or a member of it on another panel of the interview, sees an applicant. */
const busyTimes = sql`(
  select own.id as panel_id, own.sitting_id, slot.seat_id, slot.panel_id as busy_panel_id, slot.starts_at, slot.ends_at
  from ${panels} own
  join ${interviewSlots} slot on slot.sitting_id = own.sitting_id and (slot.panel_id = own.id or slot.panel_id in (
    select theirs.panel_id from ${panelMembers} mine join ${panelMembers} theirs on theirs.staff_id = mine.staff_id
    where mine.panel_id = own.id)))`

/** Until when each panel is busy. */
export async function listLastTimes(tx: Tx, sittingId: string): Promise<Map<string, Date>> {
  const { rows } = await tx.execute<{ panelId: string; last: string }>(sql`
    select panel_id as "panelId", max(ends_at) as last from ${busyTimes} busy
    where sitting_id = ${sittingId}::uuid group by panel_id`)
  return new Map(rows.map(({ panelId, last }) => [panelId, new Date(last)]))
}

export type NewSlot = typeof interviewSlots.$inferInsert

/** Of one statement. */
const slotsPerStatement = 1_000

export async function addSlots(tx: Tx, added: readonly NewSlot[]): Promise<void> {
  for (const slots of splitIntoBatches(added, slotsPerStatement)) await tx.insert(interviewSlots).values(slots)
}

export async function findSlot(tx: Tx, seatId: string): Promise<NewSlot | null> {
  const [slot] = await tx.select().from(interviewSlots).where(eq(interviewSlots.seatId, seatId))
  return slot ?? null
}

export async function saveSlot(tx: Tx, slot: NewSlot): Promise<void> {
  const { panelId, startsAt, endsAt } = slot
  await tx
    .insert(interviewSlots)
    .values(slot)
    .onConflictDoUpdate({ target: interviewSlots.seatId, set: { panelId, startsAt, endsAt } })
}

/** In milliseconds: how long the applicant of the seat has, or else others of the sitting; null before any has a time. */
export async function findSlotLength(tx: Tx, { seatId, sittingId }: Pick<NewSlot, 'seatId' | 'sittingId'>) {
  const [slot] = await tx
    .select({ startsAt: interviewSlots.startsAt, endsAt: interviewSlots.endsAt })
    .from(interviewSlots)
    .where(eq(interviewSlots.sittingId, sittingId))
    .orderBy(sql`${interviewSlots.seatId} = ${seatId} desc`, desc(interviewSlots.startsAt))
    .limit(1)
  return slot ? slot.endsAt.getTime() - slot.startsAt.getTime() : null
}

/** Whether another applicant is with the panel, or with a member of it on another panel, at some of that time. */
export async function findOtherSlot(
  tx: Tx,
  { seatId, panelId, startsAt, endsAt }: NewSlot,
): Promise<'panel' | 'member' | null> {
  const { rows } = await tx.execute<{ who: 'panel' | 'member' }>(sql`
    select case when busy_panel_id = panel_id then 'panel' else 'member' end as who from ${busyTimes} busy
    where panel_id = ${panelId}::uuid and seat_id <> ${seatId}::uuid
      and starts_at < ${endsAt.toISOString()}::timestamptz and ends_at > ${startsAt.toISOString()}::timestamptz
    order by 1 desc limit 1`)
  return rows[0]?.who ?? null
}

/** A member who is with another panel while this one sees an applicant; null when nobody is. */
export async function findBusyMember(tx: Tx, panelId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select person.name from ${interviewSlots} own
    join ${busyTimes} busy on busy.panel_id = own.panel_id and busy_panel_id <> own.panel_id
      and busy.starts_at < own.ends_at and busy.ends_at > own.starts_at
    join ${panelMembers} mine on mine.panel_id = own.panel_id
    join ${panelMembers} theirs on theirs.panel_id = busy_panel_id and theirs.staff_id = mine.staff_id
    join ${staff} person on person.id = mine.staff_id
    where own.panel_id = ${panelId}::uuid order by person.name limit 1`)
  return rows[0]?.name ?? null
}

export async function hasSheets(tx: Tx, seatId: string): Promise<boolean> {
  const [sheet] = await tx
    .select({ id: scoreSheets.seatId })
    .from(scoreSheets)
    .where(eq(scoreSheets.seatId, seatId))
    .limit(1)
  return sheet !== undefined
}

/** Whether a member of the panel is recused from the application of the seat. */
export async function isPanelRecused(tx: Tx, seatId: string, panelId: string): Promise<boolean> {
  const [row] = await tx
    .select({ recused: sql<string[]>`${listRecusedPanels}` })
    .from(seats)
    .where(inArray(seats.id, [seatId]))
  return row?.recused.includes(panelId) ?? false
}
