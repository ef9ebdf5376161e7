// The mailer against the mailbox simulator, and against an SMTP server that records the raw email.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type MailboxSimulator, startMailboxSimulator } from '#simulators/mailbox/simulator.ts'
import { MailError, type Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Example Institute <no-reply@institute.example>'
const email = { subject: 'Paid: ₦12,500.00', html: '<p>Ẹ ṣé, Adaeze</p>', text: 'Ẹ ṣé, Adaeze' }
const to = 'adaeze@example.org'

let mailbox: MailboxSimulator
let mailer: Mailer

beforeAll(async () => {
  mailbox = await startMailboxSimulator()
  mailer = createSmtpMailer({ smtpUrl: mailbox.smtpUrl, from, timeoutMs: 2000 })
})
afterAll(() => mailbox.close())
beforeEach(async () => {
  await fetch(`${mailbox.url}/simulator/reset`, { method: 'POST' })
})

const setFaults = (faults: object) =>
  fetch(`${mailbox.url}/simulator/faults`, { method: 'POST', body: JSON.stringify(faults) })

async function catchMailError(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

test('an email arrives as HTML and text, at one address, from the institution', async () => {
  await mailer.send({ ...email, to })
  expect(mailbox.messages()).toMatchObject([
    { ...email, text: `${email.text}\n`, html: `${email.html}\n`, from, to: [to] },
  ])
})

test('a sender in quotation marks is named without them', async () => {
  const quoted = createSmtpMailer({ smtpUrl: mailbox.smtpUrl, from: from.replace('Example Institute', '"$&"') })
  await quoted.send({ ...email, to })
  expect(mailbox.messages()).toMatchObject([{ from }])
})

test.each([
  'adaeze@example.org\r\nBcc: thief@example.org',
  'adaeze@example.org, thief@example.org',
  'Adaeze <adaeze@example.org>',
  'adaeze@example.org thief@example.org',
  'adaeze',
  '@example.org',
  '',
])('V1.3.11 the address %j is refused before anything is sent', async (address) => {
  const error = await catchMailError(mailer.send({ ...email, to: address }))
  expect(error.kind).toBe('permanent')
  expect(error.message).not.toContain('example.org')
  expect(mailbox.messages()).toEqual([])
})

test.each<[string, (address: string) => object]>([
  ['a file', () => ({ path: import.meta.filename })],
  ['an address', (href) => ({ href })],
])('V1.3.11 an email whose content refers to %s is not sent, and nothing is read for it', async (_what, refer) => {
  const html = refer(`${mailbox.url}/messages`) as unknown as string
  await catchMailError(mailer.send({ ...email, to, html }))
  expect(mailbox.messages()).toEqual([])
})

test('V1.3.11 a subject cannot add headers', async () => {
  await mailer.send({ ...email, to, subject: 'Hello\r\nBcc: thief@example.org\r\n\r\nother text' })
  expect(mailbox.messages()).toMatchObject([
    { subject: 'Hello Bcc: thief@example.org other text', to: [to], text: `${email.text}\n` },
  ])
})

test.each(['', '?requireTLS=false', '?ignoreTLS=true'])(
  'V12.2.1 a mail server that does not encrypt gets no email when encryption is required, whatever its URL ends in: %j',
  async (options) => {
    const smtpUrl = `${mailbox.smtpUrl}${options}`
    const encrypting = createSmtpMailer({ smtpUrl, from, requiresTls: true, timeoutMs: 2000 })
    expect((await catchMailError(encrypting.send({ ...email, to }))).kind).toBe('temporary')
    expect(mailbox.messages()).toEqual([])
  },
)

test('V12.3.2 a mail server whose certificate nobody vouches for gets no email', async () => {
  const received: string[] = []
  // The library's own certificate, which it signed itself.
  const server = new SMTPServer({
    secure: true,
    // Otherwise it warns of that certificate.
    logger: false,
    disabledCommands: ['AUTH'],
    onRcptTo: (address, _session, callback) => {
      received.push(address.address)
      callback()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  try {
    const impostor = createSmtpMailer({ smtpUrl: `smtps://localhost:${port}`, from, timeoutMs: 2000 })
    expect((await catchMailError(impostor.send({ ...email, to }))).kind).toBe('temporary')
    expect(received).toEqual([])
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
})

describe('an error says whether a retry can help, and contains no address', () => {
  test.each([
    [{ refuse: { code: 450, at: 'recipient', message: `${to} is busy` } }, 'temporary'],
    [{ refuse: { code: 451, at: 'message' } }, 'temporary'],
    [{ refuse: { code: 421, at: 'connection' } }, 'temporary'],
    [{ refuse: { code: 554, at: 'connection' } }, 'temporary'],
    [{ closed: true }, 'temporary'],
    [{ slow: { delayMs: 6000 } }, 'temporary'],
    [{ refuse: { code: 550, at: 'recipient', message: `${to} is unknown here` } }, 'permanent'],
    [{ refuse: { code: 554, at: 'message' } }, 'permanent'],
    [{ refuse: { code: 500, at: 'message' } }, 'permanent'],
  ])('%j is %s', async (faults, kind) => {
    await setFaults(faults)
    const error = await catchMailError(mailer.send({ ...email, to }))
    expect(error.kind).toBe(kind)
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(to)
  })

  test('after a temporary error the same mailer delivers', async () => {
    await setFaults({ closed: true })
    await catchMailError(mailer.send({ ...email, to }))
    await setFaults({})
    await mailer.send({ ...email, to })
    expect(mailbox.messages()).toHaveLength(1)
  })
})

test('a mail server that says nothing for 15 seconds has not taken the email', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: connected, resolve: connect } = Promise.withResolvers<Socket>()
  const silent = createServer(connect).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  let hasFailed = false
  const sending = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from }).send({ ...email, to })
  const failure = catchMailError(sending).finally(() => {
    hasFailed = true
  })
  await connected
  await vi.advanceTimersByTimeAsync(14_900)
  expect(hasFailed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  // The limit has passed: what is left is to report it.
  vi.useRealTimers()
  await expect.poll(() => hasFailed, { timeout: 5_000 }).toBe(true)
  expect((await failure).kind).toBe('temporary')
})

test('every attempt at one email has the same Message-ID, and is marked as generated automatically', async () => {
  const raw: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        raw.push(Buffer.concat(chunks).toString('latin1'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const smtpMailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@institute.example' })

  await smtpMailer.send({ ...email, to, id: 'receipt-310007123456' })
  await smtpMailer.send({ ...email, to, id: 'receipt-310007123456' })
  const refused = await catchMailError(smtpMailer.send({ ...email, to, id: 'x>\r\nBcc: thief@example.org' }))
  // It is not tried again.
  expect(refused.kind).toBe('permanent')
  await new Promise<void>((resolve) => server.close(() => resolve()))

  expect(raw).toHaveLength(2)
  for (const message of raw) {
    expect(message).toMatch(/^Message-ID: <receipt-310007123456@institute\.example>\r$/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(message).toMatch(/^To: adaeze@example\.org\r$/m)
  }
})

test.each(['', 'Registry', 'a@b.example, c@d.example', 'Registry <a@b.example>\r\nBcc: c@d.example', '<>'])(
  'a sender of %j is refused at once',
  (sender) => {
    expect(() => createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: sender })).toThrow('The sender of emails')
  },
)
