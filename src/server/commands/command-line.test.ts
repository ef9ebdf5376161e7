import { expect, test, vi } from 'vitest'
import { runCommand } from './command-line.ts'

test('what a command creates, such as a backup, is for its own user alone', async () => {
  const setUmask = vi.spyOn(process, 'umask').mockReturnValue(0o022)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const exitCode = process.exitCode
  await runCommand(async () => `${setUmask.mock.lastCall}`)
  process.exitCode = exitCode
  expect(write).toHaveBeenCalledWith(`${0o077}\n`)
})

test('what keeps a command from its work is one sentence on stderr, and the exit code', async () => {
  vi.spyOn(process, 'umask').mockReturnValue(0o022)
  const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
  const before = process.exitCode
  await runCommand(async () => {
    throw new Error('There is no such file.')
  })
  const { exitCode } = process
  process.exitCode = before
  expect([exitCode, out?.mock.lastCall, err?.mock.lastCall]).toEqual([1, [''], ['There is no such file.\n']])
})
