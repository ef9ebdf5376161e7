// Finds what a PDF does by itself: scripts, programs to start, forms that send, attachments. The whole file is searched
// and not only what its cross-reference names, because another reader may find more. Object streams are unpacked.
import { inflateSync, constants as zlib } from 'node:zlib'

const maxStreams = 10_000
const maxUnpackedBytes = 16 * 1024 * 1024
/** Enough to see what a stream is, with the code table of its packing. Unpacks to 1,032 times as much at most. */
const prefixBytes = 512

/** Values of actions and keys that no other use of a PDF has. In a link such as `/Web/JavaScript` they are no names. */
const activeNames =
  /(?:^|[\0\t\n\f\r ()<>[\]{}]|\/S|\/Type)\/(?:JavaScript|Launch|SubmitForm|ImportData|Rendition|RichMedia|EmbeddedFiles?)(?![\w-])/
/** Short names could stand in compressed data by chance, so a value must follow. */
const activeKeys = /\/(?:XFA|AA|EF)(?:[\0\t\n\f\r ]{1,99}[\d<([%]|<<|\[)/
const scripts = /\/JS(?:[\0\t\n\f\r ]{1,99}[\d<(%]|[(<][\x20-\x7e]{8})/

/** Whether a PDF acts by itself, or has an object stream that cannot be searched for it. */
export function hasActiveContent(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return isActive(text) || hasActiveStream(bytes, text)
}

/** Any character of a name can be written as `#` and two hexadecimal digits. */
const unescapeNames = (text: string) =>
  text.includes('#')
    ? text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text

function isActive(text: string): boolean {
  const plain = unescapeNames(text)
  return [activeNames, activeKeys, scripts].some((pattern) => pattern.test(plain))
}

function hasActiveStream(bytes: Buffer, text: string): boolean {
  let count = 0
  let remaining = maxUnpackedBytes
  let end = 0
  for (const found of text.matchAll(/(?<!end)stream\r?\n?/g)) {
    count += 1
    if (count > maxStreams) return true
    const start = found.index + found[0].length
    const dictionary = unescapeNames(text.slice(end, found.index))
    end = start
    const isDeclared = /\/ObjStm(?![\w-])/.test(dictionary)
    const isObjects = hasObjects(bytes.subarray(start, start + prefixBytes))
    // Without a filter it is text, which was searched with the whole file.
    if (!isObjects && !(isDeclared && dictionary.includes('/Filter'))) continue
    const objects = isObjects ? unpack(bytes.subarray(start), remaining) : null
    if (objects === null || isActive(objects)) return true
    remaining -= objects.length
  }
  return false
}

/** An object stream begins with numbers of objects and their offsets. */
function hasObjects(head: Buffer): boolean {
  const text = isPacked(head) ? unpack(head, 2 ** 20) : null
  return text !== null && /^[\0\s]*\d+[\0\s]+\d/.test(text)
}

/** The first two bytes of zlib: most of what is called a stream is none, and an exception takes long. */
const isPacked = (head: Buffer) => head.length > 2 && head.readUInt16BE(0) % 31 === 0 && (head[0] ?? 0) % 16 === 8

/** @returns null for what is no zlib stream, or unpacks to more */
function unpack(bytes: Buffer, maxOutputLength: number): string | null {
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH }).toString('latin1')
  } catch {
    return null
  }
}
