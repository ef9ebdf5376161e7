// Reads a ZIP archive in memory. yauzl parses its structure; the limits on counts and sizes are ours.
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from 'yauzl'

export interface ZipEntry {
  name: string
  /** Bytes after unpacking, as the archive declares them. */
  size: number
  /** The content, or null when it differs from what the archive declares. Never unpacks more than `size` bytes. */
  read(): Promise<Buffer | null>
}

const MAX_NAME_BYTES = 512

const inflate = promisify(inflateRaw)

/**
 * Returns the entries, or null when the archive is damaged, encrypted, in several parts, or has duplicate or unsafe names.
 * Stops after `maxEntries` + 1 entries.
 */
export async function readZip(bytes: Buffer, maxEntries: number): Promise<ZipEntry[] | null> {
  // Readers differ in which of two entries with the same name they use.
  const names = new Set<string>()
  const entries: ZipEntry[] = []
  try {
    // Not decoded by yauzl: it would prefer a second name from an extra field, which other readers may ignore.
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      const name = decodeName(entry.fileNameRaw)
      if (name === null || names.has(name.toLowerCase()) || !entry.canDecodeFileData()) return null
      names.add(name.toLowerCase())
      entries.push({ name, size: entry.uncompressedSize, read: () => readEntry(bytes, zip, entry) })
      if (entries.length > maxEntries) break
    }
    return entries
  } catch {
    return null
  }
}

/** Null when no word processor would write the name: too long, with control characters, or leading out of the archive. */
function decodeName(bytes: Buffer): string | null {
  if (bytes.length > MAX_NAME_BYTES || bytes.some((byte) => byte < 0x20 || byte === 0x7f)) return null
  const name = bytes.toString('utf8')
  return name.includes('..') || validateFileName(name) !== null ? null : name
}

async function readEntry(bytes: Buffer, zip: ZipFile, entry: Entry): Promise<Buffer | null> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
    const content = entry.isCompressed() ? await unpack(packed, entry.uncompressedSize) : packed
    return content.length === entry.uncompressedSize && crc32(content) === entry.crc32 ? content : null
  } catch {
    return null
  }
}

/** `maxOutputLength` may not be 0. */
const unpack = async (packed: Buffer, size: number): Promise<Buffer> =>
  size === 0 ? Buffer.alloc(0) : inflate(packed, { maxOutputLength: size })
