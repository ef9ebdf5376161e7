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
