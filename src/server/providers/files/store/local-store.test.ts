import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localFiles } from './local-store.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('a file stands in a folder named by the beginning of its id, and nothing else is left', async () => {
  const id = randomUUID()
  await (await localFiles(directory)).put(id, Buffer.from('x'), 'text/plain')
  expect((await readdir(directory, { recursive: true })).toSorted()).toEqual(
    [id.slice(0, 2), `${id.slice(0, 2)}/${id}`, 'unfinished'].toSorted(),
  )
})

test('a sender that goes away leaves no temporary file', async () => {
  const files = await localFiles(directory)
  const broken = async function* () {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  await expect(files.put(randomUUID(), broken(), 'text/plain')).rejects.toThrow('gone')
  expect(await readdir(directory, { recursive: true })).toEqual(['unfinished'])
})

test('a start removes what an earlier crash left, and not what another server is writing', async () => {
  const unfinished = join(directory, 'unfinished')
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'old'), 'half')
  await writeFile(join(unfinished, 'new'), 'half')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(unfinished, 'old'), twoHoursAgo, twoHoursAgo)

  await localFiles(directory)

  expect(await readdir(unfinished)).toEqual(['new'])
})

test('when the disk cannot be written, the error is told', async () => {
  const files = await localFiles(directory)
  await rm(join(directory, 'unfinished'), { recursive: true })
  await expect(files.put(randomUUID(), Buffer.from('x'), 'text/plain')).rejects.toThrow('ENOENT')
})
