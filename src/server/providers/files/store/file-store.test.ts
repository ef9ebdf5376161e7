// The contract of the port, tested with every implementation.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { s3Keys, startS3Server } from '#tests/support/simulators/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { openLocalFileStore } from './local-store.ts'
import { createS3FileStore } from './s3-store.ts'

const stores: Record<string, () => Promise<{ files: FileStore; close(): Promise<void> }>> = {
  async local() {
    const directory = await mkdtemp(join(tmpdir(), 'files-'))
    return { files: await openLocalFileStore(directory), close: () => rm(directory, { recursive: true }) }
  },
  async s3() {
    const server = await startS3Server()
    return {
      files: createS3FileStore({ endpoint: server.endpoint, bucket: server.bucket, ...s3Keys }),
      close: server.close,
    }
  },
}

describe.each(Object.entries(stores))('%s', (_name, start) => {
  let files: FileStore
  let close: () => Promise<void>

  beforeAll(async () => {
    const started = await start()
    files = started.files
    close = started.close
  })
  afterAll(() => close())

  const content = async (id: string) => {
    const stream = await files.get(id)
    return stream && buffer(stream)
  }

  test('returns exactly the stored content', async () => {
    const [id, bytes] = [randomUUID(), randomBytes(300_000)]
    await files.put(id, bytes, 'application/pdf')
    expect((await content(id))?.equals(bytes)).toBe(true)
  })

  test('accepts a stream', async () => {
    const [id, chunks] = [randomUUID(), Array.from({ length: 40 }, () => randomBytes(10_000))]
    await files.put(
      id,
      (async function* () {
        yield* chunks
      })(),
      'image/png',
    )
    expect((await content(id))?.equals(Buffer.concat(chunks))).toBe(true)
  })

  test('stores only the given part of a larger buffer', async () => {
    const id = randomUUID()
    await files.put(id, Buffer.from('before|inside|after').subarray(7, 13), 'text/plain')
    expect(String(await content(id))).toBe('inside')
  })

  test('stores an empty file', async () => {
    const id = randomUUID()
    await files.put(id, new Uint8Array(), 'text/plain')
    expect(await content(id)).toHaveLength(0)
  })

  test('a second put replaces the content', async () => {
    const id = randomUUID()
    await files.put(id, Buffer.from('a longer first version'), 'text/plain')
    await files.put(id, Buffer.from('second'), 'text/plain')
    expect(String(await content(id))).toBe('second')
  })

  test('a missing or removed file is null, and removing it again is not an error', async () => {
    const id = randomUUID()
    expect(await files.get(id)).toBeNull()
    await files.put(id, Buffer.from('x'), 'text/plain')
    await files.remove(id)
    expect(await files.get(id)).toBeNull()
    await expect(files.remove(id)).resolves.toBeUndefined()
  })

  test('a failing source stores nothing, and the previous content stays', async () => {
    const [fresh, old] = [randomUUID(), randomUUID()]
    await files.put(old, Buffer.from('kept'), 'text/plain')
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('the sender disconnected')
    }
    await expect(files.put(fresh, broken(), 'text/plain')).rejects.toThrow('the sender disconnected')
    await expect(files.put(old, broken(), 'text/plain')).rejects.toThrow('the sender disconnected')
    expect(await files.get(fresh)).toBeNull()
    expect(String(await content(old))).toBe('kept')
  })

  test.each(['', '..', '../../etc/passwd', 'a/b', `${randomUUID()}/../x`, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'])(
    'V5.3.2 an id that is not a lower-case UUID (%j) is refused by every call',
    async (id) => {
      await expect(files.put(id, Buffer.from('x'), 'text/plain')).rejects.toThrow('UUID')
      await expect(files.get(id)).rejects.toThrow('UUID')
      await expect(files.remove(id)).rejects.toThrow('UUID')
    },
  )
})
