// Finds what a PDF does by itself: scripts, programs to start, forms that send, attachments. The whole file is searched
// and not only what its cross-reference names, because another reader may find more. Object streams are unpacked.
import { inflateSync, constants as zlib } from 'node:zlib'

const maxStreams = 10_000
const maxUnpackedBytes = 16 * 1024 * 1024
/** Of the beginnings of all streams. Only what packs unusually well comes near it. */
const maxUnpackedHeadBytes = 64 * 1024 * 1024
/** Enough to see what a stream is, with the code table of its packing. Unpacks to 1,032 times as much at most. */
const prefixBytes = 512

/** Values of actions and keys that no other use of a PDF has. In a link such as `/Web/JavaScript` they are no names. */
const activeNames =
  /(?:^|[\0\t\n\f\r ()<>[\]{}]|\/S(?:ubtype)?|\/Type)\/(?:JavaScript|Launch|SubmitForm|ImportData|Rendition|RichMedia|EmbeddedFiles?)(?![\w-])/
/** Short names could stand in compressed data by chance, so a value must follow. */
const activeKeys = /\/(?:XFA|AA|EF)(?:[\0\t\n\f\r ]{1,99}[\d<([%]|<<|\[)/
const scripts = /\/JS(?:[\0\t\n\f\r ]{1,99}[\d<(%]|[(<][\x20-\x7e]{8})/

/** Whether a PDF acts by itself, or has an object stream that cannot be searched for it. */
export const hasActiveContent = (bytes: Buffer): boolean => isActive(bytes) || hasActiveStream(bytes)

const isActive = (bytes: Buffer): boolean => {
  const plain = readUnescaped(bytes)
  return [activeNames, activeKeys, scripts].some((pattern) => pattern.test(plain))
}

const escapeMark = 0x23

/** Any character of a name can be written as `#` and two hexadecimal digits. Byte by byte: there may be a million of them. */
function readUnescaped(bytes: Buffer): string {
  if (!bytes.includes(escapeMark)) return bytes.toString('latin1')
  const plain = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const code = byte === escapeMark ? toHexDigit(bytes[at + 1]) * 16 + toHexDigit(bytes[at + 2]) : Number.NaN
    const isEscape = !Number.isNaN(code)
    plain[length++] = isEscape ? code : byte
    if (isEscape) at += 2
  }
  return plain.toString('latin1', 0, length)
}

function toHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : Number.NaN
}

function hasActiveStream(bytes: Buffer): boolean {
  let count = 0
  let remaining = maxUnpackedBytes
  let remainingOfHeads = maxUnpackedHeadBytes
  let end = 0
  for (const found of bytes.toString('latin1').matchAll(/(?<!end)stream\r?\n?/g)) {
    count += 1
    if (count > maxStreams) return true
    const start = found.index + found[0].length
    const dictionary = readUnescaped(bytes.subarray(end, found.index))
    end = start
    const isDeclared = /\/ObjStm(?![\w-])/.test(dictionary)
    const head = unpackHead(bytes.subarray(start, start + prefixBytes))
    remainingOfHeads -= head?.length ?? 0
    if (remainingOfHeads < 0) return true
    const isObjects = head !== null && beginsWithObjects(head)
    // Without a filter it is text, which was searched with the whole file.
    if (!isObjects && !(isDeclared && dictionary.includes('/Filter'))) continue
    const objects = isObjects ? unpack(bytes.subarray(start), remaining) : null
    if (objects === null || isActive(objects)) return true
    remaining -= objects.length
  }
  return false
}

const unpackHead = (head: Buffer) => (isPacked(head) ? unpack(head, 2 ** 20) : null)

/** An object stream begins with numbers of objects and their offsets. */
const beginsWithObjects = (head: Buffer) => /^[\0\s]*\d+[\0\s]+\d/.test(head.toString('latin1'))

/** The first two bytes of zlib: most of what is called a stream is none, and an exception takes long. */
const isPacked = (head: Buffer) => head.length > 2 && head.readUInt16BE(0) % 31 === 0 && (head[0] ?? 0) % 16 === 8

/** @returns null for what is no zlib stream, or unpacks to more */
function unpack(bytes: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}
