import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { setServerTime } from '#applicant/http/server-clock.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import {
  buildSubmittedSummary,
  buildSummary,
  buildVerifiedSummary,
} from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { success } from '#tests/support/ui/scripted-api.ts'
import { getNextStepView } from './next-step-view.ts'

const api = setUpScriptedApi()
afterEach(() => vi.useRealTimers())

async function dashboardOf(
  more: Partial<User>,
  summary = buildSummary(),
  path = '/app/dashboard',
  deadline: string | null = null,
  headers = {},
) {
  const base = buildUser({ paymentstatus: true, paymentStatus: true, ...more })
  const user = { ...base, exercise: { ...base.exercise, deadline } }
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': { ...success(user), headers },
    'GET /applications/my/summary': { ...success(summary), headers },
  })
  await visit(path)
}
const sent = 'Sent 22 November 2026, 10:00 am. Your number is APP-2024-000005.'
const viewOf = (summary: ApplicationSummary) => {
  const user = buildUser({ paymentstatus: true, paymentStatus: true })
  return getNextStepView({ user, summary, progress: null, deadline: null, now: new Date() })
}
const findStages = async () =>
  within(await screen.findByRole('list', { name: 'Your way through the recruitment' })).getAllByRole('listitem')

const promo = () => within(screen.getByRole('region', { name: promoTitle() }))
const promoTitle = () =>
  screen.getByRole('heading', { level: 2, name: /^(?!Enrolled|Notifications|Verify payment)/ }).textContent ?? ''

test.each([
  ['no verified NIN', {}, buildSummary(), 'Verify your NIN', 'Verify your NIN', '/auth/verify-nin'],
  [
    'a complete form',
    { ninVerify: true },
    buildSummary({ form: { stepsDone: 5, steps: 7, missing: [], savedAt: '2026-11-21T09:00:00.000Z' } }),
    'Your form is complete',
    'Check and submit',
    '/app/application?step=6',
  ],
  [
    'a submission',
    { ninVerify: true },
    buildSubmittedSummary(),
    'Your application is submitted',
    'Print your slips',
    '/app/prints',
  ],
  [
    'a rejection',
    { ninVerify: true },
    buildSubmittedSummary({
      decision: 'rejected',
      rejectionReasons: [{ type: 'Certificate', reason: 'Not legible.' }],
    }),
    'The registry has notes for you',
    'Reply to the registry',
    '/contact?about=APP-2024-000005',
  ],
])(
  '%s: the first button is the next step, and Continue Application stays beside it',
  async (_, user, summary, title, label, to) => {
    await dashboardOf(user, summary)
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeDefined()
    const links = promo().getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [label, to],
      ['Continue Application', '/app/application'],
    ])
  },
)

test('while the form is incomplete, Continue Application is the only button, with what is done and missing', async () => {
  await dashboardOf(
    { ninVerify: true },
    buildSummary({ form: { stepsDone: 2, steps: 7, missing: ['Experience', 'Referees'], savedAt: null } }),
  )
  await screen.findByText('2 of 7 steps done. Still missing: Experience, Referees.')
  expect(
    promo()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Continue Application'])
})

test('while it is returned, correcting it is the only button, with the words of the registry and the date', async () => {
  const correction = { reason: 'The certificate cannot be read.\n\nSign page 2.', until: '2099-12-07T08:30:00.000Z' }
  await dashboardOf({ ninVerify: true }, buildSubmittedSummary({ correction }))
  await screen.findByRole('heading', { level: 2, name: 'Correct your application' })
  const paragraphs = promo().getAllByRole('paragraph')
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual([
    'The certificate cannot be read.',
    'Sign page 2.',
    'Correct it and send it again by 7 December 2099, 9:30 am.',
    'Sent 22 November 2026, 10:00 am. Your number is APP-2024-000005. It stays valid until you send it again.',
  ])
  const links = promo().getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Correct and send again', '/app/application'],
  ])
  expect(screen.getByText(/Returned for correction until 7 December 2099\./)).toBeDefined()
  expect(screen.getByText(/^The registry has returned your application for correction until/)).toBeDefined()
})

test('while it is withdrawn, writing to the registry is the only button, with the date', async () => {
  const withdrawn = buildSubmittedSummary({ withdrawnAt: '2026-11-23T08:30:00.000Z' })
  await dashboardOf({ ninVerify: true, examDate: '2099-12-07' }, withdrawn)
  await screen.findByRole('heading', { level: 2, name: 'Your application is withdrawn' })
  const paragraphs = promo().getAllByRole('paragraph')
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual([
    'It was withdrawn on 23 November 2026, 9:30 am, as you asked, and is not considered any more.',
    'If you did not ask for this, or have changed your mind, write to us: the registry can take it up again.',
    'Sent 22 November 2026, 10:00 am. Your number is APP-2024-000005.',
  ])
  const links = promo().getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Contact us', '/contact?about=APP-2024-000005'],
  ])
  expect(screen.getByText(/Withdrawn on 23 November 2026\./)).toBeDefined()
  expect(screen.getByText('Your application was withdrawn on 23 November 2026, 9:30 am.')).toBeDefined()
  expect(await screen.findByRole('button', { name: /^Today:/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Exam:/ })).toBeNull()
})

