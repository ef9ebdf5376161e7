// Whether a zip archive is a whole Word document that runs nothing and fetches nothing.
import type { Refusal } from './file-verdict.ts'
import { xmlTags } from './xml-tags.ts'
import { unzipped, type ZipEntry, zipDirectory } from './zip-directory.ts'

const MiB = 1024 * 1024
const MOST_ENTRIES = 2000
const MOST_UNPACKED_BYTES = 50 * MiB
/** Text packs 10 to 30 times, seldom more; small documents are let alone. */
const MOST_RATIO = 100
const RATIO_FREE_BYTES = MiB

const CONTENT_TYPES = '[Content_Types].xml'
const DOCUMENT = 'word/document.xml'
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const activeParts = /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/.*)$/i
const activeTypes = /macroEnabled|vbaProject|activeX/i

export async function docxRefusal(bytes: Buffer): Promise<Refusal | null> {
  const entries = zipDirectory(bytes)
  if (!entries) return 'file_unreadable'
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has(CONTENT_TYPES) || !names.has(DOCUMENT)) return 'file_type_refused'
  if (isBomb(entries, bytes.length)) return 'file_too_large'
  if (entries.some(({ name }) => activeParts.test(name))) return 'file_type_refused'

  // Every part is unpacked: a damaged one is found by its checksum, and one that lies about its size by its length.
  for (const entry of entries) {
    const content = await unzipped(bytes, entry)
    if (!content) return 'file_unreadable'
    const refusal = partRefusal(entry.name, content)
    if (refusal) return refusal
  }
  return null
}

const isBomb = (entries: readonly ZipEntry[], packed: number) => {
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  return (
    entries.length > MOST_ENTRIES ||
    unpacked > MOST_UNPACKED_BYTES ||
    (unpacked > RATIO_FREE_BYTES && unpacked > packed * MOST_RATIO)
  )
}

function partRefusal(name: string, content: Buffer): Refusal | null {
  if (name === CONTENT_TYPES) return contentTypesRefusal(content)
  return name.toLowerCase().endsWith('.rels') ? relationsRefusal(content) : null
}

function contentTypesRefusal(content: Buffer): Refusal | null {
  const tags = xmlTags(content.toString('utf8'))
  if (!tags) return 'file_unreadable'
  const types = tags.map(({ attributes }) => attributes.get('ContentType') ?? '')
  if (types.some((type) => activeTypes.test(type))) return 'file_type_refused'
  return types.includes(DOCUMENT_TYPE) ? null : 'file_type_refused'
}

/** A link is followed only by a person who clicks it; anything else outside is fetched by opening the document. */
function relationsRefusal(content: Buffer): Refusal | null {
  const tags = xmlTags(content.toString('utf8'))
  if (!tags) return 'file_unreadable'
  const fetches = tags.some(
    ({ attributes }) =>
      attributes.get('TargetMode')?.toLowerCase() === 'external' && !attributes.get('Type')?.endsWith('/hyperlink'),
  )
  return fetches ? 'file_type_refused' : null
}
