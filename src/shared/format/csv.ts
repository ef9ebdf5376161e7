// CSV files that people open in a spreadsheet (RFC 4180).

/** At the beginning of a file, tells Excel that it is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Quotes every cell. One that a spreadsheet would calculate gets an apostrophe in front, so that it stays text. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  `${byteOrderMark}${rows.map(formatCsvRow).join('')}`

/** A line of such a file. */
export const formatCsvRow = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`

const formatCell = (cell: string) => `"${(isCalculated(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

const isCalculated = (cell: string) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell)

/** The cell without the apostrophe that `formatCsv` has put in front. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith("'") && isCalculated(cell.slice(1)) ? cell.slice(1) : cell
