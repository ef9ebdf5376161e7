import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts, applications, payments } from '#server/platform/database/schema/schema.ts'
import type { GenuineSlip } from '#shared/api/slips.ts'
import { fullName } from '#shared/format/names.ts'

const name = { surName: accounts.surname, firstName: accounts.firstName, middleName: accounts.middleName }

/** The slip with this code, or null when there is none or its payment is not paid. */
export async function slipByCode(tx: Tx, code: string): Promise<GenuineSlip | null> {
  const [application] = await tx
    .select({ ...name, number: applications.number, date: applications.submittedAt })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(eq(applications.slipCode, code))
  if (application) return slip('application', application)

  const [payment] = await tx
    .select({ ...name, number: payments.rrr, date: payments.paidAt })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .where(and(eq(payments.slipCode, code), eq(payments.status, 'paid')))
  return payment ? slip('payment', payment) : null
}

interface Found {
  surName: string
  firstName: string
  middleName: string
  number: string | null
  date: Date | null
}

const slip = (kind: GenuineSlip['kind'], { number, date, ...named }: Found): GenuineSlip => ({
  kind,
  name: fullName(named),
  number: number ?? '',
  date: (date ?? new Date(0)).toISOString(),
})
