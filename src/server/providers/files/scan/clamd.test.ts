import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClamdServer, eicar, startClamdServer } from '#tests/support/simulators/clamd-server.ts'
import { createClamdScanner } from './clamd.ts'
import { ScannerError } from './virus-scanner.ts'

let server: ClamdServer
beforeAll(async () => {
  server = await startClamdServer()
})
beforeEach(() => server.behave('well'))
afterAll(() => server.close())

const scanner = (timeoutMs = 10_000) => createClamdScanner({ host: '127.0.0.1', port: server.port, timeoutMs })

test('a file without a virus is clean, at any size', async () => {
  for (const size of [0, 1, 256 * 1024, 256 * 1024 + 1, 5 * 1024 * 1024])
    expect(await scanner().scan(randomBytes(size)), `${size} bytes`).toBe('clean')
})

test('a virus is found at any position, also across two chunks', async () => {
  for (const before of [0, 100, 256 * 1024 - 20, 600_000])
    expect(await scanner().scan(Buffer.concat([Buffer.alloc(before), Buffer.from(eicar)])), `${before}`).toBe(
      'infected',
    )
})

test.each(['silent', 'garbage', 'hangs up', 'too large'] as const)(
  'a scanner that is %s gives no verdict',
  async (behaviour) => {
    server.behave(behaviour)
    await expect(scanner(300).scan(randomBytes(1000))).rejects.toBeInstanceOf(ScannerError)
  },
)

test('an answer without an end is not read to the time limit', async () => {
  server.behave('talkative')
  await expect(scanner().scan(randomBytes(1000))).rejects.toThrow('The scanner gave no verdict.')
})

test('an answer may arrive in pieces', async () => {
  server.behave('slow')
  expect(await scanner().scan(Buffer.from(eicar))).toBe('infected')
})

test('an answer counts also while the scanner keeps the connection open', async () => {
  server.behave('open')
  expect(await scanner().scan(Buffer.from(eicar))).toBe('infected')
})

test('an unreachable scanner gives no verdict', async () => {
  const gone = await startClamdServer()
  await gone.close()
  await expect(createClamdScanner({ host: '127.0.0.1', port: gone.port }).scan(randomBytes(10))).rejects.toBeInstanceOf(
    ScannerError,
  )
})
