// Accepts a complete Word document that runs no code and loads nothing from outside.
import type { RejectionCode } from './inspection-result.ts'
import { parseXmlTags } from './xml-tags.ts'
import { readZip, type ZipEntry } from './zip-archive.ts'

const MiB = 1024 * 1024
const MAX_ENTRIES = 2000
const MAX_UNPACKED_BYTES = 50 * MiB
/** Unpacked to packed size. Text compresses 10 to 30 times; small documents may compress better. */
const MAX_RATIO = 100
const RATIO_FREE_BYTES = MiB

const CONTENT_TYPES = '[Content_Types].xml'
const DOCUMENT = 'word/document.xml'
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const activeParts = /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/.*)$/i
const activeTypes = /macroEnabled|vbaProject|activeX/i

/** Returns why the file is rejected, or null when it is accepted. */
export async function checkDocx(bytes: Buffer): Promise<RejectionCode | null> {
  const entries = await readZip(bytes, MAX_ENTRIES)
  if (!entries) return 'file_unreadable'
  if (entries.length > MAX_ENTRIES) return 'file_too_large'
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has(CONTENT_TYPES) || !names.has(DOCUMENT)) return 'file_type_refused'
  if (isBomb(entries, bytes.length)) return 'file_too_large'
  if (entries.some(({ name }) => activeParts.test(name))) return 'file_type_refused'

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

function checkPart(name: string, content: Buffer): RejectionCode | null {
  if (name === CONTENT_TYPES) return checkContentTypes(content)
  return name.toLowerCase().endsWith('.rels') ? checkRelations(content) : null
}

function checkContentTypes(content: Buffer): RejectionCode | null {
  const tags = parseXmlTags(content.toString('utf8'))
  if (!tags) return 'file_unreadable'
  const types = tags.map(({ attributes }) => attributes.get('ContentType') ?? '')
  if (types.some((type) => activeTypes.test(type))) return 'file_type_refused'
  return types.includes(DOCUMENT_TYPE) ? null : 'file_type_refused'
}

/** External hyperlinks are opened only by a click. Word loads any other external target when it opens the document. */
function checkRelations(content: Buffer): RejectionCode | null {
  const tags = parseXmlTags(content.toString('utf8'))
  if (!tags) return 'file_unreadable'
  const hasExternalTarget = tags.some(
    ({ attributes }) =>
      attributes.get('TargetMode')?.toLowerCase() === 'external' && !attributes.get('Type')?.endsWith('/hyperlink'),
  )
  return hasExternalTarget ? 'file_type_refused' : null
}
