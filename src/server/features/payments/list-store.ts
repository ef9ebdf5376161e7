// The list of payments, without those of applicants from whose cases the reader is recused.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beginsWith, inNaira } from '#server/database/conditions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { payments } from '#server/database/schema/payments.ts'
import { recognizeIdentifier } from '#server/domain/applicant-search.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { nameChannel } from '#server/domain/payment-channels.ts'
import { areApplicantsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader, type SearchStep } from '#server/lists/list-source.ts'
import { listPaymentScopes, paymentList } from '#shared/lists/payments.ts'
import { hasWholePermissionIn } from '#shared/roles/permissions.ts'
import { difference, differsAs, isAfterFirstDeadline, isLate, isPaidBy } from './conditions-store.ts'
import { presentListedPayment } from './staff-presenter.ts'

const t = payments

function getScope({ exerciseId, staffId, grants }: ListReader, query: Readonly<Record<string, unknown>>) {
  if (exerciseId === null) return sql`false`
  return and(
    eq(t.exerciseId, exerciseId),
    areApplicantsWithin({ exerciseId, staffId, scopes: listPaymentScopes(grants, query) }),
    query.late === 'yes' ? isAfterFirstDeadline(exerciseId) : undefined,
  )
}

/** An order may begin with a user ID. Each part is read by an index of its own. */
async function search(typed: string): Promise<SearchStep[]> {
  const identifier = recognizeIdentifier(typed)
  const order = { condition: eq(t.orderId, typed) }
  if (identifier?.kind === 'userId') return [{ condition: beginsWith(applicantIndex.userId, identifier.text) }, order]
  return identifier?.kind === 'rrr' ? [{ condition: eq(t.rrr, identifier.text) }, order] : [order]
}

/** What the staff read of a payment, on this page and on its own. */
export const selectedPayment = {
  id: t.id,
  rrr: t.rrr,
  order: t.orderId,
  state: t.status,
  feeKobo: t.feeKobo,
  chargeKobo: t.chargeKobo,
  paidKobo: t.paidKobo,
  channel: t.paymentType,
  differs: difference,
  isLate,
  requestedAt: t.createdAt,
  paidAt: t.paidAt,
  checkedAt: t.checkedAt,
  nextCheckAt: t.nextCheckAt,
}

export const paymentSource = defineListSource({
  list: paymentList,
  from: sql`${t} join ${applicantIndex} on ${eq(applicantIndex.accountId, t.accountId)}`,
  select: { ...selectedPayment, userId: applicantIndex.userId, name: applicantIndex.name },
  filters: {
    userId: applicantIndex.userId,
    state: t.status,
    channel: isPaidBy,
    differs: differsAs,
    late: isLate,
    paidAt: t.paidAt,
  },
  orders: {
    requested: { by: [t.createdAt, t.id] },
    paidAt: { by: [t.paidAt, t.id], required: isNotNull(t.paidAt) },
  },
  search,
  scope: getScope,
  present: (rows, { grants, exerciseId }) => {
    const showsAmounts = hasWholePermissionIn(grants, 'payment:read', { exerciseId })
    return rows.map(({ userId, name, ...payment }) => ({
      ...presentListedPayment(payment, showsAmounts),
      userId,
      name,
    }))
  },
  exported: () => ({
    rrr: t.rrr,
    order: t.orderId,
    userId: applicantIndex.userId,
    name: applicantIndex.name,
    state: t.status,
    due: inNaira(sql`(${t.feeKobo} + ${t.chargeKobo})`),
    paid: inNaira(t.paidKobo),
    channel: nameChannel(t.paymentType),
    differs: difference,
    late: isLate,
    requested: toLagosTime(t.createdAt),
    paidAt: toLagosTime(t.paidAt),
    checked: toLagosTime(t.checkedAt),
    nextCheck: toLagosTime(t.nextCheckAt),
  }),
})
