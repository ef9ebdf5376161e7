import { describe, expect, test } from 'vitest'
import { type EmailData, type EmailName, renderEmail } from './emails.ts'

const sender = {
  institution: 'Example Institute of Technology',
  shortName: 'EIT',
  exercise: 'Academic Staff Recruitment 2024',
  publicUrl: 'https://portal.institute.example',
  contact: {
    address: 'Registry\n12 College Road',
    phone: '+234 800 000 0000',
    hours: 'Monday to Friday, 9 am to 4 pm',
  },
}
const person = { sender, name: 'OKONKWO Adaeze Chiamaka', userId: 'RE24-00001' }
const moment = '2026-11-21T13:32:05Z'

const samples: { [Name in EmailName]: EmailData[Name] } = {
  accountIssued: { ...person, initialPassword: 'k7-Palm & <River>' },
  accountIssuedAgain: { ...person, code: 'a+b/c=', validUntil: '2026-11-24T13:32:05Z' },
  reminder: { ...person, role: 'Lecturer II', closesAt: '2026-12-31T22:59:00Z', nextStep: 'pay' },
  passwordReset: { ...person, code: 'a+b/c=', validMinutes: 30 },
  passwordChanged: { ...person, changedAt: moment },
  paymentReceived: { ...person, rrr: '310007123456', amountKobo: 1_250_000, paidAt: moment },
  applicationSubmitted: { ...person, applicationNumber: 'APP-2024-000123', submittedAt: moment },
  applicationReturned: {
    ...person,
    applicationNumber: 'APP-2024-000123',
    reason: 'The certificate cannot be read.\n\nSend a clear scan.',
    until: moment,
  },
  applicationWithdrawn: { ...person, applicationNumber: 'APP-2024-000123', withdrawnAt: moment },
  applicationReinstated: { ...person, applicationNumber: 'APP-2024-000123' },
  refereeNamed: { ...person, refereeName: 'Prof. Ngozi Example' },
  complaintReceived: { sender, number: 'C-2026-00012', receivedAt: moment },
  staffInvitation: {
    ...person,
    event: 'invited',
    code: 'a+b',
    validHours: 72,
    staffUrl: 'https://portal.institute.example',
  },
  detailsCorrected: { ...person, facts: ['Surname', 'Email'], at: moment },
  complaintAnswered: { sender, number: 'C-2026-00012', text: 'Try again.\n\nSorry.' },
  outcomePublished: {
    ...person,
    applicationNumber: 'APP-2024-000123',
    outcome: 'rejected',
    reasons: [{ type: 'Document', reason: 'A file that you sent cannot be read.' }],
    isCorrection: false,
    note: 'Write to us by 5 December.',
    publishedAt: moment,
  },
  seatPublished: {
    ...person,
    applicationNumber: 'APP-2024-000123',
    change: 'moved',
    kind: 'cbt',
    batch: 'Batch A',
    examDate: '2026-12-07',
    examTime: '9:00 am',
    examVenue: 'ICT Centre, Hall A, seat 41',
    address: '1 Campus Road',
    reportTime: '8:00 am',
    note: 'Leave phones at home.',
  },
  resultPublished: {
    ...person,
    applicationNumber: 'APP-2024-000123',
    kind: 'cbt',
    isCorrection: true,
    score: 61.5,
    maximum: 100,
    remark: 'Second attempt',
    note: 'The interviews follow in January.',
  },
  offerPublished: {
    ...person,
    applicationNumber: 'APP-2024-000123',
    finalOutcome: 'selected',
    role: 'Lecturer II',
    school: 'Technology',
    department: 'Computer Science',
    until: moment,
    replaces: 'reserve',
    note: 'Bring your originals.',
  },
  staffNotice: { ...person, event: 'newDevice', device: 'Firefox on Linux', at: moment },
}

const renderSample = <Name extends EmailName>(name: Name) => renderEmail(name, samples[name])

