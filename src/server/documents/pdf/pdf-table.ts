// Tables with hairlines. Heads repeat on every page; a row that is too high for a page continues on the next one.
import {
  createElement,
  drawArtifact,
  drawLines,
  hairline,
  type PageFlow,
  reserveHeight,
  type Structure,
  startPage,
} from './pdf-page-flow.ts'
import { breaks, getLineHeight, type TextStyle } from './text-layout.ts'

interface TableColumn {
  x: number
  width: number
  style: TextStyle
  /** Row: the heading of its row. Column: the heading of its column. */
  heading?: 'Row' | 'Column'
}

const padding = { x: 3, y: 2 }

/** A row of cells: its lines per column, and how high it is. */
interface Row {
  columns: readonly TableColumn[]
  lines: string[][]
  height: number
}

const getLinesHeight = (count: number, style: TextStyle) => count * getLineHeight(style) + 2 * padding.y

function layOutRow(flow: PageFlow, columns: readonly TableColumn[], texts: readonly string[]): Row {
  const lines = columns.map(({ width, style }, n) => flow.text.wrap(texts[n] ?? '', width - 2 * padding.x, style))
  const height = Math.max(...columns.map(({ style }, n) => getLinesHeight(lines[n]?.length ?? 0, style)))
  return { columns, lines, height }
}

/** Lower rows are not split; of higher ones at least so much stands on a page. */
const maxUnsplitHeight = 200
const minSplitHeight = 60

/** @param repeatHead draws the head again on the next page */
function drawRow(flow: PageFlow, table: Structure, row: Row, repeatHead: () => void): void {
  const { pdf } = flow
  const isSplit = row.height > maxUnsplitHeight && flow.bottom - flow.y > minSplitHeight
  if (flow.y + row.height > flow.bottom && !isSplit) continueTable(flow, repeatHead)
  const cells = addCells(flow, table, row.columns)
  let rest = row.lines
  for (;;) {
    const fitting = row.columns.map(({ style }) =>
      Math.max(0, Math.floor((flow.bottom - flow.y - 2 * padding.y) / getLineHeight(style))),
    )
    const slice = rest.map((lines, n) => lines.slice(0, fitting[n]))
    const isWhole = row.lines.every((lines, n) => lines.length === slice[n]?.length)
    const sliceHeight = Math.max(...row.columns.map(({ style }, n) => getLinesHeight(slice[n]?.length ?? 0, style)))
    const height = isWhole ? row.height : sliceHeight
    for (const [n, cell] of cells.entries()) {
      const column = row.columns[n]
      const lines = slice[n]
      if (!column || !lines || lines.length === 0) continue
      const place = { x: column.x + padding.x, y: flow.y + padding.y }
      cell.add(() => drawLines(flow, lines, column.style, place))
    }
    drawBorders(pdf, row.columns, flow.y, height)
    flow.y += height
    rest = rest.map((lines, n) => lines.slice(slice[n]?.length ?? 0))
    if (rest.every((lines) => lines.length === 0)) break
    continueTable(flow, repeatHead)
  }
  for (const cell of cells) cell.end()
}

function continueTable(flow: PageFlow, repeatHead: () => void) {
  startPage(flow)
  repeatHead()
}

function addCells({ pdf }: PageFlow, table: Structure, columns: readonly TableColumn[]): Structure[] {
  const row = pdf.struct('TR')
  table.add(row)
  return columns.map(({ heading }) => {
    const cell = createElement(pdf, heading ? 'TH' : 'TD', heading ? { scope: heading } : {})
    row.add(cell)
    return cell
  })
}

function drawBorders(pdf: PDFKit.PDFDocument, columns: readonly TableColumn[], y: number, height: number) {
  drawArtifact(pdf, () => {
    for (const { x, width } of columns) pdf.rect(x, y, width, height)
    pdf.lineWidth(0.4).stroke(hairline)
  })
}

/** A grid of entries with its headings. */
export function drawGrid(
  flow: PageFlow,
  { title, headings, rows }: { title: string; headings: readonly string[]; rows: readonly (readonly string[])[] },
  { size, begin }: { size: number; begin: (height: number) => void },
): void {
  const head: TextStyle = { font: 'strong', size }
  const plain: TextStyle = { font: 'plain', size }
  const widths = shareWidth(flow, { headings, rows, head, plain })
  let x = flow.left
  const columns = widths.map((width): TableColumn => {
    const column = { x, width, style: plain }
    x += width
    return column
  })
  const headColumns = columns.map((column): TableColumn => ({ ...column, style: head, heading: 'Column' }))
  const headRow = layOutRow(flow, headColumns, headings)
  const laidOut = rows.map((row) => layOutRow(flow, columns, row))
  begin(headRow.height + Math.min(laidOut[0]?.height ?? 0, maxUnsplitHeight))

  const table = flow.pdf.struct('Table', { title })
  flow.document.add(table)
  drawRow(flow, table, headRow, () => {})
  for (const row of laidOut) drawRow(flow, table, row, () => repeatRow(flow, headRow))
  table.end()
}

