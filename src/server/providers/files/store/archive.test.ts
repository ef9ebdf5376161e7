import { expect, test } from 'vitest'
import { createArchive } from './archive.ts'

test('an archive that fails before anybody reads it fails for its reader', async () => {
  const next = () => Promise.reject(new Error('The database fails.'))
  const archive = createArchive({ [Symbol.asyncIterator]: () => ({ next }) }, new Date())
  await new Promise((resolve) => archive.once('close', resolve))
  await expect(archive.toArray()).rejects.toThrow('The database fails.')
})
