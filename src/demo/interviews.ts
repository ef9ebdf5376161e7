// The end of the demo's exercise: a CBT that was sat, with results that wait for their publication; an interview that goes on,
// with a panel and some of its sheets; and three offers.
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/database/connection.ts'
import { results } from '#server/database/schema/results.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { registerImport } from '#server/domain/list-imports.ts'
import { createFinalOutcomeService } from '#server/features/offers/final-outcomes.ts'
import { createResultEntryService } from '#server/features/results/entries.ts'
import { addResults } from '#server/features/results/store.ts'
import { createSelectionService } from '#server/features/selections/service.ts'
import { createAttendanceService } from '#server/features/sittings/attendance/attendance.ts'
import { createPanelService } from '#server/features/sittings/interviews/panels.ts'
import { createSheetService } from '#server/features/sittings/interviews/sheets.ts'
import { createSeatingService } from '#server/features/sittings/seating/seating.ts'
import { createSittingService } from '#server/features/sittings/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { OfferState } from '#shared/decisions/offers.ts'
import { formatDate, formatTime } from '#shared/format/dates.ts'
import { defaultCriteria } from '#shared/staff/interviews.ts'
import { seatingRules } from '#shared/staff/seating.ts'
import { addDays } from './days.ts'
import { findDemoPrincipal } from './staff.ts'

interface InterviewDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

type People = Record<'exam' | 'reviewer' | 'reviewer2' | 'chair' | 'registry', StaffPrincipal>

/** Adds them once. The demo's staff, applicants and their seats must exist. */
export async function seedDemoInterviews({ database, clock }: InterviewDependencies): Promise<void> {
  const { db } = database
  if ((await db.select({ id: results.id }).from(results).limit(1)).length > 0) return
  const people = await findPeople(db)
  const exercise = await findExerciseOfYear(db, undefined)
  if (!people || !exercise) return
  const own = { database, clock, people, year: exercise.year, exerciseId: exercise.id }
  const sat = await seedSatTest(own)
  await seedInterview(own, sat)
  await seedOffers(own)
}

async function findPeople(tx: Tx): Promise<People | null> {
  const [exam, reviewer, chair, registry] = [
    await findDemoPrincipal(tx, 'exam'),
    await findDemoPrincipal(tx, 'reviewer'),
    await findDemoPrincipal(tx, 'chair'),
    await findDemoPrincipal(tx, 'registry'),
  ]
  const reviewer2 = await findDemoPrincipal(tx, 'reviewer', 'reviewer2')
  return exam && reviewer && reviewer2 && chair && registry ? { exam, reviewer, reviewer2, chair, registry } : null
}

interface Exercise extends InterviewDependencies {
  people: People
  year: number
  exerciseId: number
}

const rules = seatingRules.parse({})

/** Shortlisted applicants without a seat of the kind get one, as many as there are: given a while before the sitting. */
async function seat({ database, clock, people }: Exercise, sitting: string, numbers: readonly string[]) {
  const dependencies = { staffDatabase: database, clock }
  const selections = createSelectionService(dependencies)
  const { id: selection } = await selections.create({ numbers: [...numbers] }, people.exam)
  const seating = createSeatingService({ ...dependencies, clock: () => addDays(clock(), -14), selections })
  const { run } = await seating.preview({ selection, sittings: [sitting], rules, seed: 2_024 }, people.exam)
  await seating.commit(run, people.exam)
}

/** A week ago; one was absent. @returns who has a result, by number */
async function seedSatTest(own: Exercise): Promise<string[]> {
  const { database, clock, people, year, exerciseId } = own
  const dependencies = { staffDatabase: database, clock }
  const { rows } = await database.db.execute<{ number: string; venue: string; venueName: string }>(sql`
    select application.number, venue.id as venue, venue.name as "venueName"
    from applications application join accounts person on person.id = application.account_id
    cross join lateral (select id, name from venues where exercise_id = ${exerciseId} order by name limit 1) venue
    where application.decision = 'verified' and application.withdrawn_at is null and person.user_id > 'RE24-00007'
      and application.cbt_result is null and person.exam_date is null
    order by application.number`)
  const [first] = rows
  if (!first) return []
  const numbers = rows.map(({ number }) => number)
  const start = addDays(clock(), -7)
  const at = (hours: number) => new Date(start.getTime() + hours * hourMs).toISOString()
  const times = { reportsAt: at(0), startsAt: at(1), endsAt: at(3) }
  const sittings = createSittingService(dependencies)
  const details = { kind: 'cbt', venue: first.venue, label: 'First batch', capacity: 20, ...times } as const
  const { id } = await sittings.add(year, details, people.exam)
  await seat(own, id, numbers)
  const attendance = createAttendanceService(dependencies)
  const came = (await attendance.listDoor(id, people.exam)).seats.slice(0, -1)
  const mark = { state: 'present', source: 'sheet', secondsAgo: 7 * daySeconds, reason: '' } as const
  await attendance.send(
    id,
    came.map((one) => ({ seat: one.id, mark })),
    people.exam,
  )
  await attendance.markAbsentees(id, people.exam)
  // As the owner of the tables tells it, without a publication.
  const told = { day: formatDate(start), venue: first.venueName }
  await database.db.execute(sql`
    update accounts set exam_date = ${told.day}, exam_time = ${formatTime(times.startsAt)}, exam_venue = ${told.venue}
    from applications where account_id = accounts.id and number = any(${sql.param(numbers)}::text[])`)
  const present = came.map(({ number }) => number)
  await database.db.transaction((tx) => seedResults(tx, own, present))
  return present
}