/** A copy of a row that has its place in the structure already. */
function repeatRow(flow: PageFlow, { columns, lines, height }: Row) {
  drawArtifact(flow.pdf, () => {
    for (const [n, { x, style }] of columns.entries())
      drawLines(flow, lines[n] ?? [], style, { x: x + padding.x, y: flow.y + padding.y })
  })
  drawBorders(flow.pdf, columns, flow.y, height)
  flow.y += height
}

interface GridTexts {
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  head: TextStyle
  plain: TextStyle
}

/** What a column gets at most for a long word or text before others get theirs. */
const maxWordWidth = 90
const maxTextWidth = 360

/** Every column gets room for its longest word, and the rest by the length of its texts. */
function shareWidth({ text, width }: PageFlow, { headings, rows, head, plain }: GridTexts): number[] {
  const needs = headings.map((heading, n) => {
    const cells = rows.map((row) => row[n] ?? '')
    const measureWidest = (parts: string[], style: TextStyle) =>
      Math.max(0, ...parts.map((part) => text.measure(part, style)))
    const word = Math.max(
      measureWidest(heading.split(' '), head),
      measureWidest(
        cells.flatMap((cell) => cell.split('\n').flatMap((line) => line.split(breaks))),
        plain,
      ),
    )
    const whole = Math.max(
      measureWidest([heading], head),
      measureWidest(
        cells.flatMap((cell) => cell.split('\n')),
        plain,
      ),
    )
    const min = Math.min(word, maxWordWidth) + 2 * padding.x
    return { min, wanted: Math.max(min, Math.min(whole, maxTextWidth) + 2 * padding.x) }
  })
  const minSum = needs.reduce((sum, { min }) => sum + min, 0)
  const wantedSum = needs.reduce((sum, { wanted }) => sum + wanted, 0)
  if (wantedSum <= width) return needs.map(({ wanted }) => (wanted * width) / wantedSum)
  if (minSum >= width) return needs.map(({ min }) => (min * width) / minSum)
  const share = (width - minSum) / (wantedSum - minSum)
  return needs.map(({ min, wanted }) => min + (wanted - min) * share)
}

const gap = 12
const labelShare = 0.36

/** Facts with their labels, in one or two columns; read row by row. */
export function drawFacts(
  flow: PageFlow,
  { title, facts }: { title: string; facts: readonly (readonly [string, string])[] },
  { size, left = flow.left, width = flow.width, columns, begin = (height) => reserveHeight(flow, height) }: FactsPlace,
): void {
  const columnWidth = (width - (columns - 1) * gap) / columns
  const label: TextStyle = { font: 'strong', size }
  const answer: TextStyle = { font: 'plain', size }
  const layOutFact = ([name, text]: readonly [string, string], n: number) => {
    const x = left + (n % columns) * (columnWidth + gap)
    const labelWidth = columnWidth * (columns === 1 && width > 400 ? 0.2 : labelShare)
    const cells: TableColumn[] = [
      { x, width: labelWidth, style: label, heading: 'Row' },
      { x: x + labelWidth, width: columnWidth - labelWidth, style: answer },
    ]
    return layOutRow(flow, cells, [name, text])
  }
  const laidOut = facts.map(layOutFact)

  const table = flow.pdf.struct('Table', { title })
  flow.document.add(table)
  for (let first = 0; first < laidOut.length; first += columns) {
    const band = laidOut.slice(first, first + columns)
    const height = Math.max(...band.map((row) => row.height))
    if (first === 0) begin(height)
    else reserveHeight(flow, height)
    const top = flow.y
    for (const row of band) {
      flow.y = top
      drawRow(flow, table, { ...row, height }, () => {})
    }
    flow.y = Math.max(flow.y, top + height)
  }
  table.end()
}

interface FactsPlace {
  size: number
  columns: 1 | 2
  left?: number
  width?: number
  /** Makes room for the beginning of so much height. */
  begin?: (height: number) => void
}
