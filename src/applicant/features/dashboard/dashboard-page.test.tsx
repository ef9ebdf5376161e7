import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { writeStored } from '#applicant/storage.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  buildSubmittedSummary,
  buildSummary,
  buildVerifiedSummary,
} from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()

async function dashboardOf(
  more: Partial<User>,
  summary = buildSummary(),
  path = '/app/dashboard',
  deadline: string | null = null,
) {
  const base = buildUser({ paymentstatus: true, paymentStatus: true, ...more })
  const user = { ...base, exercise: { ...base.exercise, deadline } }
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my/summary': success(summary),
    'GET /payments/verify-remita': success({ status: '00' }),
  })
  await visit(path)
}
const withExam = (date: string) => buildSummary({ exam: { kind: 'cbt', date, time: null, venue: null } })
const section = (name: string) => within(screen.getByRole('region', { name }))
const findStages = async () =>
  within(await screen.findByRole('list', { name: 'Your way through the recruitment' })).getAllByRole('listitem')
const readToasts = () => screen.getByRole('region', { name: 'Messages' }).textContent

test('the greeting has surname, first name and middle name', async () => {
  await dashboardOf({})
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Danjuma Ladi Hauwa')
})

describe.each(['Africa/Lagos', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('on a device in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  test('the calendar marks today, the exam and the deadline as days in Nigeria', async () => {
    // Half past midnight of the 2nd in Nigeria.
    vi.setSystemTime('2026-12-01T23:30:00Z')
    await dashboardOf({}, withExam('2026-12-10'), '/app/dashboard', '2026-12-19T23:30:00Z')
    await screen.findByText('Exam: 10 December 2026')
    expect(screen.getByText('Deadline: 20 December 2026')).toBeDefined()
    const readMarked = (mark: string) =>
      [...document.querySelectorAll(`td[class*=${mark}]`)].map((day) => day.textContent)
    expect([readMarked('today'), readMarked('exam'), readMarked('deadline')]).toEqual([['2'], ['10'], ['20']])
  })

  test('the calendar names its marks for screen readers', async () => {
    vi.setSystemTime('2026-12-01T09:00:00Z')
    await dashboardOf({}, withExam('7 December 2026'))
    await screen.findByText('Exam: 7 December 2026')
    expect(screen.getByRole('gridcell', { name: '1 December 2026, today' })).toBeDefined()
    expect(screen.getByRole('gridcell', { name: '7 December 2026, exam' })).toBeDefined()
    expect(screen.getByText('Today: 1 December 2026')).toBeDefined()
  })

  test('when the month begins in Nigeria, the calendar opens with it', async () => {
    vi.setSystemTime('2026-11-30T23:30:00Z')
    await dashboardOf({})
    expect(screen.getByText('Today: 1 December 2026')).toBeDefined()
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('December 2026')
  })
})

test('in a calendar that stays open past midnight in Nigeria, today is the next day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-11-30T22:59:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  await dashboardOf({})
  expect(await screen.findByText('Today: 30 November 2026')).toBeDefined()
  act(() => void vi.advanceTimersByTime(120_000))
  expect(screen.getByText('Today: 1 December 2026')).toBeDefined()
  expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('December 2026')
})

test('the banner leads to the application, within the document', async () => {
  await dashboardOf({})
  const link = await screen.findByRole('link', { name: 'Continue Application' })
  expect(link.getAttribute('href')).toBe('/app/application')
  expect(screen.queryByText('Loading…')).toBeNull()
  await userEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Application' })).toBeDefined()
  // Its calls have ended: there is no draft.
  await screen.findByRole('alert')
})

test('the stepper shows the finished stages and the current one', async () => {
  await dashboardOf({})
  const steps = await findStages()
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null])
})

test('the form stage is done as soon as the form could be submitted', async () => {
  writeStored('formData', { ...createCompleteAnswers('/api/v1/files/1'), userId: buildUser({}).userId })
  await dashboardOf({ ninVerify: true })
  const steps = await findStages()
  await waitFor(() =>
    expect(steps.map((step) => step.textContent).slice(3)).toEqual(['Form, done', '5Submitted, current']),
  )
  expect(screen.getByText('5 of 7 steps done.')).toBeDefined()
})

