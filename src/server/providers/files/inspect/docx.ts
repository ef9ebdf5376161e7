// Accepts a complete Word document that runs no code and loads nothing from outside.
import type { RejectionCode } from './inspection-result.ts'
import { readXmlTags, type XmlTag } from './xml-tags.ts'
import { readZip, type ZipEntry } from './zip-archive.ts'

const MiB = 1024 * 1024
const MAX_ENTRIES = 2000
const MAX_UNPACKED_BYTES = 50 * MiB
/** Unpacked to packed size. Text compresses 10 to 30 times; small documents may compress better. */
const MAX_RATIO = 100
const RATIO_FREE_BYTES = MiB
/** Of a part that we parse. Word's lists have a few kilobytes. */
const MAX_PARSED_BYTES = MiB
const MAX_TAGS = 20_000

const CONTENT_TYPES = '[Content_Types].xml'
const DOCUMENT = 'word/document.xml'
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const macroParts = ['vbaproject.bin', 'vbadata.xml']
const activeTypes = ['macroenabled', 'vbaproject', 'activex']

/** Returns why the file is rejected, or null when it is accepted. */
export async function checkDocx(bytes: Buffer): Promise<RejectionCode | null> {
  const entries = await readZip(bytes, MAX_ENTRIES)
  if (!entries) return 'file_unreadable'
  if (entries.length > MAX_ENTRIES) return 'file_too_large'
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has(CONTENT_TYPES) || !names.has(DOCUMENT)) return 'file_type_refused'
  if (isBomb(entries, bytes.length)) return 'file_too_large'
  if (entries.some(isTooLongToParse)) return 'file_unreadable'
  if (entries.some(({ name }) => isActivePart(name))) return 'file_type_refused'

  // Reads every part: its checksum and size show whether it is damaged.
  for (const entry of entries) {
    const content = await entry.read()
    if (!content) return 'file_unreadable'
    const rejection = checkPart(entry.name, content)
    if (rejection) return rejection
  }
  return null
}

const isBomb = (entries: readonly ZipEntry[], packed: number) => {
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  return unpacked > MAX_UNPACKED_BYTES || (unpacked > RATIO_FREE_BYTES && unpacked > packed * MAX_RATIO)
}

const isRelations = (name: string) => name.toLowerCase().endsWith('.rels')

const isTooLongToParse = ({ name, size }: ZipEntry) =>
  (name === CONTENT_TYPES || isRelations(name)) && size > MAX_PARSED_BYTES

function isActivePart(name: string): boolean {
  const path = `/${name.toLowerCase()}`
  return path.includes('/activex/') || macroParts.some((part) => path.endsWith(`/${part}`))
}

function checkPart(name: string, content: Buffer): RejectionCode | null {
  if (name === CONTENT_TYPES) return checkContentTypes(content)
  return isRelations(name) ? checkRelations(content) : null
}

function checkContentTypes(content: Buffer): RejectionCode | null {
  let isDocument = false
  for (const tag of readXmlTags(content.toString('utf8'), MAX_TAGS)) {
    if (!tag) return 'file_unreadable'
    const type = tag.attributes.get('ContentType') ?? ''
    if (isActiveType(type)) return 'file_type_refused'
    isDocument ||= type === DOCUMENT_TYPE
  }
  return isDocument ? null : 'file_type_refused'
}

const isActiveType = (type: string) => activeTypes.some((active) => type.toLowerCase().includes(active))

/** External hyperlinks are opened only by a click. Word loads any other external target when it opens the document. */
function checkRelations(content: Buffer): RejectionCode | null {
  for (const tag of readXmlTags(content.toString('utf8'), MAX_TAGS)) {
    if (!tag) return 'file_unreadable'
    if (loadsExternalTarget(tag)) return 'file_type_refused'
  }
  return null
}

const loadsExternalTarget = ({ attributes }: XmlTag) =>
  attributes.get('TargetMode')?.toLowerCase() === 'external' && !attributes.get('Type')?.endsWith('/hyperlink')
