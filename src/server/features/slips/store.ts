import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/platform/database/schema/applications-and-drafts.ts'
import { payments } from '#server/platform/database/schema/payments.ts'
import type { GenuineSlip } from '#shared/api/slips.ts'
import { formatFullName } from '#shared/format/names.ts'

const name = { surName: accounts.surname, firstName: accounts.firstName, middleName: accounts.middleName }

/** The slip with this verification code; null when there is none or its payment is not paid. */
export async function findSlipByCode(tx: Tx, code: string): Promise<GenuineSlip | null> {
  const [application] = await tx
    .select({ ...name, number: applications.number, date: applications.submittedAt })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(eq(applications.slipCode, code))
  if (application) return presentSlip('application', application)

  const [payment] = await tx
    .select({ ...name, number: payments.rrr, date: payments.paidAt })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .where(and(eq(payments.slipCode, code), eq(payments.status, 'paid')))
  return payment ? presentSlip('payment', payment) : null
}

interface SlipRow {
  surName: string
  firstName: string
  middleName: string
  number: string | null
  date: Date | null
}

const presentSlip = (kind: GenuineSlip['kind'], { number, date, ...person }: SlipRow): GenuineSlip => ({
  kind,
  name: formatFullName(person),
  number: number ?? '',
  date: (date ?? new Date(0)).toISOString(),
})