test('once a draft was sent from another tab, what the server says of the form counts again', async () => {
  const draft = { ...createCompleteAnswers('/api/v1/files/1'), userId: buildUser({}).userId }
  writeStored('formData', draft)
  await dashboardOf({ ninVerify: true })
  await screen.findByText('Your form is complete')
  writeStored('formData', { ...draft, unsaved: false })
  const form = { stepsDone: 6, steps: 7, missing: ['Referees'], savedAt: '2026-11-21T13:32:00Z' }
  api.current.answerCalls({ 'GET /applications/my/summary': success(buildSummary({ form })) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
  onTestFinished(() => void vi.useRealTimers())
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('6 of 7 steps done. Still missing: Referees.')).toBeDefined()
})

test.each([
  ['the draft of another user', { userId: 'RE24-99999' }],
  // It may have been changed on another device since.
  ['a draft that the server has', { userId: buildUser({}).userId, unsaved: false }],
])('%s does not count', async (_, more) => {
  writeStored('formData', { ...createCompleteAnswers('/api/v1/files/1'), ...more })
  await dashboardOf({ ninVerify: true })
  expect(await screen.findByText('Form')).toBeDefined()
  await act(() => vi.dynamicImportSettled())
  expect(screen.getByText('Form').parentElement?.getAttribute('aria-current')).toBe('step')
})

test('before the decision the cards say Not Submitted, Pending and Verified', async () => {
  await dashboardOf({})
  await screen.findByText('Not Submitted')
  const cards = section('Enrolled Information').getAllByRole('listitem')
  expect(cards.map((card) => card.textContent)).toEqual([
    'Application statusNot SubmittedNot sent yet. 0 of 7 steps done.',
    'Document UploadsPendingNo files yet. Changes to Verified once you are on the shortlist.',
    'PaymentVerifiedPaid on 20 November 2026.',
  ])
  expect(['Not Submitted', 'Pending'].map((status) => screen.getByText(status).className)).toEqual([
    expect.stringContaining('waiting'),
    expect.stringContaining('waiting'),
  ])
})

test('once verified they say Completed and Verified, and link to the prints', async () => {
  await dashboardOf({}, buildVerifiedSummary())
  expect((await screen.findByText('Completed')).className).toContain('done')
  expect(screen.getByRole('link', { name: 'View prints' }).getAttribute('href')).toBe('/app/prints')
})

test('once verified, results, exam and approval are shown, each only when present', async () => {
  const cbtResult = { score: 71, maximum: 100, remark: 'Pass', publishedAt: '2026-11-01T00:00:00.000Z' }
  const exam = { kind: 'cbt' as const, date: '7 December 2026', time: null, venue: 'Hall B' }
  await dashboardOf({}, buildVerifiedSummary({ cbtResult }, { exam }))
  await screen.findByText('CBT result')
  const notifications = section('Notifications').getAllByRole('listitem')
  expect(notifications.map((one) => one.textContent)).toEqual([
    'CBT result71 of 100 (Pass)',
    'Exam date7 December 2026',
    'Exam venueHall B',
    'Application ApprovedYou are on the shortlist.',
  ])
})

test('each reason of a rejection is a note with its type', async () => {
  const rejectionReasons = [{ type: 'Certificate', reason: 'Not legible.' }]
  await dashboardOf({}, buildSubmittedSummary({ decision: 'rejected', rejectionReasons }))
  await screen.findByText('Note: Certificate')
  expect(section('Notifications').getByText('Not legible.')).toBeDefined()
})

const unfoldCheck = () => userEvent.click(screen.getByText('Check another RRR'))

test('the payment check is folded once the payment is verified', async () => {
  await dashboardOf({})
  expect(screen.getByText('Your payment is verified.')).toBeDefined()
  expect(screen.getByText('Check another RRR').closest('details')?.open).toBe(false)
})

test('a mistyped reference number is refused as such, without asking whether it is paid', async () => {
  await dashboardOf({})
  await unfoldCheck()
  await userEvent.type(screen.getByLabelText('Reference number'), '123')
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  expect(screen.getByText('An RRR has 12 digits.')).toBeDefined()
  expect(screen.queryByText(/not verifed/)).toBeNull()
  expect(api.current.requests.some(({ path }) => path.includes('verify-remita'))).toBe(false)
})

test('a payment check without a reference number is skipped with a warning', async () => {
  await dashboardOf({})
  await unfoldCheck()
  await userEvent.type(screen.getByLabelText('Reference number'), ' ')
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  await waitFor(() => expect(readToasts()).toContain('Missing token or rrr. Payment verification skipped.'))
  expect(section('Verify payment').getByRole('alert').textContent).toContain(
    'Missing token or rrr. Payment verification skipped.',
  )
  expect(api.current.requests.some(({ path }) => path.includes('verify-remita'))).toBe(false)
})

test('a payment check sends the reference number', async () => {
  await dashboardOf({})
  await unfoldCheck()
  await userEvent.type(screen.getByLabelText('Reference number'), '310007123456')
  const card = section('Verify payment')
  expect([card.queryByRole('status'), card.queryByRole('alert')]).toEqual([null, null])
  await clickBusy('Verify payment')
  await waitFor(() => expect(readToasts()).toContain('your payment is verified successfully.'))
  expect(card.getByRole('status').textContent).toContain('your payment is verified successfully.')
  await userEvent.type(screen.getByLabelText('Reference number'), '7')
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  expect(await screen.findByText('An RRR has 12 digits.')).toBeDefined()
  expect(card.queryByRole('status')).toBeNull()
  await userEvent.type(screen.getByLabelText('Reference number'), '{Backspace}')
  api.current.answerCalls({ 'GET /payments/verify-remita': failure(503, 'unavailable', 'Busy.') })
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  expect((await card.findByRole('alert')).textContent).toContain('Busy.')
  expect(card.queryByRole('status')).toBeNull()
  await userEvent.type(screen.getByLabelText('Reference number'), '7')
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  expect(await screen.findByText('An RRR has 12 digits.')).toBeDefined()
  expect(card.queryByRole('alert')).toBeNull()
})

test('the admin path shows the same dashboard', async () => {
  await dashboardOf({}, buildSummary(), '/admin/dashboard')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Danjuma Ladi Hauwa')
})

test('until the submission, three reminders lead to the next task', async () => {
  await dashboardOf({}, buildSummary(), '/app/notification')
  await waitFor(() => expect(screen.getAllByText('You are yet to complete your Application.')).toHaveLength(3))
  expect([screen.getAllByText('new').length, screen.getAllByText('open').length]).toEqual([2, 1])
  for (const view of screen.getAllByRole('link', { name: 'view' }))
    expect(view.getAttribute('href')).toBe('/auth/verify-nin')
})

const claims = /Complete your application|Continue Application|Not Submitted|You are yet to complete/

test('while it is not known whether an application was submitted, nothing is claimed', async () => {
  let answer = (_: ScriptedAnswer) => {}
  const user = buildUser({ paymentstatus: true, paymentStatus: true })
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my/summary': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await visit('/app/dashboard')
  expect((await screen.findAllByText('Loading…')).length).toBeGreaterThan(0)
  expect(screen.queryByText(claims)).toBeNull()
  await waitFor(() =>
    expect(api.current.requests.some(({ path }) => path.endsWith('/applications/my/summary'))).toBe(true),
  )
  act(() => answer(success(buildSubmittedSummary())))
  expect(await screen.findByText('Your application is submitted')).toBeDefined()
})

test.each(['/app/dashboard', '/app/notification'])(
  '%s claims nothing when the application cannot be loaded, and can try again',
  async (path) => {
    vi.mocked(console.warn).mockImplementation(() => {})
    const user = buildUser({ paymentstatus: true, paymentStatus: true })
    openSession('t', user)
    api.current.answerCalls({
      'GET /users/me': success(user),
      'GET /applications/my/summary': failure(503, 'unavailable', 'Busy.'),
    })
    await visit(path)
    expect(await screen.findByText('We could not load your application.')).toBeDefined()
    // Only logged.
    vi.mocked(console.warn).mockClear()
    expect(screen.queryByText(claims)).toBeNull()
    api.current.answerCalls({ 'GET /applications/my/summary': success(buildVerifiedSummary()) })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Application Approved')).toBeDefined()
  },
)

test('"See all" shows the notifications of the dashboard once the application is submitted', async () => {
  const exam = { kind: 'cbt' as const, date: '7 December 2026', time: null, venue: 'Hall B' }
  await dashboardOf({}, buildVerifiedSummary({}, { exam }), '/app/notification')
  await screen.findByText('Application Approved')
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Exam date',
    'Exam venue',
    'Application Approved',
  ])
  expect(screen.queryByText('You are yet to complete your Application.')).toBeNull()

  // What was read before stays when it cannot be read again, which is only logged.
  vi.mocked(console.warn).mockImplementation(() => {})
  api.current.answerCalls({ 'GET /applications/my/summary': failure(503, 'unavailable', 'Busy.') })
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect(screen.getByText('Application Approved')).toBeDefined()
  expect(screen.queryByText('We could not load your application.')).toBeNull()
  vi.mocked(console.warn).mockClear()
})

