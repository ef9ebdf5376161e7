// Reads a zip archive by its central directory, whole and in memory, and unpacks no more than it says beforehand.
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  method: 'stored' | 'deflated'
  packedSize: number
  size: number
  crc: number
  /** Where the entry's own header stands. */
  offset: number
}

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 1

const inflate = promisify(inflateRaw)

/** The entries, or null when the archive is damaged, encrypted, in several parts or names an entry twice. */
export function zipDirectory(bytes: Buffer): ZipEntry[] | null {
  const end = endOf(bytes)
  if (!end) return null

  const entries = new Map<string, ZipEntry>()
  let at = end.directoryOffset
  for (let i = 0; i < end.count; i += 1) {
    if (at + ENTRY_BYTES > end.offset || bytes.readUInt32LE(at) !== ENTRY_MARK) return null
    const entry = entryAt(bytes, at)
    // Readers differ in which of two they take, so neither can be trusted.
    if (!entry || entries.has(entry.name.toLowerCase())) return null
    entries.set(entry.name.toLowerCase(), entry)
    at += ENTRY_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return [...entries.values()]
}

/** The content of an entry, or null when it is not exactly what the directory says. */
export async function unzipped(
  bytes: Buffer,
  { offset, method, packedSize, size, crc }: ZipEntry,
): Promise<Buffer | null> {
  if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_MARK) return null
  const start = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + packedSize)
  if (packed.length !== packedSize) return null

  const content = method === 'stored' ? packed : await inflated(packed, size)
  return content && content.length === size && crc32(content) === crc ? content : null
}

async function inflated(packed: Buffer, size: number): Promise<Buffer | null> {
  if (size === 0) return Buffer.alloc(0)
  try {
    return await inflate(packed, { maxOutputLength: size })
  } catch {
    return null
  }
}

function endOf(bytes: Buffer): { offset: number; directoryOffset: number; count: number } | null {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT); at -= 1) {
    if (bytes.readUInt32LE(at) !== END_MARK || at + END_BYTES + bytes.readUInt16LE(at + 20) !== bytes.length) continue
    const inOnePart = bytes.readUInt16LE(at + 4) === 0 && bytes.readUInt16LE(at + 8) === bytes.readUInt16LE(at + 10)
    const directoryOffset = bytes.readUInt32LE(at + 16)
    if (!inOnePart || directoryOffset > at) return null
    return { offset: at, directoryOffset, count: bytes.readUInt16LE(at + 10) }
  }
  return null
}

const methods: Readonly<Record<number, ZipEntry['method']>> = { 0: 'stored', 8: 'deflated' }

function entryAt(bytes: Buffer, at: number): ZipEntry | null {
  const method = methods[bytes.readUInt16LE(at + 10)]
  if (!method || bytes.readUInt16LE(at + 8) & ENCRYPTED) return null
  const nameLength = bytes.readUInt16LE(at + 28)
  return {
    name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
    method,
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  }
}
