// The CBT of the demo: two venues, a sitting at each, and seats in the first for some of those who are shortlisted; others
// sit a batch that goes on when the demo is started, at whose door one is marked.
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { venues } from '#server/database/schema/sittings.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { createSelectionService } from '#server/features/selections/service.ts'
import { type AttendanceService, createAttendanceService } from '#server/features/sittings/attendance/attendance.ts'
import { createSeatingService } from '#server/features/sittings/seating/seating.ts'
import { createSittingService } from '#server/features/sittings/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { toLocalDateTime } from '#shared/format/local-time.ts'
import { seatingRules } from '#shared/staff/seating.ts'
import { addDays, nextExamDays } from './days.ts'
import { findDemoPrincipal } from './staff.ts'

interface SittingDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

const halls = [
  { name: 'ICT Centre, Hall A', address: '1 Campus Road', label: 'Batch A', capacity: 5 },
  { name: 'ICT Centre, Hall B', address: '1 Campus Road', label: 'Batch B', capacity: 40 },
] as const

/** Adds them once. The demo's staff and applicants must exist. */
export async function seedDemoSittings({ database, clock }: SittingDependencies): Promise<void> {
  const { db } = database
  if ((await db.select({ id: venues.id }).from(venues).limit(1)).length > 0) return
  const actor = await findDemoPrincipal(db, 'exam')
  if (!actor) return
  const selections = createSelectionService({ staffDatabase: database, clock })
  const sittings = createSittingService({ staffDatabase: database, clock })
  const seating = createSeatingService({ staffDatabase: database, selections, clock: () => addDays(clock(), -14) })
  const exercise = await findExerciseOfYear(db, undefined)
  if (!exercise) return
  const day = toLocalDateTime(addDays(clock(), nextExamDays).toISOString()).slice(0, 'yyyy-mm-dd'.length)
  const at = (time: string) => `${day}T${time}:00+01:00`
  const ids: string[] = []
  let lastVenue = ''
  for (const { label, capacity, ...hall } of halls) {
    const venue = await sittings.addVenue(
      exercise.year,
      { ...hall, state: 'lagos', isActive: true, isStepFree: true },
      actor,
    )
    const times = { reportsAt: at('08:00'), startsAt: at('09:00'), endsAt: at('11:00') }
    const details = { kind: 'cbt', venue: venue.id, label, ...times, capacity } as const
    ids.push((await sittings.add(exercise.year, details, actor)).id)
    lastVenue = venue.id
  }
  const invited = await db
    .select({ number: applications.number })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(and(eq(applications.decision, 'verified'), isNotNull(accounts.examDate), isNull(applications.cbtResult)))
  const { id: selection } = await selections.create({ numbers: invited.map(({ number }) => number) }, actor)
  const rules = seatingRules.parse({})
  const seat = async (sitting: string) => {
    const { run } = await seating.preview({ selection, sittings: [sitting], rules, seed: 2_024 }, actor)
    await seating.commit(run, actor)
  }
  const [next = ''] = ids
  await seat(next)
  const details = { kind: 'cbt', venue: lastVenue, label: 'Batch C', capacity: 2, ...getTimesOfToday(clock()) } as const
  const today = await sittings.add(exercise.year, details, actor)
  await seat(today.id)
  await markFirst(createAttendanceService({ staffDatabase: database, clock }), today.id, actor)
}

const minuteMs = 60_000

/** Of a sitting that has begun half an hour ago, and goes on for as long as somebody looks at the demo. */
function getTimesOfToday(now: Date) {
  const at = (minutes: number) => new Date(Math.floor(now.getTime() / minuteMs + minutes) * minuteMs).toISOString()
  return { reportsAt: at(-60), startsAt: at(-30), endsAt: at(10 * 60) }
}

/** The others are left for those who try it. */
async function markFirst(attendance: AttendanceService, sitting: string, actor: StaffPrincipal): Promise<void> {
  const [first] = (await attendance.listDoor(sitting, actor)).seats
  const mark = { state: 'present', source: 'scan', secondsAgo: 600, reason: '' } as const
  if (first) await attendance.mark(first.id, mark, actor)
}