test.each([
  ['a submission', buildSubmittedSummary(), 'You have submitted it, and it is safe with us.'],
  ['no submission', buildSummary(), 'What you have saved or submitted is safe with us.'],
])('a device that has read of %s remembers it while the application cannot be loaded', async (_, summary, sentence) => {
  await dashboardOf({}, summary)
  await screen.findByRole('list', { name: 'Your way through the recruitment' })
  cleanup()
  vi.mocked(console.warn).mockImplementation(() => {})
  api.current.answerCalls({
    'GET /users/me': success(buildUser({ paymentstatus: true, paymentStatus: true })),
    'GET /applications/my/summary': failure(503, 'unavailable', 'Busy.'),
  })
  await visit('/app/dashboard')
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByText(claims)).toBeNull()
  vi.mocked(console.warn).mockClear()
})

test('an exam that was cancelled since the account was read is in the calendar no more', async () => {
  await dashboardOf({ examDate: '2030-03-05' })
  await findStages()
  expect(await screen.findByText(/^Today: /)).toBeDefined()
  expect(screen.queryByText(/^Exam: /)).toBeNull()
})

test('a legend entry opens its month', async () => {
  await dashboardOf({}, withExam('2030-03-05'))
  const calendar = (await screen.findByText('Calendar')).closest('details') as HTMLDetailsElement
  expect(calendar.open).toBe(true)
  expect(calendar.querySelector('th')?.getAttribute('aria-label')).toBe('Monday')
  const arrows = [...calendar.querySelectorAll('nav svg')].map(({ classList }) => classList.value)
  expect(arrows).toEqual([expect.stringContaining('left'), expect.stringContaining('right')])
  calendar.open = false
  fireEvent(calendar, new Event('toggle'))
  await userEvent.click(await screen.findByRole('button', { name: 'Exam: 5 March 2030' }))
  expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('March 2030')
  expect(calendar.open).toBe(true)
})
