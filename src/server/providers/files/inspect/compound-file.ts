// Reads the directory of a compound file, the container of Word's older .doc: who is in it, and is it whole.
// After Microsoft's [MS-CFB]: sectors of one size, chained by an allocation table that is itself kept in sectors.

export interface CompoundFile {
  entries: readonly CompoundEntry[]
  /** The whole content, or null when its sectors are not all there. Only for streams that are not tiny. */
  read(entry: CompoundEntry): Buffer | null
}

interface CompoundEntry {
  name: string
  kind: 'storage' | 'stream' | 'root'
  start: number
  size: number
}

const SIGNATURE = 0xd0cf11e0a1b11ae1n
const END_OF_CHAIN = 0xfffffffe
const HEADER_BYTES = 512
const SECTORS_IN_HEADER = 109
const ENTRY_BYTES = 128
/** Smaller streams live together in sectors of their own. */
const TINY_BYTES = 4096

/** The file's directory, or null when it is damaged. */
export function readCompoundFile(bytes: Buffer): CompoundFile | null {
  if (bytes.length < HEADER_BYTES || bytes.readBigUInt64BE(0) !== SIGNATURE) return null
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null

  const sectors = sectorsOf(bytes, 1 << shift)
  const table = allocationTable(bytes, sectors)
  const chain = (start: number) => table && chained(start, table, sectors.count)

  const directory = chain(bytes.readUInt32LE(48))
  if (!directory) return null
  const entries = entriesIn(Buffer.concat(directory.map(sectors.at)))
  if (entries[0]?.kind !== 'root') return null

  return {
    entries,
    read({ start, size }) {
      const content = size >= TINY_BYTES ? chain(start) : null
      const whole = content && Buffer.concat(content.map(sectors.at))
      return whole && whole.length >= size ? whole.subarray(0, size) : null
    },
  }
}

interface Sectors {
  size: number
  count: number
  at(number: number): Buffer
}

const sectorsOf = (bytes: Buffer, size: number): Sectors => ({
  size,
  // The header takes the place of the first; the last one may have been cut short by its writer.
  count: Math.ceil(bytes.length / size) - 1,
  at: (number) => bytes.subarray((number + 1) * size, (number + 2) * size),
})

/** For each sector the one that follows it; null when a part of the table lies outside the file. */
function allocationTable(bytes: Buffer, sectors: Sectors): number[] | null {
  const inHeader = Array.from({ length: SECTORS_IN_HEADER }, (_, i) => bytes.readUInt32LE(76 + i * 4))
  const further = furtherTableSectors(bytes.readUInt32LE(68), bytes.readUInt32LE(72), sectors)
  if (!further) return null

  const numbers = [...inHeader, ...further].slice(0, bytes.readUInt32LE(44))
  if (numbers.length > sectors.count || numbers.some((number) => number >= sectors.count)) return null
  return numbers.flatMap((number) => wordsOf(sectors.at(number)))
}

/** Large files list the sectors of their table in further sectors, each of which ends with the next one's number. */
function furtherTableSectors(first: number, count: number, sectors: Sectors): number[] | null {
  const found: number[] = []
  let next = first
  for (let i = 0; i < count; i += 1) {
    if (next >= sectors.count || i > sectors.count) return null
    const words = wordsOf(sectors.at(next))
    next = words.pop() ?? END_OF_CHAIN
    found.push(...words)
  }
  return found
}

/** The numbers of a chain's sectors, or null when it leaves the file or runs in a circle. */
function chained(start: number, table: readonly number[], count: number): number[] | null {
  const chain: number[] = []
  for (let at = start; at !== END_OF_CHAIN; at = table[at] ?? Number.POSITIVE_INFINITY) {
    if (at >= count || chain.length > count) return null
    chain.push(at)
  }
  return chain
}

const kinds: Readonly<Record<number, CompoundEntry['kind']>> = { 1: 'storage', 2: 'stream', 5: 'root' }

function entriesIn(directory: Buffer): CompoundEntry[] {
  const entries: CompoundEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const kind = kinds[directory.readUInt8(at + 66)]
    if (!kind) continue
    const nameBytes = Math.min(Math.max(directory.readUInt16LE(at + 64) - 2, 0), 62)
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes),
      kind,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}

const wordsOf = (sector: Buffer) =>
  Array.from({ length: Math.floor(sector.length / 4) }, (_, i) => sector.readUInt32LE(i * 4))