test('once the date has passed the dashboard is as after the submission', async () => {
  const correction = { reason: 'The certificate cannot be read.', until: '2024-12-07T08:30:00.000Z' }
  await dashboardOf({ ninVerify: true }, buildSubmittedSummary({ correction }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Your application is submitted' })).toBeDefined()
})

test('after the submission the dashboard says when, under which number, and what comes next', async () => {
  // In another year, which the days then name.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-01T09:00:00Z') })
  await dashboardOf({ ninVerify: true }, buildSubmittedSummary())
  await screen.findByRole('heading', { level: 2, name: 'Your application is submitted' })
  const paragraphs = screen.getAllByRole('paragraph').map(({ textContent }) => textContent)
  expect(paragraphs).toEqual(
    expect.arrayContaining([
      'Sent 22 November 2026, 10:00 am. Your number is APP-2024-000005.',
      'Next, the registry checks it. The decision, your exam and any notes appear on this page.',
      'Sent 22 November 2026, APP-2024-000005. Changes to Completed once you are on the shortlist.',
    ]),
  )
  const steps = await findStages()
  expect(steps.map((step) => step.textContent)).toEqual([
    'Password, done',
    'Payment, done, 20 Nov 2026',
    'NIN, done',
    'Form, done, 22 Nov 2026',
    'Submitted, done, 22 Nov 2026',
  ])
})

test('the day, the time and the hall of an exam to come stand on top', async () => {
  const exam = { kind: 'cbt' as const, date: '2099-12-07', time: '9:00 am', venue: 'Hall B' }
  await dashboardOf({ ninVerify: true }, buildVerifiedSummary({}, { exam }))
  await screen.findByRole('heading', { level: 2, name: 'Your exam' })
  for (const fact of ['7 December 2099', '9:00 am', 'Hall B']) expect(promo().getByText(fact)).toBeDefined()
  const links = promo().getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Add to calendar',
    'Print your slips',
    'Continue Application',
  ])
  expect(links[0]?.getAttribute('href')).toBe('/api/v1/slips/exam.ics')
})

test('an exam whose day is told in words has no calendar file, and says no time and hall', async () => {
  const exam = { kind: 'cbt' as const, date: 'first week of December', time: null, venue: null }
  await dashboardOf({ ninVerify: true }, buildVerifiedSummary({}, { exam }))
  expect(await screen.findByText('first week of December', { selector: 'dd' })).toBeDefined()
  // Nothing stands for what is not set yet.
  expect([promo().queryByText('Time'), promo().queryByText('Hall')]).toEqual([null, null])
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
})

test('an offer that waits is the next step, with the date until which to answer', async () => {
  const offer = { state: 'offered' as const, until: '2099-12-07T08:30:00.000Z' }
  await dashboardOf({ ninVerify: true }, buildVerifiedSummary({ finalOutcome: { outcome: 'selected', offer } }))
  await screen.findByRole('heading', { level: 2, name: 'Answer your offer' })
  expect(
    promo().getByText('You can accept or decline until 7 December 2099, 9:30 am. Your answer is final.'),
  ).toBeDefined()
  const [answer] = promo().getAllByRole('link')
  expect([answer?.textContent, answer?.getAttribute('href')]).toEqual(['Answer the offer', '#offer'])
  expect(document.querySelector('#offer')).not.toBeNull()
})

test.each([
  ['accepted', 'You have accepted your offer'],
  ['declined', 'You have declined your offer'],
  ['lapsed', 'Your offer was not answered in time'],
  ['withdrawn', 'Your offer has been withdrawn'],
  // Not recorded yet.
  ['offered', 'Your offer was not answered in time'],
] as const)('once its offer is %s in the past, the next step says what has become of it', async (state, title) => {
  const finalOutcome = { outcome: 'selected' as const, offer: { state, until: '2024-12-07T08:30:00.000Z' } }
  await dashboardOf({ ninVerify: true }, buildVerifiedSummary({ finalOutcome }))
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeDefined()
})

test.each([
  ['reserve', 'You are on the reserve list'],
  ['unsuccessful', 'You were not selected'],
] as const)('the outcome %s without an offer is the next step', (outcome, title) => {
  const view = viewOf(buildVerifiedSummary({ finalOutcome: { outcome, offer: null } }))
  expect([view.title, view.paragraphs]).toEqual([title, [sent]])
})

