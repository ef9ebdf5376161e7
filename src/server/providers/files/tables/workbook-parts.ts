// The parts of a workbook that its sheets refer to: texts, and which formats are dates.
import { readXmlParts } from '../inspect/xml-tags.ts'

/** Longer texts are cut when they are read; no column takes as much. */
export const maxCellLength = 1_000

/** Excel writes `_x000D_` for a line break that was pasted into a cell, and `_x005F_` for a `_` that would begin such a code. */
const escapedCharacter = /_x(0009|000a|000d|005f)_/gi

/** Null when the part is not plain XML. */
export function readSharedStrings(xml: string): string[] | null {
  const strings: string[] = []
  const text = createTextCollector()
  for (const part of readXmlParts(xml)) {
    if (part === null) return null
    text.add(part)
    if (part.kind === 'close' && part.name === 'si') strings.push(text.take())
  }
  return strings
}

/** Collects the runs of a text, without the pronunciation that East Asian workbooks add. */
export function createTextCollector() {
  let collected = ''
  let isInText = false
  let isPhonetic = false
  return {
    add(part: { kind: string; name?: string; text?: string }) {
      if (part.kind === 'text') {
        if (isInText && !isPhonetic && collected.length < maxCellLength) collected += part.text
        return
      }
      if (part.name === 't') isInText = part.kind === 'open'
      if (part.name === 'rPh') isPhonetic = part.kind === 'open'
    },
    take(): string {
      const text = collected.slice(0, maxCellLength)
      collected = ''
      return text.replace(escapedCharacter, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    },
  }
}

/** Number formats 14 to 22, 27 to 36, 45 to 47 and 50 to 58 show dates and times. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

function addDateFormat(formats: Set<number>, attributes: ReadonlyMap<string, string>) {
  if (showsDate(attributes.get('formatCode') ?? '')) formats.add(Number(attributes.get('numFmtId')))
}

/** The cell styles that show a number as a date; null when the part is not plain XML. */
export function readDateStyles(xml: string): Set<number> | null {
  const dateFormats = new Set<number>()
  const styles = new Set<number>()
  let index = 0
  let isInCellFormats = false
  for (const part of readXmlParts(xml)) {
    if (part === null) return null
    if (part.kind === 'text') continue
    if (part.name === 'cellXfs') isInCellFormats = part.kind === 'open'
    if (part.kind !== 'open') continue
    if (part.name === 'numFmt') addDateFormat(dateFormats, part.readAttributes())
    if (part.name !== 'xf' || !isInCellFormats) continue
    const format = Number(part.readAttributes().get('numFmtId'))
    if (isBuiltInDate(format) || dateFormats.has(format)) styles.add(index)
    index += 1
  }
  return styles
}

/** Whether d, m or y stands outside quoted text, colours and conditions. */
function showsDate(code: string): boolean {
  let end: string | null = null
  for (const character of code.toLowerCase()) {
    if (character === end) end = null
    else if (end) continue
    else if (character === '"') end = '"'
    else if (character === '[') end = ']'
    else if ('dmy'.includes(character)) return true
  }
  return false
}
