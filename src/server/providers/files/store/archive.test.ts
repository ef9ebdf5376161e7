import { expect, test } from 'vitest'
import { createArchive } from './archive.ts'

test('an archive that fails before anybody reads it fails for its reader', async () => {
  const archive = createArchive(ReadableStream.from([Promise.reject(new Error('The database fails.'))]), new Date())
  await new Promise((resolve) => archive.once('close', resolve))
  await expect(archive.toArray()).rejects.toThrow('The database fails.')
})
