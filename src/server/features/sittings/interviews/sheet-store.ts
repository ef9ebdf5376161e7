import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { interviewSlots, panelMembers, panels, scoreSheets } from '#server/database/schema/interviews.ts'
import { seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { staff } from '#server/database/schema/staff.ts'
import { isAskedBy, summarizeSheets } from '#server/domain/interview-sheets.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'

const sheets = summarizeSheets({
  seatId: sql`${seats.id}`,
  panelId: sql`${interviewSlots.panelId}`,
  applicationId: sql`${seats.applicationId}`,
})

const isMember = (staffId: string) => sql<boolean>`exists (
  select from ${panelMembers} own where own.panel_id = ${interviewSlots.panelId} and own.staff_id = ${staffId}::uuid)`

const hasOwnSheet = (staffId: string) => sql<boolean>`exists (
  select from ${scoreSheets} own where own.seat_id = ${seats.id} and own.staff_id = ${staffId}::uuid)`

/** With what the sheets say, in one statement: nobody sees a part of it. Null for a seat without a time. */
export async function findInterview(tx: Tx, seatId: string, readerId: string) {
  const [row] = await tx
    .select({
      seat: seats.id,
      attendance: seats.attendance,
      panelId: panels.id,
      panel: panels.name,
      startsAt: interviewSlots.startsAt,
      sitting: { id: sittings.id, label: sittings.label, venue: venues.name },
      exerciseId: sittings.exerciseId,
      isArchived: sql<boolean>`${exercises.archivedAt} is not null`,
      criteria: exercises.scoreCriteria,
      accountId: applications.accountId,
      number: applications.number,
      isWithdrawn: sql<boolean>`${applications.withdrawnAt} is not null`,
      name: applicantIndex.name,
      school: applicantIndex.school,
      department: applicantIndex.department,
      role: applicantIndex.role,
      isMember: isMember(readerId),
      mean: sql<number | null>`sheets.mean`,
      lowest: sql<number | null>`sheets.lowest`,
      highest: sql<number | null>`sheets.highest`,
      deviation: sql<number | null>`sheets.deviation`,
    })
    .from(seats)
    .innerJoin(interviewSlots, eq(interviewSlots.seatId, seats.id))
    .innerJoin(panels, eq(panels.id, interviewSlots.panelId))
    .innerJoin(sittings, eq(sittings.id, seats.sittingId))
    .innerJoin(exercises, eq(exercises.id, sittings.exerciseId))
    .innerJoin(venues, eq(venues.id, sittings.venueId))
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .innerJoin(sql`${sheets} sheets`, sql`true`)
    // With the seat of who has withdrawn, so that a member of the panel reads why no sheet is needed.
    .where(and(eq(seats.id, seatId), or(isNull(seats.releasedAt), isNotNull(applications.withdrawnAt))))
  return row ?? null
}
export type InterviewRow = NonNullable<Awaited<ReturnType<typeof findInterview>>>

/** Members of the panel who are asked for a sheet, by name; each with the one that was handed in. */
export const listMembers = (tx: Tx, seatId: string) =>
  tx
    .select({ staffId: staff.id, name: staff.name, sheet: scoreSheets })
    .from(interviewSlots)
    .innerJoin(seats, eq(seats.id, interviewSlots.seatId))
    .innerJoin(panelMembers, eq(panelMembers.panelId, interviewSlots.panelId))
    .innerJoin(staff, eq(staff.id, panelMembers.staffId))
    .leftJoin(scoreSheets, and(eq(scoreSheets.seatId, interviewSlots.seatId), eq(scoreSheets.staffId, staff.id)))
    .where(
      and(
        eq(interviewSlots.seatId, seatId),
        isAskedBy(sql`${staff.id}`, { seatId: sql`${seats.id}`, applicationId: sql`${seats.applicationId}` }),
      ),
    )
    .orderBy(asc(staff.name), asc(staff.id))

/** Until the transaction ends the panel keeps its members, the applicant the panel, and the exercise its criteria. */
export async function lockSlot(tx: Tx, seatId: string): Promise<void> {
  await tx
    .select({ id: panels.id })
    .from(interviewSlots)
    .innerJoin(panels, eq(panels.id, interviewSlots.panelId))
    .innerJoin(sittings, eq(sittings.id, interviewSlots.sittingId))
    .innerJoin(exercises, eq(exercises.id, sittings.exerciseId))
    .where(eq(interviewSlots.seatId, seatId))
    .for('share', { of: [interviewSlots, panels, exercises] })
}

/** False when this member has handed in one. */
export async function addSheet(tx: Tx, sheet: typeof scoreSheets.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(scoreSheets).values(sheet).onConflictDoNothing()
  return rowCount === 1
}

const maxInterviews = 500

/** Of the panels of the person, those whose sheet is open first, by time. */
export const listOwnInterviews = (tx: Tx, staffId: string, exerciseId: number) =>
  tx
    .select({
      seat: seats.id,
      number: applications.number,
      name: applicantIndex.name,
      role: applicantIndex.role,
      startsAt: interviewSlots.startsAt,
      attendance: seats.attendance,
      isWithdrawn: sql<boolean>`${applications.withdrawnAt} is not null`,
      sitting: sittings.label,
      venue: venues.name,
      panel: panels.name,
      hasOwn: hasOwnSheet(staffId),
      isComplete: sql<boolean>`sheets.mean is not null`,
      isArchived: sql<boolean>`${exercises.archivedAt} is not null`,
    })
    .from(panelMembers)
    .innerJoin(panels, eq(panels.id, panelMembers.panelId))
    .innerJoin(interviewSlots, eq(interviewSlots.panelId, panels.id))
    .innerJoin(seats, and(eq(seats.id, interviewSlots.seatId), isNull(seats.releasedAt)))
    .innerJoin(sittings, eq(sittings.id, seats.sittingId))
    .innerJoin(exercises, eq(exercises.id, sittings.exerciseId))
    .innerJoin(venues, eq(venues.id, sittings.venueId))
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .innerJoin(sql`${sheets} sheets`, sql`true`)
    .where(
      and(
        eq(panelMembers.staffId, staffId),
        eq(sittings.exerciseId, exerciseId),
        isNotRecusedFrom(applications.accountId, staffId),
      ),
    )
    .orderBy(hasOwnSheet(staffId), asc(interviewSlots.startsAt), asc(seats.id))
    .limit(maxInterviews)
