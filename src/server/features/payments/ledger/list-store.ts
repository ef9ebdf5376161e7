// The ledger as a list. It names no applicant, so that nobody is recused from a part of it.
import { and, type SQL, sql } from 'drizzle-orm'
import { beginsWith, inNaira } from '#server/database/conditions.ts'
import { nameChannel } from '#server/domain/payment-channels.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { listConditions } from '#server/lists/staff-list.ts'
import { ledgerList } from '#shared/lists/ledger.ts'
import { toNaira } from '#shared/policy/money.ts'
import { hasPermissionIn } from '#shared/roles/permissions.ts'
import type { LedgerAccount } from '#shared/staff/ledger.ts'
import { isOfChannel } from '../conditions-store.ts'
import { ledger } from './ledger-store.ts'

const channel = sql<string>`ledger.channel`
const day = sql<string>`ledger.day`

const getScope = ({ exerciseId, grants }: Pick<ListReader, 'exerciseId' | 'grants'>): SQL =>
  exerciseId !== null && hasPermissionIn(grants, 'money:export', { exerciseId })
    ? sql`ledger.exercise_id = ${exerciseId}`
    : sql`false`

const filters = {
  day: sql`ledger.day_start`,
  channel: (values: string) => isOfChannel(channel, values),
  account: sql`ledger.account`,
}
const search = (text: string) => beginsWith(day, text)

/** The rows that the list shows for these filters. */
export const areLedgerRows = (reader: ListReader, query: Readonly<Record<string, unknown>>): SQL | undefined =>
  and(
    getScope(reader),
    ...listConditions(ledgerList, filters, query, reader),
    typeof query.q === 'string' && query.q ? search(query.q) : undefined,
  )

export const ledgerSource = defineListSource({
  list: ledgerList,
  from: ledger,
  select: {
    id: sql<string>`ledger.id`,
    day,
    channel,
    account: sql<LedgerAccount>`ledger.account`,
    debitKobo: sql<number>`ledger.debit_kobo::float8`,
    creditKobo: sql<number>`ledger.credit_kobo::float8`,
  },
  filters,
  orders: { day: { by: [day, sql`ledger.id`] } },
  search,
  scope: getScope,
  present: (rows) =>
    rows.map((row) => ({
      id: `${row.day} ${row.id}`,
      day: row.day,
      channel: row.channel,
      account: row.account,
      debit: toNaira(row.debitKobo),
      credit: toNaira(row.creditKobo),
    })),
  exported: () => ({
    day,
    channel: sql`coalesce(${nameChannel(channel)}, 'Not named')`,
    account: sql`ledger.account`,
    debit: inNaira(sql`ledger.debit_kobo`),
    credit: inNaira(sql`ledger.credit_kobo`),
  }),
})
