// Writes compound files for tests, the container of .doc: sectors of 512 bytes, one sector of allocation table.

const SECTOR = 512
const END = 0xfffffffe
const FREE = 0xffffffff
const TABLE = 0xfffffffd

export interface CompoundPart {
  name: string
  kind: 'storage' | 'stream'
  content?: Buffer
}

const kinds = { storage: 1, stream: 2, root: 5 } as const

/** Streams should have 4096 bytes at least; at most three parts, and about 60 kB in all. */
export function compoundFile(parts: readonly CompoundPart[]): Buffer {
  const table = new Array<number>(SECTOR / 4).fill(FREE)
  table[0] = TABLE
  table[1] = END
  const contents: Buffer[] = []
  let next = 2
  const entries = [entry('Root Entry', kinds.root, END, 0)]
  for (const { name, kind, content } of parts) {
    const count = Math.ceil((content?.length ?? 0) / SECTOR)
    entries.push(entry(name, kinds[kind], count > 0 ? next : 0, content?.length ?? 0))
    for (let i = 0; i < count; i += 1) table[next + i] = i + 1 < count ? next + i + 1 : END
    if (content) contents.push(padded(content, count * SECTOR))
    next += count
  }
  const words = Buffer.alloc(SECTOR)
  table.forEach((word, i) => {
    words.writeUInt32LE(word, i * 4)
  })
  return Buffer.concat([header(), words, padded(Buffer.concat(entries), SECTOR), ...contents])
}

/** A document of Word 97 with nothing in it but its first bytes. */
export const docFile = (...more: CompoundPart[]) => {
  const content = Buffer.alloc(5000)
  content.writeUInt16LE(0xa5ec, 0)
  return compoundFile([{ name: 'WordDocument', kind: 'stream', content }, ...more])
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR)
  bytes.writeBigUInt64BE(0xd0cf11e0a1b11ae1n, 0)
  bytes.writeUInt16LE(0x3e, 24)
  bytes.writeUInt16LE(3, 26)
  bytes.writeUInt16LE(0xfffe, 28)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt16LE(6, 32)
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(1, 48)
  bytes.writeUInt32LE(4096, 56)
  bytes.writeUInt32LE(END, 60)
  bytes.writeUInt32LE(END, 68)
  bytes.fill(0xff, 76)
  bytes.writeUInt32LE(0, 76)
  return bytes
}

function entry(name: string, kind: number, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 0, 'utf16le')
  bytes.writeUInt16LE(name.length * 2 + 2, 64)
  bytes.writeUInt8(kind, 66)
  bytes.fill(0xff, 68, 80)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

const padded = (content: Buffer, size: number) => Buffer.concat([content, Buffer.alloc(size - content.length)])
