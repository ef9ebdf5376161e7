import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSampleMerchant } from './remita/samples/sample-merchant.ts'

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

interface Message {
  ready?: true
  urls?: { remita: string; nin: string; mailbox: string; smtp: string }
  error?: string
}

function start(env: Record<string, string>): ChildProcess {
  const { PATH } = process.env
  const child = fork(main, { env: { PATH, ...env }, stdio: 'ignore' })
  started.push(child)
  return child
}

async function readFirstMessage(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message')
  return message as Message
}

const freePorts = { SIM_REMITA_PORT: '0', SIM_NIN_PORT: '0', SIM_MAIL_HTTP_PORT: '0', SIM_SMTP_PORT: '0' }

test('all simulators start, report to their parent and end on SIGTERM', async () => {
  const child = start({ ...freePorts, SIM_STATE_DIR: stateDir })
  const { ready, urls } = await readFirstMessage(child)
  expect(ready).toBe(true)
  expect((await fetch(`${urls?.remita}/bank`)).status).toBe(200)
  expect((await fetch(`${urls?.nin}/simulator/requests`)).status).toBe(200)
  expect(await (await fetch(`${urls?.mailbox}/messages`)).json()).toEqual([])

  const rrr = await createSampleMerchant(urls?.remita ?? '').requestRrr('order-1')
  expect(await readFile(join(stateDir, 'remita.json'), 'utf8')).toContain(rrr)

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('only simulators with a port are started', async () => {
  const { urls } = await readFirstMessage(start({ SIM_NIN_PORT: '0' }))
  expect(urls).toEqual({ nin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
})

test('they end when the parent ends', async () => {
  const child = start(freePorts)
  await readFirstMessage(child)
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a port that is in use is reported to the parent', async () => {
  const { urls } = await readFirstMessage(start({ SIM_NIN_PORT: '0' }))
  const { port } = new URL(urls?.nin ?? '')
  const second = start({ SIM_REMITA_PORT: '0', SIM_NIN_PORT: port })
  const ended = once(second, 'exit')
  expect(await readFirstMessage(second)).toEqual({
    error: `Port ${port} on 127.0.0.1, meant for the NIN simulator, is taken by another program.`,
  })
  expect(await ended).toEqual([1, null])
})

test.each([
  ['no simulator', {}, 'No simulator has a port'],
  ['an invalid port', { SIM_NIN_PORT: 'three' }, "SIM_NIN_PORT must be a port, not 'three'."],
  ['half a mailbox', { SIM_SMTP_PORT: '0' }, 'The mailbox needs both SIM_MAIL_HTTP_PORT and SIM_SMTP_PORT.'],
])('%s is reported to the parent', async (_what, env, sentence) => {
  expect((await readFirstMessage(start(env as Record<string, string>))).error).toContain(sentence)
})
