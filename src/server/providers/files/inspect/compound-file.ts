// Reads the directory of a compound file, the container of Word's old .doc format. See Microsoft's [MS-CFB]: sectors of one
// size form chains, which an allocation table describes that is stored in sectors too.

export interface CompoundFile {
  entries: readonly CompoundEntry[]
  /** The content, or null when sectors are missing. Only for streams of at least `MINI_STREAM_CUTOFF` bytes. */
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
/** Bytes. Smaller streams are stored in another way, which is not supported here. */
const MINI_STREAM_CUTOFF = 4096

/** Returns null when the file is damaged. */
export function readCompoundFile(bytes: Buffer): CompoundFile | null {
  if (bytes.length < HEADER_BYTES || bytes.readBigUInt64BE(0) !== SIGNATURE) return null
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null

  const sectors = createSectors(bytes, 1 << shift)
  const table = readAllocationTable(bytes, sectors)
  const chain = (start: number) => table && followChain(start, table, sectors.count)

  const directory = chain(bytes.readUInt32LE(48))
  if (!directory) return null
  const entries = parseEntries(Buffer.concat(directory.map(sectors.at)))
  if (entries[0]?.kind !== 'root') return null

  return {
    entries,
    read({ start, size }) {
      const content = size >= MINI_STREAM_CUTOFF ? chain(start) : null
      const bytes = content && Buffer.concat(content.map(sectors.at))
      return bytes && bytes.length >= size ? bytes.subarray(0, size) : null
    },
  }
}

interface Sectors {
  size: number
  count: number
  at(number: number): Buffer
}

const createSectors = (bytes: Buffer, size: number): Sectors => ({
  size,
  // Without the header, which takes the first sector. The last sector may be shorter.
  count: Math.ceil(bytes.length / size) - 1,
  at: (number) => bytes.subarray((number + 1) * size, (number + 2) * size),
})

/** The next sector of each sector; null when a part of the table lies outside the file. */
function readAllocationTable(bytes: Buffer, sectors: Sectors): number[] | null {
  const inHeader = Array.from({ length: SECTORS_IN_HEADER }, (_, i) => bytes.readUInt32LE(76 + i * 4))
  const extra = readExtraTableSectors(bytes.readUInt32LE(68), bytes.readUInt32LE(72), sectors)
  if (!extra) return null

  const numbers = [...inHeader, ...extra].slice(0, bytes.readUInt32LE(44))
  if (numbers.length > sectors.count || numbers.some((number) => number >= sectors.count)) return null
  return numbers.flatMap((number) => readUInt32s(sectors.at(number)))
}

/** Large files list the sectors of their table in more sectors, each of which ends with the number of the next one. */
function readExtraTableSectors(first: number, count: number, sectors: Sectors): number[] | null {
  const sectorNumbers: number[] = []
  let next = first
  for (let i = 0; i < count; i += 1) {
    if (next >= sectors.count || i > sectors.count) return null
    const numbers = readUInt32s(sectors.at(next))
    next = numbers.pop() ?? END_OF_CHAIN
    sectorNumbers.push(...numbers)
  }
  return sectorNumbers
}

/** The numbers of a chain's sectors, or null when it leaves the file or loops. */
function followChain(start: number, table: readonly number[], count: number): number[] | null {
  const chain: number[] = []
  for (let at = start; at !== END_OF_CHAIN; at = table[at] ?? Number.POSITIVE_INFINITY) {
    if (at >= count || chain.length > count) return null
    chain.push(at)
  }
  return chain
}

const kinds: Readonly<Record<number, CompoundEntry['kind']>> = { 1: 'storage', 2: 'stream', 5: 'root' }

function parseEntries(directory: Buffer): CompoundEntry[] {
  const entries: CompoundEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const kind = kinds[directory.readUInt8(at + 66)]
    if (!kind) continue
    const nameBytes = Math.min(directory.readUInt16LE(at + 64) - 2, 62)
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes),
      kind,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}

const readUInt32s = (sector: Buffer) =>
  Array.from({ length: Math.floor(sector.length / 4) }, (_, i) => sector.readUInt32LE(i * 4))
