import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMessages } from './messages.ts'
import { type MailboxSimulator, startMailboxSimulator } from './simulator.ts'

let mailbox: MailboxSimulator

beforeAll(async () => {
  mailbox = await startMailboxSimulator({ now: () => new Date('2024-03-01T09:00:00Z') })
})
beforeEach(() => control('reset'))
afterAll(() => mailbox.close())

const control = (name: string, body: unknown = {}) =>
  fetch(`${mailbox.url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) })

function send(more: SendMailOptions = {}, url = mailbox.smtpUrl) {
  const transport = createTransport(url)
  return transport.sendMail({
    from: 'Recruitment <no-reply@sitm.example>',
    to: 'adaeze@example.com',
    subject: 'Payment received: ₦12,500.00',
    text: 'See http://localhost:3000/app/payment?a=1&b=2.',
    html: '<p>See <a href="http://localhost:3000/app/payment?a=1&amp;b=2">your slip</a>, Oládípò.</p>',
    ...more,
  })
}

test('a sent email can be read', async () => {
  await send()
  expect(await (await fetch(`${mailbox.url}/messages`)).json()).toEqual([
    {
      id: expect.any(String),
      from: 'Recruitment <no-reply@sitm.example>',
      to: ['adaeze@example.com'],
      subject: 'Payment received: ₦12,500.00',
      text: expect.stringContaining('http://localhost:3000/app/payment?a=1&b=2'),
      html: expect.stringContaining('Oládípò'),
      date: '2024-03-01T09:00:00.000Z',
      attachments: [],
    },
  ])
})

test('the newest email is last, and one recipient’s emails can be selected, including blind copies', async () => {
  await send({ subject: 'first' })
  await send({ subject: 'second', to: 'other@example.com', bcc: 'hidden@example.com' })
  expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['first', 'second'])
  const hidden = await (await fetch(`${mailbox.url}/messages?to=Hidden@Example.com`)).json()
  expect(hidden).toMatchObject([{ subject: 'second', to: ['other@example.com', 'hidden@example.com'] }])
  expect(mailbox.messages('adaeze@example.com')).toHaveLength(1)
})

test('the newest thousand emails are kept', async () => {
  const messages = createMessages(() => new Date())
  for (let n = 0; n <= 1000; n += 1) await messages.add(Buffer.from(`Subject: ${n}\r\n\r\n`), ['adaeze@example.com'])
  expect(messages.list()).toHaveLength(1000)
  expect(messages.list()[0]?.subject).toBe('1')
})

test('attachments are listed by name, type and size', async () => {
  await send({ attachments: [{ filename: 'slip.pdf', contentType: 'application/pdf', content: Buffer.alloc(1234) }] })
  expect(mailbox.messages()[0]?.attachments).toEqual([{ name: 'slip.pdf', type: 'application/pdf', bytes: 1234 }])
})

test('any user and password can send', async () => {
  await send({}, mailbox.smtpUrl.replace('smtp://', 'smtp://somebody:secret@'))
  expect(mailbox.messages()).toHaveLength(1)
})

test('the mailbox can be emptied', async () => {
  await send()
  expect((await fetch(`${mailbox.url}/messages`, { method: 'DELETE' })).status).toBe(200)
  expect(mailbox.messages()).toEqual([])
})

describe('the page', () => {
  test('has its own icon, so that browsers do not request one', async () => {
    expect(await (await fetch(mailbox.url)).text()).toContain('<link rel="icon" href="data:,">')
  })

  test('says when there is no email', async () => {
    expect(await (await fetch(mailbox.url)).text()).toContain('No email yet.')
  })

  test('shows each link of an email once', async () => {
    await send()
    const html = await (await fetch(mailbox.url)).text()
    const link = 'http://localhost:3000/app/payment?a=1&amp;b=2'
    expect(html.match(/<li>.*<\/li>/g)).toEqual([`<li><a href="${link}">${link}</a></li>`])
  })

  test('shows the HTML of an email in a sandbox without scripts', async () => {
    await send({ subject: '<b>bold</b>', html: '<script>alert("1")</script><p>Hello</p>' })
    const html = await (await fetch(mailbox.url)).text()
    expect(html).not.toContain('<script')
    expect(html).not.toContain('alert(')
    expect(html).not.toContain('<b>bold')
    expect(html).toContain('>&lt;b&gt;bold&lt;/b&gt;</h2>')
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="')
    expect(html).toContain('&lt;p&gt;Hello&lt;/p&gt;')
  })
})

describe('a fault', () => {
  test.each([
    ['connection', 421],
    ['recipient', 550],
    ['message', 451],
  ])('refuses at the %s with %i, as often as set', async (at, code) => {
    await control('faults', { refuse: { code, at, times: 2 } })
    await expect(send()).rejects.toMatchObject({ responseCode: code })
    await expect(send()).rejects.toMatchObject({ responseCode: code })
    await send()
    expect(mailbox.messages()).toHaveLength(1)
  })

  test('without a number refuses every time, with the given message', async () => {
    await control('faults', { refuse: { code: 552, message: 'Mailbox full' } })
    await expect(send()).rejects.toThrow('Mailbox full')
    await expect(send()).rejects.toThrow('Mailbox full')
  })

  test('closes the port, and opens the same one again', async () => {
    await control('faults', { closed: true })
    await expect(send()).rejects.toThrow('ECONNREFUSED')
    await control('faults', {})
    await send()
    expect(mailbox.messages()).toHaveLength(1)
  })

  test('delays emails, and lets the next one past', async () => {
    await control('faults', { slow: { delayMs: 1, times: 1 } })
    await send()
    await control('faults', { slow: { delayMs: 600_000, times: 1 } })
    // Ends with the mailbox.
    send({ subject: 'delayed' }).catch(() => {})
    const readFaults = async () => (await fetch(`${mailbox.url}/simulator/faults`)).json()
    await expect.poll(readFaults).toEqual({})
    await send({ subject: 'next' })
    expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['Payment received: ₦12,500.00', 'next'])
  })

  test('with a code that is no refusal is itself refused', async () => {
    expect((await control('faults', { refuse: { code: 250 } })).status).toBe(400)
  })
})

test('a mailbox whose port is taken says so, and holds no other port', async () => {
  const taken = Number(new URL(mailbox.smtpUrl).port)
  await expect(startMailboxSimulator({ smtpPort: taken })).rejects.toThrow(`Port ${taken} on 127.0.0.1`)
  // An address for examples, which no machine has.
  await expect(startMailboxSimulator({ host: '192.0.2.1' })).rejects.toThrow('cannot be opened: listen EADDRNOTAVAIL')
})