const cbtResult = { score: 71, maximum: 100, remark: 'Pass', publishedAt: '2026-11-01T00:00:00.000Z' }
const interviewResult = { ...cbtResult, score: 15, maximum: 20 }
test.each([
  [{ cbtResult }, 'CBT: 71 of 100.'],
  [{ interviewResult }, 'Interview: 15 of 20.'],
  [{ cbtResult, interviewResult }, 'CBT: 71 of 100. Interview: 15 of 20.'],
])('of the results those that are published are told (%#)', (results, text) => {
  const view = viewOf(buildVerifiedSummary(results))
  expect([view.title, view.paragraphs]).toEqual(['Your results', [text, sent]])
})

test('an interview is called interview', async () => {
  const exam = { kind: 'interview' as const, date: '2099-12-07', time: '9:00 am', venue: 'Hall B' }
  await dashboardOf({ ninVerify: true }, buildVerifiedSummary({}, { exam }))
  await screen.findByRole('heading', { level: 2, name: 'Your interview' })
  expect(await screen.findByRole('button', { name: 'Interview: 7 December 2099' })).toBeDefined()
})

test('an interview that is over is called interview, and tells nobody where to go', async () => {
  const exam = { kind: 'interview' as const, date: '2024-12-07', time: '9:00 am', venue: 'Hall B' }
  await dashboardOf({ ninVerify: true }, buildVerifiedSummary({}, { exam }))
  expect(await screen.findByText(/^Your interview was on 7 December 2024\./)).toBeDefined()
  expect([promo().queryByText('Hall B'), promo().queryByText('Add to calendar')]).toEqual([null, null])
})

test('who is verified without a day for the exam is told that the registry sets it', () => {
  const view = viewOf(buildVerifiedSummary())
  expect([view.title, view.paragraphs]).toEqual([
    publishedOutcomes.verified,
    [sent, 'Next, the registry sets the day of your exam. It appears on this page.'],
  ])
})

test('who has notes is told to read and to answer them', () => {
  const view = viewOf(buildSubmittedSummary({ decision: 'rejected', rejectionReasons: [] }))
  expect(view.paragraphs).toEqual([`${publishedOutcomes.rejected}. Read the notes below and reply to them.`, sent])
})

test('notes can be answered where they stand', async () => {
  const rejectionReasons = [{ type: 'Certificate', reason: 'Not legible.' }]
  await dashboardOf({}, buildSubmittedSummary({ decision: 'rejected', rejectionReasons }), '/app/notification')
  const reply = await screen.findByRole('link', { name: 'Reply to the registry' })
  expect(reply.getAttribute('href')).toBe('/contact?about=APP-2024-000005')
})

describe('the deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2026-12-05T08:30:00Z')
  })
  test.each([
    ['2026-12-10T11:30:00Z', 'Submit by 10 December 2026, 12:30 pm.'],
    ['2026-12-07T11:30:00Z', 'Submit by 7 December 2026, 12:30 pm: 2 days 3 hours left.'],
  ])('%s is said before the submission', async (deadline, text) => {
    await dashboardOf({}, buildSummary(), '/app/dashboard', deadline)
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('once it has passed, nobody is asked to fill in or to submit', async () => {
    await dashboardOf({}, buildSummary(), '/app/dashboard', '2026-12-05T08:29:00Z')
    await screen.findByRole('heading', { level: 2, name: 'The time to submit has passed' })
    // Nor is anything promised about the form, which is deleted in its time.
    const closed = 'Applications closed on 5 December 2026, 9:29 am. What you have written can no longer be submitted.'
    expect(promo().getByText(closed)).toBeDefined()
    expect(screen.getAllByText(/Applications closed on/)).toHaveLength(1)
    expect(promo().getAllByRole('link')[0]?.textContent).toBe('Contact us')
  })

  test('counts by the clock of the server, on a device whose clock is a day ahead', async () => {
    onTestFinished(() => setServerTime(null))
    const headers = { date: 'Fri, 04 Dec 2026 08:30:00 GMT', 'cache-control': 'no-store' }
    await dashboardOf({ ninVerify: true }, buildSummary(), '/app/dashboard', '2026-12-04T11:30:00Z', headers)
    expect(await screen.findByText('Submit by 4 December 2026, 12:30 pm: 3 hours left.')).toBeDefined()
    expect(promo().getAllByRole('link')[0]?.textContent).toBe('Continue Application')
    expect(await screen.findByText('Today: 4 December 2026')).toBeDefined()
  })

  test('does not concern those who have submitted', async () => {
    await dashboardOf({}, buildSubmittedSummary(), '/app/dashboard', '2026-12-05T08:29:00Z')
    await screen.findByText('Your application is submitted')
    expect(screen.queryByText(/closed on/)).toBeNull()
  })
})
