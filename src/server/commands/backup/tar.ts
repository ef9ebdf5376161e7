// Just enough of the tar format (ustar) that any tool can list and unpack a backup: plain members of a known size.

export interface Member {
  name: string
  content: Buffer
}

const block = 512
const largest = 8 ** 11 - 1

/** A member with its header, padded to whole blocks. @throws Error when the name or the content is too long for the format */
export function tarMember({ name, content }: Member): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a backup.`)
  if (content.length > largest) throw new Error(`${name} is too large for a backup.`)
  return Buffer.concat([headerOf(name, content.length), content, Buffer.alloc(paddingOf(content.length))])
}

/** What an archive ends with. */
export const tarEnd = Buffer.alloc(2 * block)

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(size)}\0`, 124)
  header.write(`${octal(0)}\0`, 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const octal = (value: number) => value.toString(8).padStart(11, '0')
const paddingOf = (size: number) => (block - (size % block)) % block

/** The sum of the header's bytes, its own place counted as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

/** The members in order. @throws Error when the archive is cut short or is none */
export async function* tarMembers(source: AsyncIterable<Buffer>): AsyncIterable<Member> {
  const take = reader(source)
  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) return
    const sum = Number.parseInt(header.toString('latin1', 148, 154), 8)
    if (sum !== checksumOf(header)) throw new Error('This is no backup, or it is damaged.')
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    const content = await take(size)
    await take(paddingOf(size))
    const name = header.toString('utf8', 0, 100)
    yield { name: name.slice(0, name.indexOf('\0') < 0 ? 100 : name.indexOf('\0')), content }
  }
}

function reader(source: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0) as Buffer
  return async (size) => {
    const parts = [held]
    for (let length = held.length; length < size; ) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('This backup is cut short.')
      parts.push(value)
      length += value.length
    }
    const whole = parts.length === 1 ? held : Buffer.concat(parts)
    held = whole.subarray(size)
    return whole.subarray(0, size)
  }
}
