import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { releaseLock, takeLock } from './lock.mjs'

let directory: string
let lock: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'portal-lock-'))
  lock = join(directory, 'running.json')
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Another process that takes the lock and lives until it is killed. */
async function anotherHolder() {
  const module = JSON.stringify(new URL('./lock.mjs', import.meta.url).href)
  const code = `
    const { takeLock } = await import(${module})
    process.send(takeLock(${JSON.stringify(lock)}, 'from another') ?? 'taken')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [answer] = await once(child, 'message')
  const kill = async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  return { pid: child.pid, answer, kill }
}

test('one process has it until it gives it back', async () => {
  expect(takeLock(lock, 'http://localhost:3000')).toBeUndefined()
  const other = await anotherHolder()
  expect(other.answer).toMatchObject({ pid: process.pid, note: 'http://localhost:3000' })
  await other.kill()

  releaseLock(lock)
  expect(existsSync(lock)).toBe(false)
})

test('what a killed process left counts as nothing', async () => {
  const other = await anotherHolder()
  expect(other.answer).toBe('taken')
  expect(takeLock(lock, 'ours')).toMatchObject({ pid: other.pid, note: 'from another' })
  await other.kill()
  expect(takeLock(lock, 'ours')).toBeUndefined()
})

test('a later process with the same number is not the holder', () => {
  writeFileSync(lock, JSON.stringify({ pid: process.pid, born: 'long ago', note: '' }))
  expect(takeLock(lock, 'ours')).toBeUndefined()
})

test('a file that makes no sense is no lock', () => {
  writeFileSync(lock, '{"pid": 12')
  expect(takeLock(lock, 'ours')).toBeUndefined()
})

test("another's lock is not given back by us", async () => {
  const other = await anotherHolder()
  releaseLock(lock)
  expect(takeLock(lock, 'ours')).toMatchObject({ pid: other.pid })
  await other.kill()
})

test('V14.2.4 a lock has the mode that it is given', () => {
  takeLock(lock, '', 0o600)
  expect(statSync(lock).mode & 0o777).toBe(0o600)
})

test.runIf(process.getuid?.() === 0)("another user's lock is an error at once", () => {
  writeFileSync(lock, '')
  chmodSync(directory, 0o755)
  // The module is loaded before the user is changed, who may have no access to the project.
  const code = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)})
    process.setgid(1)
    process.setuid(1)
    takeLock(${JSON.stringify(lock)}, '')`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('EACCES')
})
