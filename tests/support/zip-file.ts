// Writes zip archives for tests, honest ones and others.
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  content: string | Buffer
  /** What the archive says of it, where that is not the truth. */
  claimed?: { size?: number; crc?: number; flags?: number; method?: number }
}

export function zipFile(parts: readonly ZipPart[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimed } of parts) {
    const whole = Buffer.from(content)
    const packed = deflateRawSync(whole)
    const label = Buffer.from(name)
    const facts = {
      flags: claimed?.flags ?? 0,
      method: claimed?.method ?? 8,
      crc: claimed?.crc ?? crc32(whole),
      packedSize: packed.length,
      size: claimed?.size ?? whole.length,
      nameLength: label.length,
    }
    const local = Buffer.concat([localHeader(facts), label, packed])
    locals.push(local)
    directory.push(directoryHeader(facts, offset), label)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  return Buffer.concat([...locals, list, endRecord(parts.length, list.length, offset, comment), Buffer.from(comment)])
}

type Facts = Record<'flags' | 'method' | 'crc' | 'packedSize' | 'size' | 'nameLength', number>

function localHeader(facts: Facts): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  writeFacts(header, 4, facts)
  return header
}

function directoryHeader(facts: Facts, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  writeFacts(header, 6, facts)
  header.writeUInt32LE(offset, 42)
  return header
}

/** Both headers tell the same in the same order, from the version that is needed to the length of the name. */
function writeFacts(header: Buffer, at: number, { flags, method, crc, packedSize, size, nameLength }: Facts): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(flags, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(packedSize, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(nameLength, at + 22)
}

function endRecord(count: number, size: number, offset: number, comment: string): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return end
}
