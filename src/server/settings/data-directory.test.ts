import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'

let parent: string
let directory: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'portal-directory-'))
  directory = join(parent, 'deep/data')
})
afterEach(() => rmSync(parent, { recursive: true }))

const readMode = () => (statSync(directory).mode & 0o777).toString(8)

test('V14.2.4 a new data directory is closed to other users', () => {
  prepareDataDirectory(directory)
  expect(readMode()).toBe('700')
})

test.each([
  [0o755, '700'],
  [0o777, '700'],
  [0o700, '700'],
  [0o500, '500'],
])('V14.2.4 one with the mode %o is closed, and never opened further', (mode, expected) => {
  prepareDataDirectory(directory)
  chmodSync(directory, mode)
  prepareDataDirectory(directory)
  expect(readMode()).toBe(expected)
})

test.runIf(process.getuid?.() === 0)('root closes that of another user as well', () => {
  prepareDataDirectory(directory)
  chownSync(directory, 65_534, 65_534)
  chmodSync(directory, 0o755)
  prepareDataDirectory(directory)
  expect(readMode()).toBe('700')
})
