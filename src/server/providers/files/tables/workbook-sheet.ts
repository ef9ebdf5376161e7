import { readXmlParts, type XmlPart } from '../inspect/xml-tags.ts'
import type { CsvRecord } from './parse-csv.ts'
import { createTextCollector, maxCellLength } from './workbook-parts.ts'

interface SheetContext {
  strings: readonly string[]
  /** Cell styles that show a number as a date. */
  dates: ReadonlySet<number>
  is1904: boolean
  /** Reading ends after one more than these. */
  maxRecords: number
}

const maxColumns = 200

interface Cell {
  column: number
  type: string
  style: number
  value: string
  formula: string | null
}

/** What a sheet can have, as its programs and our errors number them. */
const maxLine = 1_048_576

/** Null for what is no line of a sheet. */
function readLine(text: string | undefined, next: number): number | null {
  const line = text === undefined ? next : Number(text)
  return Number.isInteger(line) && line >= 1 && line <= maxLine ? line : null
}

/** @returns a function that reads the sheet's rows which are not empty; false when it is not plain XML or too wide */
export function createSheetReader(context: SheetContext) {
  return (xml: string, onRecord: (record: CsvRecord) => unknown): boolean => {
    let count = 0
    const text = createTextCollector()
    let row: CsvRecord = { line: 0, cells: [] }
    let cell: Cell | null = null
    let inside: 'v' | 'f' | null = null

    const open = ({ name, readAttributes }: Exclude<XmlPart, { kind: 'text' }>): boolean => {
      if (name === 'row') {
        const line = readLine(readAttributes().get('r'), row.line + 1)
        if (line === null) return false
        row = { line, cells: [] }
      }
      if (name === 'v' || name === 'f') inside = name
      if (name === 'f' && cell) cell.formula = ''
      if (name !== 'c') return true
      cell = openCell(readAttributes(), row.cells.length)
      return cell !== null
    }
    const close = (name: string) => {
      if (name === 'v' || name === 'f') inside = null
      if (name === 'c' && cell) {
        while (row.cells.length < cell.column) row.cells.push('')
        row.cells[cell.column] = formatCell(cell, text.take(), context)
        cell = null
      }
      if (name !== 'row') return
      // Cells that were only formatted.
      row.cells.length = row.cells.findLastIndex((one) => one !== '') + 1
      if (row.cells.length === 0) return
      count += 1
      onRecord(row)
    }

    for (const part of readXmlParts(xml)) {
      if (part === null) return false
      text.add(part)
      if (part.kind === 'text') addText(cell, inside, part.text)
      else if (part.kind === 'close') close(part.name)
      else if (!open(part)) return false
      if (count > context.maxRecords) break
    }
    return true
  }
}

function addText(cell: Cell | null, inside: 'v' | 'f' | null, text: string) {
  if (!cell || !inside) return
  if (inside === 'v') cell.value = (cell.value + text).slice(0, maxCellLength)
  else cell.formula = ((cell.formula ?? '') + text).slice(0, maxCellLength)
}

/** @param next the column of a cell that names none; null when the sheet is too wide */
function openCell(attributes: ReadonlyMap<string, string>, next: number): Cell | null {
  const reference = attributes.get('r')
  const column = reference === undefined ? next : parseColumn(reference)
  if (!(column >= next && column < maxColumns)) return null
  const style = Number(attributes.get('s') ?? -1)
  return { column, type: attributes.get('t') ?? 'n', style, value: '', formula: null }
}

/** 0 for `A1`, 27 for `AB7`; NaN for anything else. */
function parseColumn(reference: string): number {
  const name = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0]
  if (!name) return Number.NaN
  return [...name].reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1
}

function formatCell({ type, style, value, formula }: Cell, inlineText: string, context: SheetContext): string {
  if (formula !== null) return `=${formula}`
  if (type === 's') return (context.strings[Number(value)] ?? '').trim()
  if (type === 'inlineStr') return inlineText.trim()
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value === '') return value.trim()
  const number = Number(value)
  if (Number.isNaN(number)) return value.trim()
  return context.dates.has(style) ? formatSerialDate(number, context.is1904) : formatNumber(value, number)
}

const daySeconds = 86_400

/** Excel counts days: 1 is 1 January 1900, and it believes that 1900 had a 29 February. With the time where it has one. */
function formatSerialDate(serial: number, is1904: boolean): string {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(start + Math.round(serial * daySeconds) * 1_000)
  return Number.isNaN(date.getTime())
    ? String(serial)
    : date
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/( 00:00)?:00$/, '')
}

/** What Excel itself shows. */
const visibleDigits = 15

/** As typed: Excel stores long numbers as 8.031234567E9, and 12500.05 as 12500.049999999999. */
function formatNumber(value: string, number: number): string {
  if (Number.isInteger(number)) return /e/i.test(value) && Number.isSafeInteger(number) ? String(number) : value.trim()
  return /[.]\d{3}|e/i.test(value) ? String(Number(number.toPrecision(visibleDigits))) : value.trim()
}
