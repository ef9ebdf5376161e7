// The imported settlements, and their lines beside the payments here.
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { contains, inNaira, isOneOf } from '#server/database/conditions.ts'
import { imports } from '#server/database/schema/imports.ts'
import { reconciliation, settlements } from '#server/database/schema/settlements.ts'
import { staff } from '#server/database/schema/staff.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { nameChannel } from '#server/domain/payment-channels.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { reconciliationList } from '#shared/lists/reconciliation.ts'
import { settlementList } from '#shared/lists/settlements.ts'
import { toPaymentType } from '#shared/policy/payment-type.ts'
import { cleanRrr } from '#shared/policy/rrr.ts'
import { hasPermissionIn } from '#shared/roles/permissions.ts'
import type { MoneyCaseState } from '#shared/staff/money-cases.ts'

const isOfExercise = (column: typeof settlements.exerciseId | typeof reconciliation.exerciseId, reader: ListReader) =>
  reader.exerciseId !== null && hasPermissionIn(reader.grants, 'settlement:import', { exerciseId: reader.exerciseId })
    ? sql`${column} = ${reader.exerciseId}`
    : sql`false`

/** Its first moment, to be compared with that of a filter. */
const startOf = (day: typeof settlements.firstDay | typeof reconciliation.day) =>
  sql`(${day}::timestamp at time zone 'Africa/Lagos')`
const toText = (day: typeof settlements.firstDay | typeof reconciliation.day) =>
  sql<string>`to_char(${day}, 'YYYY-MM-DD')`

const s = settlements
const total = sql<number>`((${imports.options}->>'totalKobo')::numeric / 100)::float8`
const fileName = sql<string>`${imports.options}->>'name'`
const openCasesOf = sql`from settlement_lines entry join money_cases on line_id = entry.id
  where entry.settlement_id = ${s.id} and money_cases.ended_at is null`
const openCases = sql<number>`(select count(*)::int ${openCasesOf})`

const cases = sql<string>`case when exists (select ${openCasesOf}) then 'open' else 'ended' end`

export const settlementSource = defineListSource({
  list: settlementList,
  from: sql`${s} join ${imports} on ${eq(imports.id, s.importId)} join ${staff} on ${eq(staff.id, imports.madeBy)}`,
  select: {
    id: s.id,
    file: fileName,
    firstDay: toText(s.firstDay),
    lastDay: sql<string>`to_char(${s.lastDay}, 'YYYY-MM-DD')`,
    lines: imports.lines,
    total,
    openCases,
    importedAt: s.importedAt,
    importedBy: staff.name,
  },
  filters: { days: startOf(s.firstDay), cases },
  orders: { days: { by: [toText(s.firstDay), s.importedAt, s.id] } },
  search: (text) => contains([fileName], text),
  scope: (reader) => isOfExercise(s.exerciseId, reader),
  present: (rows) => rows.map((row) => ({ ...row, importedAt: row.importedAt.toISOString() })),
  exported: () => ({
    days: sql`${toText(s.firstDay)} || ' – ' || to_char(${s.lastDay}, 'YYYY-MM-DD')`,
    file: fileName,
    lines: imports.lines,
    total,
    openCases,
    cases,
    imported: toLagosTime(s.importedAt),
    importedBy: staff.name,
  }),
})

const r = reconciliation
const toNumber = (kobo: Parameters<typeof inNaira>[0]) => sql<number | null>`${inNaira(kobo)}::float8`
const byNumber = (value: typeof r.line | typeof r.amountKobo) => sql`lpad(coalesce(${value}, 0)::text, 15, '0')`

/** Of the rows of a page alone: the state that the view has would be read of all rows before they are in order. */
const caseOf = sql`from money_cases known
  where (known.line_id = ${r.lineId} or known.payment_id = ${r.paymentId}) and known.kind = ${r.caseKind} limit 1`

const casesIn = (states: string) => sql`from money_cases where ${isOneOf(sql`state`)(states)}`

export const reconciliationSource = defineListSource({
  list: reconciliationList,
  from: sql`${r}`,
  select: {
    key: r.key,
    line: r.line,
    rrr: r.rrr,
    day: toText(r.day),
    settledOn: sql<string | null>`to_char(${r.settledOn}, 'YYYY-MM-DD')`,
    channel: r.channel,
    amount: toNumber(r.amountKobo),
    charge: toNumber(r.chargeKobo),
    here: toNumber(r.hereKobo),
    verdict: r.verdict,
    caseId: sql<string | null>`(select known.id ${caseOf})`,
    caseState: sql<MoneyCaseState | null>`(select known.state ${caseOf})`,
  },
  filters: {
    rrr: r.rrr,
    day: startOf(r.day),
    channel: (typed) => eq(r.channel, toPaymentType(typed)),
    verdict: r.verdict,
    case: (
      states,
    ) => sql`((${r.lineId}, ${r.caseKind}) in (select line_id, kind ${casesIn(states)} and line_id is not null)
      or (${r.paymentId}, ${r.caseKind}) in (select payment_id, kind ${casesIn(states)} and payment_id is not null))`,
    // Single values: by a join the payments of every exercise would be compared.
    settlement: (id) => {
      const ofFile = (column: PgColumn) => sql`(select ${column} from ${s} where ${s.id} = ${id}::uuid)`
      return sql`(${r.settlementId} = ${id}::uuid or (${r.verdict} = 'missing_there' and ${r.exerciseId} = ${ofFile(s.exerciseId)}
        and ${r.day} between ${ofFile(s.firstDay)} and ${ofFile(s.lastDay)}))`
    },
  },
  orders: {
    day: { by: [r.day, r.key] },
    line: { by: [byNumber(r.line), r.key] },
    amount: { by: [byNumber(r.amountKobo), r.key] },
  },
  search: (text) => eq(r.rrr, cleanRrr(text)),
  // All lines of a file, also of payments of another exercise.
  scope: (reader, { settlement }) =>
    typeof settlement === 'string'
      ? sql`exists (select from ${s} where ${s.id} = ${settlement}::uuid and ${isOfExercise(s.exerciseId, reader)})`
      : isOfExercise(r.exerciseId, reader),
  present: (rows) =>
    rows.map(({ caseId, caseState, ...row }) => ({
      ...row,
      case: caseId && caseState ? { id: caseId, state: caseState } : null,
    })),
  exported: () => ({
    line: r.line,
    rrr: r.rrr,
    day: toText(r.day),
    settledOn: sql`to_char(${r.settledOn}, 'YYYY-MM-DD')`,
    channel: nameChannel(r.channel),
    amount: inNaira(r.amountKobo),
    charge: inNaira(r.chargeKobo),
    here: inNaira(r.hereKobo),
    verdict: r.verdict,
    case: r.caseState,
  }),
})
