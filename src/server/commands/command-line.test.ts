import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runProgram } from '#tests/support/run-program.ts'
import { readInputFile, runCommand } from './command-line.ts'

const commands = ['add-staff', 'backup', 'drill', 'issue-accounts', 'migrate', 'restore', 'rotate-keys', 'set-exercise']

test('each command is a program of its own, which says what it needs', async () => {
  const settings = { NODE_ENV: 'production', DATABASE_URL: '', SECRET_KEY: '' }
  const run = (name: string) => runProgram(join(import.meta.dirname, `${name}.ts`), [], settings)
  const ended = await Promise.all(commands.map(run))
  expect(ended).toEqual(commands.map(() => ({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]*\w/) })))
}, 60_000)

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

test('a file is read as UTF-8, with or without a byte order mark; another encoding is not guessed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-input-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (bytes: Buffer) => {
    const path = join(folder, 'list.csv')
    await writeFile(path, bytes)
    return path
  }
  expect(await readInputFile(await write(Buffer.from('Ọláwálé')))).toBe('Ọláwálé')
  expect(await readInputFile(await write(Buffer.from('\ufeffỌláwálé')))).toBe('Ọláwálé')
  await expect(write(Buffer.from('Aminé', 'latin1')).then(readInputFile)).rejects.toThrow(
    'list.csv is not UTF-8: save it as UTF-8, in Excel as "CSV UTF-8".',
  )
})
