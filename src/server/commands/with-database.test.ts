import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDatabase } from './with-database.ts'

test('a command of production without DATABASE_URL says so, and makes no database of its own', async () => {
  const DATA_DIR = join(import.meta.dirname, 'never-made')
  const command = withDatabase({ NODE_ENV: 'production', DATA_DIR }, async () => 'done')
  await expect(command).rejects.toThrow('DATABASE_URL is missing: production names a PostgreSQL of its own')
  expect(existsSync(DATA_DIR)).toBe(false)
})
