import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, open, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLocalFileStore } from './local-store.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('a file is in a directory named after the beginning of its id, without temporary files', async () => {
  const id = randomUUID()
  await (await openLocalFileStore(directory)).put(id, Buffer.from('x'), 'text/plain')
  expect((await readdir(directory, { recursive: true })).toSorted()).toEqual(
    [id.slice(0, 2), `${id.slice(0, 2)}/${id}`, 'unfinished'].toSorted(),
  )
})

test('V14.2.4 files and their directories are closed to other users, also those of an earlier version', async () => {
  const id = randomUUID()
  await chmod(directory, 0o755)
  await (await openLocalFileStore(directory)).put(id, Buffer.from('x'), 'text/plain')
  const readMode = async (name: string) => ((await stat(join(directory, name))).mode & 0o777).toString(8)
  for (const name of ['.', 'unfinished', id.slice(0, 2)]) expect(await readMode(name)).toBe('700')
  expect(await readMode(`${id.slice(0, 2)}/${id}`)).toBe('600')
})

test('a file that is stored leaves nothing open', async () => {
  const files = await openLocalFileStore(directory)
  const countOpen = async () => (await readdir('/dev/fd')).length
  const before = await countOpen()
  for (let n = 0; n < 8; n++) await files.put(randomUUID(), Buffer.from('x'), 'text/plain')
  expect(await countOpen()).toBe(before)
})

test('a file counts as stored once it and its directories are on the disk', async () => {
  const files = await openLocalFileStore(directory)
  const opened = await open(directory)
  const sync = vi.spyOn(Object.getPrototypeOf(opened), 'sync')
  await opened.close()
  const put = (id: string) => files.put(id, Buffer.from('x'), 'text/plain')
  const id = randomUUID()
  await put(id)
  // The file, the directory that was added and the one that has it.
  expect(sync).toHaveBeenCalledTimes(3)
  await put(`${id.slice(0, -1)}0`)
  expect(sync).toHaveBeenCalledTimes(5)
})

test('a failing source leaves no temporary file', async () => {
  const files = await openLocalFileStore(directory)
  const broken = async function* () {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  await expect(files.put(randomUUID(), broken(), 'text/plain')).rejects.toThrow('gone')
  expect(await readdir(directory, { recursive: true })).toEqual(['unfinished'])
})

test('opening the store removes the leftovers of a crash, but not the current files of another server', async () => {
  const unfinished = join(directory, 'unfinished')
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'old'), 'half')
  await writeFile(join(unfinished, 'new'), 'half')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(unfinished, 'old'), twoHoursAgo, twoHoursAgo)
  // As what another server has just removed: its name is there, and it is not.
  await symlink(join(unfinished, 'removed'), join(unfinished, 'gone'))

  await openLocalFileStore(directory)

  expect(await readdir(unfinished)).toEqual(['gone', 'new'])
})

test('with a file goes what a crash left of it, and nothing of others', async () => {
  const files = await openLocalFileStore(directory)
  const [id, other] = [randomUUID(), randomUUID()]
  for (const name of [`${id}.1a`, `${id}.2b`, `${other}.1a`])
    await writeFile(join(directory, 'unfinished', name), 'half')
  await files.remove(id)
  expect(await readdir(join(directory, 'unfinished'))).toEqual([`${other}.1a`])
})

test('a write error is thrown', async () => {
  const files = await openLocalFileStore(directory)
  await rm(join(directory, 'unfinished'), { recursive: true })
  await expect(files.put(randomUUID(), Buffer.from('x'), 'text/plain')).rejects.toThrow('ENOENT')
})
