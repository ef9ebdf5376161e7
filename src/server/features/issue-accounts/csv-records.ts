// Reads comma-separated values as spreadsheets write them (RFC 4180).

export interface CsvRecord {
  /** The line of the file that it begins on, counted from 1. */
  line: number
  cells: string[]
}

/** The records of a text, without those that are wholly empty. A quote that is never closed takes in the rest. */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, cells: [] }
  let cell = ''
  let line = 1
  let isQuoted = false

  const endCell = () => {
    record.cells.push(cell.trim())
    cell = ''
  }
  const endRecord = () => {
    endCell()
    if (record.cells.some((one) => one !== '')) records.push(record)
    record = { line, cells: [] }
  }

  // Spreadsheets put a byte order mark in front.
  for (const token of text.replace(/^\uFEFF/, '').match(/""|"|,|\r\n|\r|\n|[^",\r\n]+/g) ?? []) {
    const isBreak = token === '\n' || token === '\r' || token === '\r\n'
    if (isBreak) line += 1
    if (token === '"') isQuoted = !isQuoted
    else if (token === '""') cell += isQuoted ? '"' : ''
    else if (token === ',' && !isQuoted) endCell()
    else if (isBreak && !isQuoted) endRecord()
    else cell += token
  }
  endRecord()
  return records
}
