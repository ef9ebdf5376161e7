// Files on a local disk, in directories named after the first two characters of their id. Writes are atomic.
import { randomBytes } from 'node:crypto'
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertFileId, type FileContent, type FileStore } from './file-store.ts'

/** The directory for files that are being written; on the same disk, so that a rename is atomic. */
const UNFINISHED = 'unfinished'
/** Longer than any write takes: older files were left by a crash. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** @param directory such as DATA_DIR/files; created if it is missing */
export async function openLocalFileStore(directory: string): Promise<FileStore> {
  const unfinished = join(directory, UNFINISHED)
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  // An earlier version created it for everybody. Some file systems have no modes.
  await chmod(directory, 0o700).catch(() => {})
  await removeAbandoned(unfinished)

  /** Directories that exist, to check each only once. */
  const knownDirectories = new Set<string>()

  const getDirectory = (id: string) => join(directory, assertFileId(id).slice(0, 2))
  const getPath = (id: string) => join(getDirectory(id), id)

  return {
    async put(id, content) {
      const fileDirectory = getDirectory(id)
      const temporary = join(unfinished, `${id}.${randomBytes(6).toString('hex')}`)
      try {
        await writeDurably(temporary, content)
        if (!knownDirectories.has(fileDirectory)) {
          // The new directory must survive a crash too.
          if (await mkdir(fileDirectory, { recursive: true, mode: 0o700 })) await syncDirectory(directory)
          knownDirectories.add(fileDirectory)
        }
        await rename(temporary, getPath(id))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncDirectory(fileDirectory)
    },

    async get(id) {
      const file = await openIfPresent(getPath(id))
      return file ? file.createReadStream() : null
    },

    async remove(id) {
      await rm(getPath(id), { force: true })
      // A crash during `put` leaves an unfinished file.
      for (const name of await readdir(unfinished))
        if (name.startsWith(`${id}.`)) await rm(join(unfinished, name), { force: true })
    },
  }
}

async function writeDurably(path: string, content: FileContent): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    // Node goes on after a write that stored only a part, as on a disk that is almost full; the next one then fails.
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function openIfPresent(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function removeAbandoned(unfinished: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name)
    // Another server may clean up the same directory.
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < oldest) await rm(path, { force: true })
  }
}