describe('the content of each email', () => {
  test.each<[EmailName, string, string[]]>([
    [
      'accountIssued',
      'Your account: Academic Staff Recruitment 2024',
      [
        'User ID: RE24-00001',
        'Initial password: k7-Palm & <River>',
        'Log in https://portal.institute.example/auth/login',
        'Keep this email private. Anyone who has it can log in until you change the password.',
      ],
    ],
    [
      'accountIssuedAgain',
      'Your account is waiting: Academic Staff Recruitment 2024',
      [
        'User ID: RE24-00001',
        'its password still works',
        'The link works once, until: 24 November 2026, 2:32 pm',
        'https://portal.institute.example/auth/update-password?code=a%2Bb%2Fc%3D',
        'ask for a new link with Forgot password at https://portal.institute.example/auth/login',
        'anyone who has the link can choose the password',
      ],
    ],
    [
      'reminder',
      'Your application is not complete, applications close on 31 December 2026, 11:59 pm',
      [
        'Your next step: pay the application fee.',
        'Applications close on: 31 December 2026, 11:59 pm (Nigerian time)',
        'Pay the application fee https://portal.institute.example/auth/payment',
        'If you have submitted it in the meantime, ignore this mail.',
      ],
    ],
    [
      'passwordReset',
      'Choose a new password',
      [
        'works once',
        '30 minutes',
        'https://portal.institute.example/auth/update-password?code=a%2Bb%2Fc%3D',
        "If it was not you, ignore this mail. Don't share this link.",
      ],
    ],
    [
      'passwordChanged',
      'Your password was changed',
      [
        'RE24-00001',
        '21 November 2026, 2:32 pm',
        'logged out on all other devices',
        'If it was not, choose a new password at once.',
        'https://portal.institute.example/auth/forget-password',
      ],
    ],
    [
      'paymentReceived',
      'Payment received: RRR 3100 0712 3456',
      [
        'RRR: 3100 0712 3456',
        'Amount: ₦12,500.00',
        'Date paid: 21 November 2026, 2:32 pm',
        'Purpose: Recruitment Application Fee',
        'fill in the form and submit it',
        'https://portal.institute.example/app/payment',
      ],
    ],
    [
      'applicationSubmitted',
      'Application APP-2024-000123 submitted',
      [
        'Application ID: APP-2024-000123',
        'Submitted: 21 November 2026, 2:32 pm',
        'The decision, the details of your exam and any notes appear on your dashboard.',
        'https://portal.institute.example/app/prints',
      ],
    ],
    [
      'applicationReturned',
      'Correct your application APP-2024-000123 by 21 November 2026, 2:32 pm',
      [
        'Application ID: APP-2024-000123',
        'Send it again by: 21 November 2026, 2:32 pm (Nigerian time)',
        'The certificate cannot be read.',
        'Send a clear scan.',
        'Correct and send again https://portal.institute.example/app/application',
      ],
    ],
    [
      'applicationWithdrawn',
      'Application APP-2024-000123 withdrawn',
      [
        'as you asked',
        'Application ID: APP-2024-000123',
        'Withdrawn: 21 November 2026, 2:32 pm',
        'If you did not ask for this, or have changed your mind, write to us at once.',
        'Contact us https://portal.institute.example/contact?about=APP-2024-000123',
      ],
    ],
    [
      'applicationReinstated',
      'Application APP-2024-000123 is being considered again',
      [
        'Application ID: APP-2024-000123',
        'it stands as you sent it, and you need not send anything',
        'Open your dashboard https://portal.institute.example/app/dashboard',
      ],
    ],
    [
      'refereeNamed',
      'OKONKWO Adaeze Chiamaka has named you as a referee',
      [
        'Dear Prof. Ngozi Example,',
        'OKONKWO Adaeze Chiamaka has applied in the Academic Staff Recruitment 2024',
        'https://portal.institute.example/privacy',
        'do not want to be a referee, tell us: https://portal.institute.example/contact',
      ],
    ],
    [
      'complaintReceived',
      'Your complaint has reached EIT',
      ['Your complaint C-2026-00012 of 21 November 2026, 2:32 pm', 'If you did not write to us, somebody mistyped'],
    ],
    [
      'staffInvitation',
      'You are invited to the staff pages of EIT',
      [
        '72 hours',
        'at least 15 characters',
        'Do not share it',
        'https://portal.institute.example/staff/invitation?code=a%2Bb',
      ],
    ],
    [
      'detailsCorrected',
      'Your details were corrected',
      [
        'Surname, Email',
        '21 November 2026, 2:32 pm',
        'If you did not ask for it, write to us at once.',
        'https://portal.institute.example/contact',
      ],
    ],
    ['complaintAnswered', 'Our answer to your complaint C-2026-00012', ['Try again.', 'Sorry.', 'quote C-2026-00012']],
    [
      'staffNotice',
      'You signed in on a new device',
      [
        'Somebody signed in to your staff account on Firefox on Linux, on 21 November 2026, 2:32 pm.',
        'If not, tell your administrator at once.',
      ],
    ],
  ])('%s', async (name, subject, sentences) => {
    const email = await renderSample(name)
    expect(email.subject).toBe(subject)
    for (const sentence of sentences) expect(email.text).toContain(sentence)
  })
})

