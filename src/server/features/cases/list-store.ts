// The lists of money cases and of refunds, without those of applicants from whose cases the reader is recused.
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { inNaira } from '#server/database/conditions.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { moneyCases } from '#server/database/schema/money-cases.ts'
import { staff } from '#server/database/schema/staff.ts'
import { toLagosDay } from '#server/domain/lagos-days.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { listNames } from '#shared/format/labels.ts'
import { moneyCaseList } from '#shared/lists/money-cases.ts'
import { refundList } from '#shared/lists/refunds.ts'
import { toNaira } from '#shared/policy/money.ts'
import { cleanRrr, isRrr } from '#shared/policy/rrr.ts'
import { hasPermissionIn } from '#shared/roles/permissions.ts'
import { refundStates } from '#shared/staff/money-cases.ts'

const t = moneyCases

function getScope({ exerciseId, staffId, grants }: ListReader): SQL | undefined {
  if (exerciseId === null || !hasPermissionIn(grants, 'case:read', { exerciseId })) return sql`false`
  // By itself the second condition lets the planner expect no row where nobody is known, and so sort all of them.
  return and(eq(t.exerciseId, exerciseId), or(isNull(t.accountId), isNotRecusedFrom(t.accountId, staffId)))
}

function search(typed: string): SQL {
  const rrr = cleanRrr(typed)
  if (isRrr(rrr)) return eq(t.rrr, rrr)
  return sql`${t.accountId} in (select ${accounts.id} from ${accounts} where ${accounts.userId} = ${typed.toUpperCase()})`
}

const userId = sql<string | null>`(select ${accounts.userId} from ${accounts} where ${eq(accounts.id, t.accountId)})`

export const moneyCaseSource = defineListSource({
  list: moneyCaseList,
  from: sql`${t} left join ${staff} on ${eq(staff.id, t.proposedBy)}`,
  countedFrom: sql`${t}`,
  select: {
    id: t.id,
    kind: t.kind,
    rrr: t.rrr,
    userId,
    amountKobo: t.amountKobo,
    state: t.state,
    openedAt: t.openedAt,
    proposedBy: sql<string | null>`${staff.name}`,
    refundKobo: t.refundKobo,
  },
  filters: {
    kind: t.kind,
    state: t.state,
    opened: t.openedAt,
    by: (_others, { staffId }) => ne(t.proposedBy, staffId),
  },
  orders: { opened: { by: [t.openedAt, t.id] } },
  search,
  scope: getScope,
  present: (rows) =>
    rows.map(({ amountKobo, refundKobo, openedAt, ...row }) => ({
      ...row,
      amount: toNaira(amountKobo),
      refund: refundKobo === null ? null : toNaira(refundKobo),
      openedAt: openedAt.toISOString(),
    })),
  exported: () => ({
    kind: t.kind,
    rrr: t.rrr,
    userId,
    amount: inNaira(t.amountKobo),
    state: t.state,
    opened: toLagosDay(t.openedAt),
    proposed: staff.name,
    refund: inNaira(t.refundKobo),
  }),
})

export const refundSource = defineListSource({
  list: refundList,
  from: sql`${t}`,
  select: {
    id: t.id,
    rrr: t.rrr,
    userId,
    kind: t.kind,
    refundKobo: sql<number>`${t.refundKobo}::float8`,
    state: sql<keyof typeof refundStates>`${t.state}`,
    approvedAt: sql<Date>`${t.approvedAt}`.mapWith(t.approvedAt),
    refundedOn: t.refundedOn,
    reference: t.refundReference,
  },
  filters: { kind: t.kind, state: t.state, approved: t.approvedAt },
  orders: { approved: { by: [t.approvedAt, t.id] } },
  search,
  scope: (reader) => and(getScope(reader), inArray(t.state, listNames(refundStates))),
  present: (rows) =>
    rows.map(({ refundKobo, approvedAt, ...row }) => ({
      ...row,
      refund: toNaira(refundKobo),
      approvedAt: new Date(approvedAt).toISOString(),
    })),
  exported: () => ({
    rrr: t.rrr,
    userId,
    kind: t.kind,
    refund: inNaira(t.refundKobo),
    state: t.state,
    approved: toLagosDay(t.approvedAt),
    paidOut: t.refundedOn,
    reference: t.refundReference,
  }),
})
