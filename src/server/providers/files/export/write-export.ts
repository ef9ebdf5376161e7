// The bytes of an exported file, from the copied rows to the archive.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Cell, createCells, decideLastValue, listValueKeys } from '#shared/lists/exports/export-tables.ts'
import { type SnapshotTable, takeSnapshot } from './read-snapshot.ts'
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
  const copies = await takeSnapshot(
    client,
    used.map(({ statement }) => statement),
  )
  for (const { count } of copies) progress.total += count
  report({ done: 0, total: progress.total })
  const countRows = createCounter(progress, report)
  const listed = copies.map((copy, index): SheetRows => {
    const queried = used[index] as QueriedTable
    const onRead = (count: number) => {
      if (index === 0) progress.rows += count
      countRows(count)
    }
    return { name: queried.table.name, batches: readRows(copy, queried, { decrypt, onRead }) }
  })
  yield* format === 'csv' ? writeFirst(listed) : writeWorkbook(listed, new Date())
  report({ done: progress.done, total: progress.total })
  return { rows: progress.rows }
}

/** @throws Error for a value that cannot be read */
export type Decrypt = (encrypted: Uint8Array) => string

async function* writeFirst([first]: readonly SheetRows[]): AsyncGenerator<Uint8Array> {
  if (first) yield* writeCsv(first.batches)
}

/** The headings, then the rows in batches. @param onRead gets how many rows of the database were read */
async function* readRows(
  copy: SnapshotTable,
  { table, encrypted = [] }: QueriedTable,
  { decrypt, onRead }: { decrypt: Decrypt; onRead: (count: number) => void },
): AsyncGenerator<Cell[][]> {
  yield [table.columns.map(({ heading }) => heading)]
  const positions = listValueKeys(table).flatMap((key, index) => (encrypted.includes(key) ? index : []))
  let startedAt = performance.now()
  for await (const rows of copy.read(batchSizes[decideLastValue(table)])) {
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
