import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/platform/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/platform/database/schema/exercises.ts'
import { payments } from '#server/platform/database/schema/payments.ts'
import type { GenuineSlip } from '#shared/api/slips.ts'
import { formatFullName } from '#shared/format/names.ts'

const columns = {
  surName: accounts.surname,
  firstName: accounts.firstName,
  middleName: accounts.middleName,
  institution: exercises.institution,
  title: exercises.title,
  year: exercises.year,
}
const ownExercise = eq(exercises.id, accounts.exerciseId)

/** The slip with this verification code; null when there is none or its payment is not paid. */
export async function findSlipByCode(tx: Tx, code: string): Promise<GenuineSlip | null> {
  const [application] = await tx
    .select({ ...columns, number: applications.number, date: applications.submittedAt })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(exercises, ownExercise)
    .where(eq(applications.slipCode, code))
  if (application) return presentSlip('application', application)

  const [payment] = await tx
    .select({ ...columns, number: payments.rrr, date: payments.paidAt })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .innerJoin(exercises, ownExercise)
    .where(and(eq(payments.slipCode, code), eq(payments.status, 'paid')))
  return payment ? presentSlip('payment', payment) : null
}

interface SlipRow {
  surName: string
  firstName: string
  middleName: string
  institution: string
  title: string
  year: number
  number: string | null
  date: Date | null
}

const presentSlip = (
  kind: GenuineSlip['kind'],
  { number, date, institution, title, year, ...person }: SlipRow,
): GenuineSlip => ({
  kind,
  name: formatFullName(person),
  number: number ?? '',
  date: (date ?? new Date(0)).toISOString(),
  institution,
  exercise: `${title} ${year}`,
})
