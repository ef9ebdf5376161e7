// The bytes of an exported file, from the cursor to the archive.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Cell, createCells, decideLastValue, listValueKeys } from '#shared/lists/exports/export-tables.ts'
import { type Snapshot, withSnapshot } from './read-snapshot.ts'
import type { ExportSummary, QueriedTable, TableExport, TableProgress } from './table-exporter.ts'
import { writeCsv } from './write-csv.ts'
import { type SheetRows, writeWorkbook } from './write-workbook.ts'

/**
 * Each takes the database and the thread about a millisecond, for which an applicant's call may have to wait. A row with all
 * answers of an application is some hundred times as large as one without.
 */
const batchSizes = { nothing: 50, entries: 20, answers: 5 } as const
/** Applicants come first: after the time that a batch took, the export rests so many times as long. */
const restPerWork = 9
const maxRestMs = 500
const rowsPerReport = 2_000

export async function* writeExport(
  client: pg.ClientBase,
  { format, tables }: Pick<TableExport, 'format' | 'tables'>,
  { report, decrypt }: { report: (progress: TableProgress) => void; decrypt: Decrypt },
): AsyncGenerator<Uint8Array, ExportSummary> {
  const used = format === 'csv' ? tables.slice(0, 1) : tables
  const progress = { done: 0, total: 0, rows: 0 }
  yield* withSnapshot(client, async function* (snapshot) {
    for (const { statement } of used) progress.total += await snapshot.count(statement)
    report({ done: 0, total: progress.total })
    const countRows = createCounter(progress, report)
    const readTable = (one: QueriedTable) =>
      readRows(snapshot, one, {
        decrypt,
        onRead(count) {
          if (one === used[0]) progress.rows += count
          countRows(count)
        },
      })
    yield* format === 'csv' ? writeFirst(used, readTable) : writeWorkbook(listSheets(used, readTable), new Date())
    report({ done: progress.done, total: progress.total })
  })
  return { rows: progress.rows }
}

/** @throws Error for a value that cannot be read */
export type Decrypt = (encrypted: Uint8Array) => string

type ReadTable = (one: QueriedTable) => AsyncGenerator<Cell[][]>

async function* writeFirst([first]: readonly QueriedTable[], readTable: ReadTable): AsyncGenerator<Uint8Array> {
  if (first) yield* writeCsv(readTable(first))
}

async function* listSheets(tables: readonly QueriedTable[], readTable: ReadTable): AsyncGenerator<SheetRows> {
  for (const one of tables) yield { name: one.table.name, batches: readTable(one) }
}

/** The headings, then the rows in batches. @param onRead gets how many rows of the database were read */
async function* readRows(
  snapshot: Snapshot,
  { table, statement, encrypted = [] }: QueriedTable,
  { decrypt, onRead }: { decrypt: Decrypt; onRead: (count: number) => void },
): AsyncGenerator<Cell[][]> {
  yield [table.columns.map(({ heading }) => heading)]
  const positions = listValueKeys(table).flatMap((key, index) => (encrypted.includes(key) ? index : []))
  let startedAt = performance.now()
  for await (const rows of snapshot.read(statement, batchSizes[decideLastValue(table)])) {
    for (const values of rows) for (const index of positions) values[index] = decryptValue(values[index], decrypt)
    yield rows.flatMap((values) => createCells(table, values))
    onRead(rows.length)
    await sleep(Math.min(restPerWork * (performance.now() - startedAt), maxRestMs))
    startedAt = performance.now()
  }
}

/** One that was damaged must not stop the file of all the others. */
function decryptValue(value: unknown, decrypt: Decrypt): string | null {
  if (!(value instanceof Uint8Array)) return null
  try {
    return decrypt(value)
  } catch {
    return null
  }
}

function createCounter(progress: TableProgress, report: (progress: TableProgress) => void) {
  let unreported = 0
  return (count: number) => {
    progress.done += count
    unreported += count
    if (unreported < rowsPerReport) return
    unreported = 0
    report({ done: progress.done, total: progress.total })
  }
}
