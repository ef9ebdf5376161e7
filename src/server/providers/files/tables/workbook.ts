// Reads the first visible sheet of an Excel workbook (.xlsx, ISO/IEC 29500). The file is untrusted: its size when unpacked,
// rows and cells are bounded, formulas are not evaluated, and nothing that it refers to is loaded.
import { readXmlParts } from '../inspect/xml-tags.ts'
import { readZip, type ZipEntry } from '../inspect/zip-archive.ts'
import type { CsvRecord } from './parse-csv.ts'
import { maxTableRecords } from './table-reader.ts'
import { readDateStyles, readSharedStrings } from './workbook-parts.ts'
import { createSheetReader } from './workbook-sheet.ts'

const MiB = 1024 * 1024
const maxEntries = 500
const maxUnpackedBytes = 60 * MiB
/** Unpacked to packed size. Lists compress 10 to 30 times. */
const maxRatio = 100

const workbookPath = 'xl/workbook.xml'
const relationsPath = 'xl/_rels/workbook.xml.rels'

/**
 * Reads the sheet record by record. A formula is the text `=` and its source.
 * @returns whether this is a workbook that can be read
 */
export async function readWorkbook(
  bytes: Buffer,
  onRecord: (record: CsvRecord) => unknown,
  maxRecords = maxTableRecords,
): Promise<boolean> {
  const entries = await readZip(bytes, maxEntries)
  if (!entries || entries.length > maxEntries || isTooLarge(entries, bytes.length)) return false
  const readPart = createPartReader(entries)
  const paths = readSheetPaths(await readPart(relationsPath))
  const first = findFirstSheet(await readPart(workbookPath), paths)
  const sheet = first ? await readPart(first.path) : ''
  if (!first || !sheet) return false
  const strings = readSharedStrings(await readPart('xl/sharedStrings.xml'))
  const dates = readDateStyles(await readPart('xl/styles.xml'))
  if (!strings || !dates) return false
  return createSheetReader({ strings, dates, is1904: first.is1904, maxRecords: maxRecords + 1 })(sheet, onRecord)
}

function isTooLarge(entries: readonly ZipEntry[], packed: number): boolean {
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  return unpacked > maxUnpackedBytes || (unpacked > MiB && unpacked > packed * maxRatio)
}

/** The text of a part; empty when it is missing or damaged. */
const createPartReader =
  (entries: readonly ZipEntry[]) =>
  async (path: string): Promise<string> => {
    const entry = entries.find(({ name }) => name.toLowerCase() === path.toLowerCase())
    return (await entry?.read())?.toString('utf8') ?? ''
  }

interface FirstSheet {
  path: string
  /** Whether days are counted from 1904. */
  is1904: boolean
}

/** @param paths of the sheets by the ids of their relations */
function findFirstSheet(workbook: string, paths: ReadonlyMap<string, string>): FirstSheet | null {
  let is1904 = false
  for (const part of readXmlParts(workbook)) {
    if (part === null) return null
    if (part.kind !== 'open') continue
    const attributes = part.readAttributes()
    if (part.name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '')
    const path = paths.get(attributes.get('r:id') ?? '')
    const isVisible = (attributes.get('state') ?? 'visible') === 'visible'
    if (part.name === 'sheet' && isVisible && path) return { path, is1904 }
  }
  return null
}

/** The paths in the archive by the ids of relations; nothing outside of it has one, and a sheet that is a chart has no rows. */
function readSheetPaths(relations: string): Map<string, string> {
  const paths = new Map<string, string>()
  for (const part of readXmlParts(relations)) {
    if (part === null) return new Map()
    if (part.kind !== 'open' || part.name !== 'Relationship') continue
    const attributes = part.readAttributes()
    const target = attributes.get('Target') ?? ''
    if (!attributes.get('Type')?.endsWith('/chartsheet'))
      paths.set(attributes.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return paths
}
