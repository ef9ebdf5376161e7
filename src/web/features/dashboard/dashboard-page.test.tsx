import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#shared/api/accounts.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'
import { openSession } from '#web/entities/session/session.ts'
import { writeStored } from '#web/lib/browser/storage.ts'

const api = setUpScriptedApi()
const noApplication = failure(404, 'no_application', 'No application found for this user.')
const application = { isVerified: false, cbtResult: null, interviewResult: null, rejectionReasons: [] }

async function dashboardOf(
  more: Partial<User>,
  mine: Parameters<typeof success>[0] | null = null,
  path = '/app/dashboard',
  deadline: string | null = null,
) {
  const user = buildUser({ paymentstatus: true, paymentStatus: true, ...more })
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    ...(deadline && { 'GET /exercise': success({ ...initialExercise, deadline }) }),
    'GET /applications/my': mine ? success(mine) : noApplication,
    'GET /payments/verify-remita': success({ status: '00' }),
  })
  await visit(path)
}
const section = (name: string) => within(screen.getByRole('region', { name }))
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
    await dashboardOf({ examDate: '2026-12-10' }, null, '/app/dashboard', '2026-12-19T23:30:00Z')
    await screen.findByText('Deadline: 20 December 2026')
    const readMarked = (mark: string) =>
      [...document.querySelectorAll(`td[class*=${mark}]`)].map((day) => day.textContent)
    expect([readMarked('today'), readMarked('exam'), readMarked('deadline')]).toEqual([['2'], ['10'], ['20']])
  })

  test('the calendar names its marks for screen readers', async () => {
    vi.setSystemTime('2026-12-01T09:00:00Z')
    await dashboardOf({ examDate: '7 December 2026' })
    expect(screen.getByRole('gridcell', { name: '1 December 2026, today' })).toBeDefined()
    expect(screen.getByRole('gridcell', { name: '7 December 2026, exam' })).toBeDefined()
    expect(screen.getByText('Today: 1 December 2026')).toBeDefined()
    expect(screen.getByText('Exam: 7 December 2026')).toBeDefined()
  })

  test('when the month begins in Nigeria, the calendar opens with it', async () => {
    vi.setSystemTime('2026-11-30T23:30:00Z')
    await dashboardOf({})
    expect(screen.getByText('Today: 1 December 2026')).toBeDefined()
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('December 2026')
  })
})

test('the banner leads to the application', async () => {
  await dashboardOf({})
  expect(screen.getByRole('link', { name: 'Continue Application' }).getAttribute('href')).toBe('/app/application')
})

test('the stepper shows the finished stages and the current one', async () => {
  await dashboardOf({})
  const steps = within(screen.getByRole('list', { name: 'Your way through the recruitment' })).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null])
})

test('the form stage is done as soon as the form could be submitted', async () => {
  writeStored('formData', { ...createCompleteAnswers('/api/v1/files/1'), userId: buildUser({}).userId })
  await dashboardOf({ ninVerify: true })
  const steps = within(screen.getByRole('list', { name: 'Your way through the recruitment' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(steps.map((step) => step.textContent).slice(3)).toEqual(['Form, done', '5Submitted, current']),
  )
})

test('the draft of another user does not count', async () => {
  writeStored('formData', { ...createCompleteAnswers('/api/v1/files/1'), userId: 'RE24-99999' })
  await dashboardOf({ ninVerify: true })
  expect(await screen.findByText('Form')).toBeDefined()
  expect(screen.getByText('Form').parentElement?.getAttribute('aria-current')).toBe('step')
})

test('before the decision the cards say Not Submitted, Pending and Verified', async () => {
  await dashboardOf({})
  const cards = section('Enrolled Information').getAllByRole('listitem')
  expect(cards.map((card) => card.textContent)).toEqual([
    'Application statusNot Submitted',
    'Document UploadsPending',
    'PaymentVerified',
  ])
})

test('once verified they say Completed and Verified, and link to the prints', async () => {
  await dashboardOf({}, { ...application, isVerified: true })
  expect(await screen.findByText('Completed')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View prints' }).getAttribute('href')).toBe('/app/prints')
})

test('once verified, results, exam and approval are shown, each only when present', async () => {
  const cbtResult = { score: 71, maximum: 100, remark: 'Pass', publishedAt: '2026-11-01T00:00:00.000Z' }
  await dashboardOf(
    { examDate: '7 December 2026', examVenue: 'Hall B' },
    { ...application, isVerified: true, cbtResult },
  )
  await screen.findByText('CBT result')
  const notifications = section('Notifications').getAllByRole('listitem')
  expect(notifications.map((one) => one.textContent)).toEqual([
    'CBT result71 of 100 (Pass)',
    'Exam date7 December 2026',
    'Exam venueHall B',
    'Application ApprovedYour application has been approved.',
  ])
})

test('each reason of a rejection is a note with its type', async () => {
  await dashboardOf({}, { ...application, rejectionReasons: [{ type: 'Certificate', reason: 'Not legible.' }] })
  await screen.findByText('Note: Certificate')
  expect(section('Notifications').getByText('Not legible.')).toBeDefined()
})

test('a payment check without a reference number is skipped with a warning', async () => {
  await dashboardOf({})
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  await waitFor(() => expect(readToasts()).toContain('Missing token or rrr. Payment verification skipped.'))
  expect(api.current.requests.some(({ path }) => path.includes('verify-remita'))).toBe(false)
})

test('a payment check sends the reference number', async () => {
  await dashboardOf({})
  await userEvent.type(screen.getByLabelText('Reference number'), '310007123456')
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  await waitFor(() => expect(readToasts()).toContain('your payment is verified successfully.'))
})

test('the admin path shows the same dashboard', async () => {
  await dashboardOf({}, null, '/admin/dashboard')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Danjuma Ladi Hauwa')
})

test('until the submission, three reminders lead to the next task', async () => {
  await dashboardOf({}, null, '/app/notification')
  await waitFor(() => expect(screen.getAllByText('You are yet to complete your Application.')).toHaveLength(3))
  expect([screen.getAllByText('new').length, screen.getAllByText('open').length]).toEqual([2, 1])
  for (const view of screen.getAllByRole('link', { name: 'view' }))
    expect(view.getAttribute('href')).toBe('/auth/verify-nin')
})
