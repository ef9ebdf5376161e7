// Files on a local disk: in folders by the first two characters of their id, complete or not there at all.
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkedId, type FileContent, type FileStore } from './file-store.ts'

/** Holds what is being written; on the same disk, so that a rename completes it at once. */
const UNFINISHED = 'unfinished'
/** Nothing takes so long: what is older was left by a crash. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** @param directory made if it is missing, such as DATA_DIR/files */
export async function localFiles(directory: string): Promise<FileStore> {
  const unfinished = join(directory, UNFINISHED)
  await mkdir(unfinished, { recursive: true })
  await removeAbandoned(unfinished)

  /** Whose folder is there: asked of the disk once each. */
  const shelves = new Set<string>()

  const shelfOf = (id: string) => join(directory, checkedId(id).slice(0, 2))
  const placeOf = (id: string) => join(shelfOf(id), id)

  return {
    async put(id, content) {
      const shelf = shelfOf(id)
      const temporary = join(unfinished, `${id}.${randomBytes(6).toString('hex')}`)
      try {
        await writeDurably(temporary, content)
        if (!shelves.has(shelf)) {
          // The new folder's own entry must survive a crash too.
          if (await mkdir(shelf, { recursive: true })) await syncDirectory(directory)
          shelves.add(shelf)
        }
        await rename(temporary, placeOf(id))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncDirectory(shelf)
    },

    async get(id) {
      const file = await openedOrNull(placeOf(id))
      return file ? file.createReadStream() : null
    },

    async remove(id) {
      await rm(placeOf(id), { force: true })
      // A crash while it was being written leaves it unfinished.
      for (const name of await readdir(unfinished))
        if (name.startsWith(`${id}.`)) await rm(join(unfinished, name), { force: true })
    },
  }
}

async function writeDurably(path: string, content: FileContent): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    if (content instanceof Uint8Array) await writeAll(file, content)
    else for await (const chunk of content) await writeAll(file, chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A disk that is nearly full takes a part, and refuses the rest when it is asked again. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += (await file.write(bytes, written)).bytesWritten
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function openedOrNull(path: string): Promise<FileHandle | null> {
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
    // Another server may be tidying the same folder.
    const facts = await stat(path).catch(() => null)
    if (facts && facts.mtimeMs < oldest) await rm(path, { force: true })
  }
}
