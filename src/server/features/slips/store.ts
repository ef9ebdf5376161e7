import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { offers } from '#server/database/schema/decisions/offers.ts'
import { publicationItems, publications } from '#server/database/schema/decisions/publications.ts'
import { applicationVersions } from '#server/database/schema/decisions/returns.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import { payments } from '#server/database/schema/payments.ts'
import { contactColumns, presentContact } from '#server/domain/registry-contact.ts'
import { hasLostSeatText } from '#server/domain/told-seats.ts'
import { presentWithdrawnAt } from '#server/domain/withdrawals.ts'
import type { GenuineSlip } from '#shared/api/applicant/slips.ts'
import { formatFullName } from '#shared/format/names.ts'
import type { PublishedSeat } from '#shared/staff/published-content.ts'

const name = { surName: accounts.surname, firstName: accounts.firstName, middleName: accounts.middleName }
const ownExercise = { institution: exercises.institution, title: exercises.title, year: exercises.year }
const publicColumns = {
  ...name,
  role: accounts.role,
  school: accounts.school,
  department: accounts.department,
  ...ownExercise,
}

/** The slip with this verification code; null when there is none or its payment is not paid. */
export async function findSlipByCode(tx: Tx, code: string): Promise<GenuineSlip | null> {
  const [application] = await tx
    .select({
      ...publicColumns,
      number: applications.number,
      date: applications.submittedAt,
      withdrawnAt: applications.withdrawnAt,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(applications.slipCode, code))
  if (application) return { ...presentSlip('application', application), ...presentWithdrawnAt(application) }

  const [payment] = await tx
    .select({ ...publicColumns, number: payments.rrr, date: payments.paidAt })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(and(eq(payments.slipCode, code), eq(payments.status, 'paid')))
  if (payment) return presentSlip('payment', payment)

  const [replaced] = await tx
    .select({
      ...publicColumns,
      number: applications.number,
      date: applicationVersions.submittedAt,
      replacedAt: applications.submittedAt,
      withdrawnAt: applications.withdrawnAt,
    })
    .from(applicationVersions)
    .innerJoin(applications, eq(applications.id, applicationVersions.applicationId))
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(applicationVersions.slipCode, code))
  if (!replaced) return findOfferByCode(tx, code)
  const replacedAt = replaced.replacedAt.toISOString()
  return { ...presentSlip('application', replaced), replacedAt, ...presentWithdrawnAt(replaced) }
}

/** Its state is nobody's business but that it was withdrawn. The post is that of the offer. */
async function findOfferByCode(tx: Tx, code: string): Promise<GenuineSlip | null> {
  const [offer] = await tx
    .select({
      ...publicColumns,
      role: exercisePosts.role,
      school: exercisePosts.school,
      department: exercisePosts.department,
      number: applications.number,
      date: offers.offeredAt,
      withdrawnAt: sql<Date | null>`case when ${offers.state} = 'withdrawn' then ${offers.settledAt} end`.mapWith(
        offers.settledAt,
      ),
    })
    .from(offers)
    .innerJoin(exercisePosts, eq(exercisePosts.id, offers.postId))
    .innerJoin(applications, eq(applications.id, offers.applicationId))
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(offers.slipCode, code))
  return offer ? { ...presentSlip('offer', offer), ...presentWithdrawnAt(offer) } : null
}

interface SlipRow extends Pick<GenuineSlip, 'institution' | 'role' | 'school' | 'department'> {
  surName: string
  firstName: string
  middleName: string
  number: string | null
  date: Date | null
  title: string
  year: number
}

const presentSlip = (
  kind: GenuineSlip['kind'],
  { number, date, institution, title, year, role, school, department, ...person }: SlipRow,
): GenuineSlip => ({
  kind,
  name: formatFullName(person),
  number: number ?? '',
  date: (date ?? new Date(0)).toISOString(),
  institution,
  exercise: `${title} ${year}`,
  role,
  school,
  department,
})

const selectOwner = (tx: Tx, accountId: string) =>
  tx
    .select({
      ...name,
      userId: accounts.userId,
      phone: accounts.phone,
      email: accounts.email,
      examDate: accounts.examDate,
      examTime: accounts.examTime,
      examVenue: accounts.examVenue,
      exercise: { ...ownExercise, ...contactColumns },
      withdrawnAt: applications.withdrawnAt,
      hasLostSeat: sql<boolean | null>`${sql.raw(hasLostSeatText('applications'))}`,
    })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .where(eq(accounts.id, accountId))

const noExam = { examDate: null, examTime: null, examVenue: null }

/** Whose slips these are, with own exercise, and the exam unless the application was withdrawn or its seat was given back. */
export type SlipOwner = NonNullable<Awaited<ReturnType<typeof findSlipOwner>>>

export async function findSlipOwner(tx: Tx, accountId: string) {
  const [row] = await selectOwner(tx, accountId)
  if (!row) return null
  const { withdrawnAt, hasLostSeat, ...owner } = row
  const { institution, title, year, ...contact } = owner.exercise
  return {
    ...owner,
    isWithdrawn: withdrawnAt !== null,
    ...((withdrawnAt || hasLostSeat) && noExam),
    exercise: { institution, title, year, contact: presentContact(contact) },
  }
}

/**
 * Of what seat the applicant was told last, and how often of one for the same kind of sitting. None for an exam that was not
 * published as a seat.
 */
export async function findToldSeats(
  tx: Tx,
  accountId: string,
): Promise<{ newest: PublishedSeat | null; count: number }> {
  const rows = await tx
    .select({ seat: sql<PublishedSeat>`${publicationItems.content}` })
    .from(publicationItems)
    .innerJoin(publications, eq(publications.id, publicationItems.publicationId))
    .innerJoin(applications, eq(applications.id, publicationItems.applicationId))
    .where(
      and(
        eq(applications.accountId, accountId),
        eq(publicationItems.state, 'done'),
        inArray(publicationItems.sourceTable, ['seats', 'released_seats']),
      ),
    )
    .orderBy(desc(publications.publishedAt))
  const newest = rows[0]?.seat ?? null
  return { newest, count: rows.filter(({ seat }) => seat.kind === newest?.kind).length }
}