test('the receipt of who pays after applications have closed asks for nothing that is too late', async () => {
  const { text } = await renderEmail('paymentReceived', { ...samples.paymentReceived, isClosed: true })
  expect(text).toContain('Applications have closed')
  expect(text).not.toContain('fill in the form')
})

test('the foot of an email has nothing of the registry where nothing is stated', async () => {
  const contact = { address: null, phone: null, hours: null }
  const { html } = await renderEmail('paymentReceived', { ...samples.paymentReceived, sender: { ...sender, contact } })
  expect(html).not.toMatch(/Phone:|Hours:|Address:/)
})

describe.each(Object.keys(samples) as EmailName[])('%s', (name) => {
  test('names the institution and the exercise, and its text contains every word of the HTML', async () => {
    const { html, text } = await renderSample(name)
    const visible = html
      .replace(/<head>.*<\/head>/s, '')
      .replace(/<(div|p|td) data-skip-in-text="true".*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
    const tokenize = (content: string) =>
      content
        .replace(/&#x27;/g, "'")
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&')
        .match(/[\p{L}\d-]+/gu)
    expect(new Set(tokenize(text))).toEqual(new Set([...(tokenize(visible) ?? []), ...(tokenize(linksIn(html)) ?? [])]))
    expect(text).toContain(sender.institution)
    expect(text).toContain(sender.exercise)
    expect(text).toContain('Phone: +234 800 000 0000')
    expect(text).toContain('Hours: Monday to Friday, 9 am to 4 pm')
    expect(text).toContain('Address: Registry, 12 College Road')
  })

  test('is rendered by every mail client: tables and inline styles, no remote content, no scripts', async () => {
    const { html } = await renderSample(name)
    expect(html).toMatch(/^<!DOCTYPE html/)
    for (const [, address] of html.matchAll(/href="([^"]*)" style="display:inline-block/g))
      expect(html.split(`>${address}</span>`)).toHaveLength(2)
    expect(html).toContain('role="presentation"')
    expect(html).not.toMatch(/<(img|script|style|link|svg|form|iframe)\b|url\(|display:\s*(flex|grid)|var\(--/i)
    expect(html).not.toMatch(/\bundefined\b|\[object/)
  })

  test('links only to the portal', async () => {
    const links = linksIn((await renderSample(name)).html).split(' ')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^https:\/\/portal\.institute\.example\//)
  })
})

const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).join(' ')

test('V1.1.2 V1.2.1 V1.3.7 HTML in a name is escaped', async () => {
  const { html } = await renderEmail('accountIssued', { ...samples.accountIssued, name: '<script>alert(1)</script>' })
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('a corrected application is confirmed as such, and so is a return that was taken back', async () => {
  const again = await renderEmail('applicationSubmitted', { ...samples.applicationSubmitted, isCorrected: true })
  expect(again.subject).toBe('Application APP-2024-000123 sent again')
  expect(again.text).toContain('It replaces what you sent before, under the same ID.')
  const ended = await renderEmail('applicationReturned', { ...samples.applicationReturned, reason: '', until: null })
  expect(ended.subject).toBe('Application APP-2024-000123: nothing more to correct')
  expect(ended.text).toContain('it stays as you sent it')
})

interface Variant<Name extends EmailName> {
  name: Name
  changes: Partial<EmailData[Name]>
  subject?: string
  has?: string[]
  lacks?: string[]
}
const vary = <Name extends EmailName>(variant: Variant<Name>): Variant<EmailName> => variant as never

const movedSentence = 'What we sent you before does not count any more: this does.'
const adviceByDefault = 'tell your administrator at once'
const outcomeMistake = 'The outcome that we sent you before was a mistake.'
const mistake = 'The result that we sent you before was a mistake.'
const freeAgain = 'A place has become free.'
const doesNotCount = 'What we wrote to you before does not count any more: this does.'

test.each([
  vary({
    name: 'applicationSubmitted',
    changes: {},
    has: ['Your application has been submitted', 'Your application in the', 'Submitted: '],
    lacks: ['corrected', 'Sent again'],
  }),
  vary({
    name: 'applicationSubmitted',
    changes: { isCorrected: true },
    has: ['Your corrected application has been received', 'Your corrected application in the', 'Sent again: '],
    lacks: ['Your application has been submitted', 'Submitted: '],
  }),
  vary({
    name: 'applicationReturned',
    changes: {},
    has: ['Please correct your application'],
    lacks: ['You need not correct your application any more'],
  }),
  vary({
    name: 'applicationReturned',
    changes: { until: null },
    has: ['You need not correct your application any more', '/app/dashboard'],
    lacks: ['Please correct your application', 'Send it again by'],
  }),
  vary({
    name: 'complaintReceived',
    changes: {},
    has: ['Keep this number to ask about it: C-2026-00012.'],
  }),
  vary({
    name: 'complaintReceived',
    changes: { number: '' },
    has: ['Your complaint of 21 November 2026'],
    lacks: ['Keep this number'],
  }),
  vary({ name: 'detailsCorrected', changes: {}, lacks: ['Forgot password sends a link'] }),
  vary({
    name: 'detailsCorrected',
    changes: { resetFrom: '2026-11-22T13:32:05Z' },
    has: ['Forgot password sends a link to your new address from 22 November 2026, 2:32 pm'],
  }),
  vary({
    name: 'reminder',
    changes: { closesAt: null, nextStep: 'change password' },
    subject: 'Your application is not complete: Academic Staff Recruitment 2024',
    has: ['Applications close on: No day is set yet', 'Without the password of our first email'],
  }),
  vary({ name: 'reminder', changes: {}, lacks: ['Without the password of our first email'] }),
  vary({
    name: 'staffInvitation',
    changes: { event: 'signInReset' },
    subject: 'Set up your staff sign-in again',
    has: ['Set up your sign-in again', 'Your staff account is open for setting up your sign-in again.'],
    lacks: ['An account has been opened for you'],
  }),
  vary({
    name: 'staffInvitation',
    changes: {},
    has: ['Your staff account', 'An account has been opened for you on the staff pages'],
    lacks: ['setting up your sign-in again'],
  }),
  vary({
    name: 'staffNotice',
    changes: { event: 'suspendedUnused' },
    subject: 'Your staff account is suspended',
    has: ['If you still need it, ask your administrator to activate it again.'],
    lacks: [adviceByDefault],
  }),
  vary({
    name: 'staffNotice',
    changes: { event: 'manyPersonsRead', reason: 'A colleague read 4,000 persons.' },
    has: ['A colleague read 4,000 persons.', 'Ask what it was for.'],
    lacks: [adviceByDefault],
  }),
  vary({
    name: 'staffNotice',
    changes: { event: 'plannedChangeFailed', reason: 'the exercise is archived' },
    has: ['could not be made: the exercise is archived', 'The settings stay as they were.'],
    lacks: [adviceByDefault],
  }),
  vary({
    name: 'outcomePublished',
    changes: {},
    subject: 'The outcome of your application APP-2024-000123',
    has: ['it was not successful', 'Document: A file that you sent cannot be read.', 'Write to us by 5 December.'],
    lacks: [outcomeMistake],
  }),
  vary({
    name: 'outcomePublished',
    changes: { isCorrection: true, outcome: 'pending', reasons: [] },
    subject: 'Correction: the outcome of your application APP-2024-000123',
    has: [outcomeMistake, 'is being considered again', 'Published: 21 November 2026'],
    lacks: ['it was not successful', 'Document:'],
  }),
  vary({
    name: 'resultPublished',
    changes: {},
    subject: 'Correction: your CBT result: application APP-2024-000123',
    has: [mistake, 'CBT result: 61.5 of 100', 'Remark: Second attempt', 'The interviews follow in January.'],
  }),
  vary({
    name: 'resultPublished',
    changes: { isCorrection: false, remark: null },
    subject: 'Your CBT result: application APP-2024-000123',
    has: ['CBT result: 61.5 of 100'],
    lacks: [mistake, 'Remark:'],
  }),
  vary({
    name: 'seatPublished',
    changes: {},
    subject: 'Your computer-based test has moved: application APP-2024-000123',
    has: [movedSentence, 'Day: ', 'Be there by: 8:00 am', 'Print your application slip again', 'Leave phones at home.'],
    lacks: ['Was planned for'],
  }),
  vary({
    name: 'seatPublished',
    changes: { change: 'cancelled', kind: 'interview' },
    subject: 'Your interview is cancelled: application APP-2024-000123',
    has: ['Was planned for: ', 'Please do not travel to it.'],
    lacks: ['Be there by', 'Place:', 'Day: ', 'Print your application slip'],
  }),
  vary({
    name: 'seatPublished',
    changes: { change: 'uninvited', kind: 'interview' },
    subject: 'You are no longer invited to the interview: application APP-2024-000123',
    has: ['Was planned for: ', 'Please do not travel to it.'],
    lacks: ['another date', 'Be there by', 'Place:', 'Day: ', 'Print your application slip'],
  }),
  vary({
    name: 'seatPublished',
    changes: { change: 'new' },
    subject: 'Your computer-based test: application APP-2024-000123',
    has: ['You have a seat for', 'Print your application slip and your payment slip'],
    lacks: [movedSentence],
  }),
  vary({
    name: 'offerPublished',
    changes: {},
    has: [
      freeAgain,
      'Department: Computer Science',
      'Answer until: 21 November 2026, 2:32 pm',
      'Bring your originals.',
    ],
    lacks: [doesNotCount],
  }),
  vary({
    name: 'offerPublished',
    changes: { finalOutcome: 'reserve', replaces: 'none', until: null, department: null },
    has: ['You are on the reserve list', 'Department: Technology'],
    lacks: [freeAgain, doesNotCount, 'Answer until'],
  }),
  vary({
    name: 'offerPublished',
    changes: { finalOutcome: 'unsuccessful', replaces: 'reserve', until: null },
    has: [doesNotCount, 'you were not selected'],
    lacks: [freeAgain],
  }),
  vary({
    name: 'offerPublished',
    changes: { finalOutcome: 'selected', replaces: 'unsuccessful' },
    has: [doesNotCount],
    lacks: [freeAgain],
  }),
])(
  '$name with $changes says what holds then, and nothing else',
  async ({ name, changes, subject, has = [], lacks = [] }) => {
    const email = await renderEmail(name, { ...samples[name], ...changes } as never)
    if (subject !== undefined) expect(email.subject).toBe(subject)
    for (const sentence of has) expect(email.text).toContain(sentence)
    for (const sentence of lacks) expect(email.text).not.toContain(sentence)
  },
)

test('no text makes an email wider than a phone: an address in it breaks, and so does a long value', async () => {
  for (const name of Object.keys(samples) as EmailName[]) {
    const { html } = await renderSample(name)
    const styles = [...html.matchAll(/<(?:p|th|td class="fact-part")\b[^>]* style="([^"]*)"/g)].map(
      ([, style]) => style,
    )
    expect([name, styles.filter((style) => !style?.includes('overflow-wrap:anywhere'))]).toEqual([name, []])
    expect(styles.length).toBeGreaterThan(2)
  }
})