const hourMs = 3_600_000
const daySeconds = 86_400

async function seedResults(tx: Tx, { clock, people, exerciseId }: Exercise, numbers: readonly string[]) {
  const enteredAt = addDays(clock(), -1)
  const importId = await registerImport(tx, {
    kind: 'cbt',
    sha256: Buffer.alloc(32, 'demo'),
    exerciseId,
    state: 'applied',
    lines: numbers.length,
    good: numbers.length,
    same: 0,
    failed: 0,
    applied: numbers.length,
    options: { name: 'cbt.csv', mapping: { number: 'number', score: 'score', maximum: 'maximum' } },
    madeBy: people.exam.staffId,
    madeAt: enteredAt,
    appliedAt: enteredAt,
  })
  const { rows } = await tx.execute<{ applicationId: string; seatId: string }>(sql`
    select application_id as "applicationId", id as "seatId" from seats
    where number = any(${sql.param(numbers)}::text[]) and kind = 'cbt' and released_at is null order by number`)
  await addResults(
    tx,
    { importId, kind: 'cbt', enteredBy: people.exam.staffId, enteredAt },
    rows.map((seated, index) => ({
      ...seated,
      score: 48 + ((index * 13) % 40),
      maximum: 100,
      remark: null,
      supersedes: null,
    })),
  )
}

/** What the members of the panel give in each criterion, by applicant; the others have no sheet yet. */
const sheets: readonly (readonly number[])[] = [[14, 16, 15], [12, 17], []]

/** It has begun; the panel has finished with the first applicant, whose mean waits to be confirmed as the result. */
async function seedInterview(own: Exercise, numbers: readonly string[]): Promise<void> {
  const { database, clock, people, year } = own
  const dependencies = { staffDatabase: database, clock }
  const sittings = createSittingService(dependencies)
  const [venue] = await sittings.listVenues(year, people.exam)
  const chosen = numbers.slice(0, sheets.length)
  if (!venue || chosen.length === 0) return
  const at = (minutes: number) => new Date(Math.floor(clock().getTime() / 60_000 + minutes) * 60_000).toISOString()
  const times = { reportsAt: at(-90), startsAt: at(-60), endsAt: at(10 * 60) }
  const details = { kind: 'interview', venue: venue.id, label: 'Interviews', capacity: 10, ...times } as const
  const { id } = await sittings.add(year, details, people.exam)
  await seat(own, id, chosen)
  const panels = createPanelService(dependencies)
  const members = [people.reviewer, people.reviewer2, people.chair]
  const panel = { name: 'Panel A', members: members.map(({ staffId }) => staffId) }
  await panels.add(id, panel, people.exam)
  await panels.arrange(id, { minutes: 20, anew: false }, people.exam)
  const scoreSheets = createSheetService(dependencies)
  const { slots } = await panels.list(id, people.exam)
  for (const [place, given] of sheets.entries())
    for (const [index, points] of given.entries()) {
      const [slot, member] = [slots[place], members[index]]
      if (!slot || !member) continue
      const scores = defaultCriteria.map(({ name }, n) => ({ criterion: name, score: points + (n % 2) }))
      await scoreSheets.handIn(slot.seat, { scores, note: '' }, member)
    }
  const [first] = slots
  if (first?.panel) await createResultEntryService(dependencies).takeFromPanel(first.seat, 0, people.exam)
}

const answers: readonly Extract<OfferState, 'accepted' | 'declined' | 'offered'>[] = ['accepted', 'declined', 'offered']

/** Of those whose results were published. As the owner of the tables makes them, without a publication. */
async function seedOffers({ database, clock, people }: Exercise): Promise<void> {
  const { db } = database
  const { rows } = await db.execute<{ number: string; id: string; post: number }>(sql`
    select application.number, application.id, post.id as post from applications application
    join accounts person on person.id = application.account_id
    join posts post on post.exercise_id = person.exercise_id and post.school = person.school and post.role = person.role
      and post.department is not distinct from person.department
    where application.decision = 'verified' and application.cbt_result is not null and application.withdrawn_at is null
      and person.user_id > 'RE24-00007'
    order by application.number limit ${answers.length}`)
  if (rows.length === 0) return
  const posts = rows.map(({ post }) => post)
  await db.execute(
    sql`update posts set vacancies = ${answers.length} where id = any(${sql.param(posts)}::int[]) and vacancies is null`,
  )
  const offeredAt = addDays(clock(), -5)
  const outcomes = createFinalOutcomeService({
    staffDatabase: database,
    selections: createSelectionService({ staffDatabase: database, clock }),
    clock: () => offeredAt,
  })
  const until = addDays(clock(), 21).toISOString()
  for (const [index, { number, id }] of rows.entries()) {
    const { version } = await outcomes.record(number, { outcome: 'selected', until, version: 0 }, people.chair)
    await outcomes.confirm(number, { version }, people.registry)
    await db.execute(
      sql`update final_outcome_statuses set published_id = outcome_id where application_id = ${id}::uuid`,
    )
    const state = answers[index] ?? 'offered'
    const settledAt = state === 'offered' ? null : addDays(clock(), -2).toISOString()
    await db.execute(sql`
      update offers set state = ${state}, offered_at = ${offeredAt.toISOString()}::timestamptz,
        settled_at = ${settledAt}::timestamptz
      where application_id = ${id}::uuid`)
  }
}
