// A settlement file: which heading stands for what, and what each line says.
import {
  beginAtHeadings,
  chooseMapping,
  type ListError,
  type ListRow,
  listNamesOfColumns,
  type ReadableTable,
  type UploadedListColumns,
} from '#server/providers/files/tables/read-list.ts'
import { toPaymentType } from '#shared/policy/payment-type.ts'
import {
  amountText,
  dayText,
  knownSettlementHeadings,
  optionalSettlementColumns,
  rrrText,
  type SettlementColumn,
  type SettlementMapping,
  settlementColumnLabels,
  settlementColumns,
} from '#shared/staff/settlements.ts'

export interface SettlementLine {
  line: number
  /** Empty where only the order is stated. */
  rrr: string
  order: string
  amountKobo: number
  chargeKobo: number | null
  paidOn: string
  settledOn: string | null
  channel: string
}

type ReadLine =
  | { kind: 'line'; line: SettlementLine }
  /** The sum below the lines, as many banks write it. */
  | { kind: 'total'; line: number; amountKobo: number }
  | { kind: 'failed'; errors: ListError[] }

const maxHeadings = 100
const maxChannel = 40
const totalLabel = /^(?:(?:grand )?total:?)?$/i

/** The headings of a file that begins at them; none of one that cannot be read. */
async function readHeadings(table: ReadableTable): Promise<string[]> {
  if (table.kind === 'invalid') return []
  for await (const [head] of table.readBatches())
    return (head?.cells ?? []).filter((heading) => heading !== '').slice(0, maxHeadings)
  return []
}

/** The file from its headings on, which of them stands for what, and all of them. */
export async function readMapping(
  table: ReadableTable,
  chosen: SettlementMapping,
  former: SettlementMapping | null,
): Promise<{ table: ReadableTable; headings: string[]; mapping: SettlementMapping }> {
  const sources = { known: knownSettlementHeadings, chosen, former }
  const fromHeadings = beginAtHeadings(table, listNamesOfColumns(sources))
  const headings = await readHeadings(fromHeadings)
  return { table: fromHeadings, headings, mapping: chooseMapping(headings, sources) }
}

export const describeColumns = (mapping: SettlementMapping): UploadedListColumns<SettlementColumn> => ({
  headings: Object.fromEntries(settlementColumns.map((column) => [column, mapping[column] ?? ''])) as Record<
    SettlementColumn,
    string
  >,
  optional: optionalSettlementColumns,
  ignoresOthers: true,
  labels: settlementColumnLabels,
  emptyReason: 'there is no payment below the headings',
})

interface ReadOptions {
  mapping: SettlementMapping
  firstDay: string
  lastDay: string
}

/** Reads one line; what is wrong with it is named by its column. */
export function readLine(
  { line, cells, errors: rowErrors }: ListRow<SettlementColumn>,
  { mapping, firstDay, lastDay }: ReadOptions,
): ReadLine {
  const errors: ListError[] = rowErrors.map((error) => ({ line, ...error }))
  const add = (column: SettlementColumn, reason: string) =>
    errors.push({ line, column: mapping[column] ?? column, reason })
  const read = <T>(column: SettlementColumn, schema: Schema<T>): T | null => {
    if (cells[column] === '') return null
    const parsed = schema.safeParse(cells[column])
    if (parsed.success) return parsed.data
    add(column, parsed.error.issues[0]?.message ?? 'cannot be read')
    return null
  }
  const require = <T>(column: SettlementColumn, schema: Schema<T>): T | null => {
    if (cells[column] === '') add(column, 'is missing')
    return read(column, schema)
  }

  const amountKobo = require('amount', amountText)
  const { rrr: rrrCell, order, paidOn: dayCell } = cells
  if ([rrrCell, order, dayCell].every((cell) => totalLabel.test(cell)) && amountKobo !== null)
    return { kind: 'total', line, amountKobo }
  const rrr = cells.order === '' ? require('rrr', rrrText) : read('rrr', rrrText)
  const paidOn = require('paidOn', dayText)
  if (paidOn && (paidOn < firstDay || paidOn > lastDay))
    add('paidOn', `is outside the days of this file, ${firstDay} to ${lastDay}`)
  const chargeKobo = read('charge', amountText)
  const settledOn = read('settledOn', dayText)
  if (cells.channel.startsWith('=')) add('channel', 'is a formula: put its value in its place')
  if (errors.length > 0 || amountKobo === null || paidOn === null) return { kind: 'failed', errors }
  return {
    kind: 'line',
    line: {
      line,
      rrr: rrr ?? '',
      order: cells.order,
      amountKobo,
      chargeKobo,
      paidOn,
      settledOn,
      channel: toPaymentType(cells.channel.slice(0, maxChannel)),
    },
  }
}

interface Schema<T> {
  safeParse(text: string): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } }
}
