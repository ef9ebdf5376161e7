import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleMerchant } from './remita/sample-merchant.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let stateDir: string
let started: ChildProcess[] = []

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'simulators-'))
})
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  await rm(stateDir, { recursive: true })
})

interface Word {
  ready?: true
  urls?: { remita: string; nin: string; mailbox: string; smtp: string }
  error?: string
}

function start(env: Record<string, string>): ChildProcess {
  const { PATH } = process.env
  const child = fork(main, { env: { PATH, ...env }, execArgv: ['--import', 'tsx'], stdio: 'ignore' })
  started.push(child)
  return child
}

async function firstWord(child: ChildProcess): Promise<Word> {
  const [word] = await once(child, 'message')
  return word as Word
}

const freePorts = { SIM_REMITA_PORT: '0', SIM_NIN_PORT: '0', SIM_MAIL_HTTP_PORT: '0', SIM_SMTP_PORT: '0' }

test('all simulators start, say so to their parent and end on SIGTERM', async () => {
  const child = start({ ...freePorts, SIM_STATE_DIR: stateDir })
  const { ready, urls } = await firstWord(child)
  expect(ready).toBe(true)
  expect((await fetch(`${urls?.remita}/bank`)).status).toBe(200)
  expect((await fetch(`${urls?.nin}/simulator/requests`)).status).toBe(200)
  expect(await (await fetch(`${urls?.mailbox}/messages`)).json()).toEqual([])

  const rrr = await sampleMerchant(urls?.remita ?? '').rrrFor('order-1')
  expect(await readFile(join(stateDir, 'remita.json'), 'utf8')).toContain(rrr)

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('only those that have a port are started', async () => {
  const { urls } = await firstWord(start({ SIM_NIN_PORT: '0' }))
  expect(urls).toEqual({ nin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
})

test('they end when the parent goes away', async () => {
  const child = start(freePorts)
  await firstWord(child)
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a taken port is told to the parent in a sentence', async () => {
  const { urls } = await firstWord(start({ SIM_NIN_PORT: '0' }))
  const { port } = new URL(urls?.nin ?? '')
  const second = start({ SIM_REMITA_PORT: '0', SIM_NIN_PORT: port })
  const ended = once(second, 'exit')
  expect(await firstWord(second)).toEqual({
    error: `Port ${port} on 127.0.0.1, meant for the NIN simulator, is taken by another program.`,
  })
  expect(await ended).toEqual([1, null])
})

test.each([
  ['nothing asked for', {}, 'No simulator was asked for'],
  ['a port that is none', { SIM_NIN_PORT: 'three' }, "SIM_NIN_PORT must be a port, not 'three'."],
  ['half a mailbox', { SIM_SMTP_PORT: '0' }, 'The mailbox needs both SIM_MAIL_HTTP_PORT and SIM_SMTP_PORT.'],
])('%s is told to the parent', async (_what, env, sentence) => {
  expect((await firstWord(start(env as Record<string, string>))).error).toContain(sentence)
})
