import { byteOrderMark, formatCsvRow } from '#shared/format/csv.ts'
import type { Cell } from '#shared/lists/exports/export-tables.ts'

/** The lines of a CSV file in pieces. @param rows in batches; the first row has the headings */
export async function* writeCsv(batches: AsyncIterable<readonly Cell[][]>): AsyncGenerator<Uint8Array> {
  let text = byteOrderMark
  for await (const rows of batches) {
    for (const row of rows) text += formatCsvRow(row.map(formatText))
    yield Buffer.from(text)
    text = ''
  }
}

function formatText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.day : String(cell)
}
