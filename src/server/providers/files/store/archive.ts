// A ZIP file that is written while it is read, so that memory holds one piece of it at a time.
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ArchiveEntry {
  /** Such as `files/1-degree.pdf`. */
  path: string
  content: Readable
  /** Images and PDF files need none: they are compressed already. */
  compression: 'none' | 'fast' | 'best'
}

/** Of zlib. */
const levels: Readonly<Record<ArchiveEntry['compression'], number>> = { none: 0, fast: 3, best: 6 }

/**
 * @param entries asked for one after the other, each when the one before is written
 * @returns a stream that is destroyed when an entry fails
 */
export function createArchive(entries: AsyncIterable<ArchiveEntry>, madeAt: Date): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  const closed = new AbortController()
  // One before anybody reads is thrown by the first read.
  archive.on('error', () => {})
  archive.once('close', () => closed.abort())
  zip.on('error', (error) => archive.destroy(error as Error))
  addEntries(zip, entries, { madeAt, closed: closed.signal }).then(
    () => zip.end(),
    (error: Error) => archive.destroy(error),
  )
  return archive
}

async function addEntries(
  zip: ZipFile,
  entries: AsyncIterable<ArchiveEntry>,
  { madeAt, closed }: { madeAt: Date; closed: AbortSignal },
): Promise<void> {
  for await (const { path, content, compression } of entries) {
    try {
      zip.addReadStream(content, path, { mtime: madeAt, mode: 0o100600, compressionLevel: levels[compression] })
      await finished(content, { signal: closed })
    } finally {
      content.destroy()
    }
  }
}
