// A backup is a plain tar archive, which any tool can list and unpack.
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

export interface TarMember {
  name: string
  content: Buffer
}

export interface TarWriter {
  /** Resolves once the content has been passed on to the file, so that one member at a time is held in memory. */
  add(member: TarMember): Promise<void>
  /** Ends the archive and flushes the file to the disk. */
  close(): Promise<void>
  abort(): Promise<void>
}

/** Members are read into memory; no backup comes near this size. */
const maxMemberBytes = 256 * 2 ** 20

/** @param file empty, or a pipe, which cannot be flushed; closed by `close` and `abort` */
export function createTar(file: FileHandle, { isFlushed = true } = {}): TarWriter {
  const archive = pack()
  const written = pipeline(archive, file.createWriteStream({ flush: isFlushed }))
  // Handled where it is awaited.
  written.catch(() => {})
  return {
    async add({ name, content }) {
      const added = new Promise<void>((resolve, reject) => {
        const member = archive.entry({ name, mode: 0o600, mtime: new Date(0) }, content, (error) =>
          error ? reject(error) : resolve(),
        )
        // It repeats the file's error, which would end the process if nothing listened.
        member.on('error', () => {})
      })
      // The file's own error says more than the archive's, which is only that it was closed.
      await added.catch((error: Error) => written.then(() => Promise.reject(error)))
    },
    async close() {
      archive.finalize()
      await written
    },
    async abort() {
      archive.destroy()
      await written.catch(() => {})
    },
  }
}

/** The members in order. @throws Error when the file is no tar archive, is damaged or is cut short */
export async function* readTar(path: string): AsyncIterable<TarMember> {
  const archive = extract()
  const read = pipeline(createReadStream(path), archive)
  // Handled where it is awaited.
  read.catch(() => {})
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header
      if (type !== 'file' || size > maxMemberBytes) throw new Error(`${name} does not belong in a backup.`)
      yield { name, content: await buffer(entry) }
    }
    await read
  } catch (error) {
    throw explain(error as Error)
  }
}

/** Puts the library's errors into a sentence for the operator. */
function explain(error: Error): Error {
  if (error.message === 'Unexpected end of data') return new Error('This backup is cut short.', { cause: error })
  if (/^(Invalid tar header|Invalid header|Header exceeds)/.test(error.message))
    return new Error('This is no backup, or it is damaged.', { cause: error })
  return error
}
