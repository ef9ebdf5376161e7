import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { User } from '#shared/api/accounts.ts'
import { longDate } from '#shared/format/dates.ts'
import { firstExercise } from '#shared/reference-data/exercise.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { aUser } from '#tests/support/fixtures/web-user.ts'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { scriptedApi, visit } from '#tests/support/web/web-app.tsx'
import { openSession } from '#web/entities/session/session.ts'
import { store } from '#web/lib/browser/storage.ts'

const api = scriptedApi()
const noApplication = failure(404, 'no_application', 'No application found for this user.')
const application = { isVerified: false, cbtResult: null, interviewResult: null, rejectionReasons: [] }

async function dashboardOf(
  more: Partial<User>,
  mine: Parameters<typeof success>[0] | null = null,
  path = '/app/dashboard',
  deadline: string | null = null,
) {
  const user = aUser({ paymentstatus: true, paymentStatus: true, ...more })
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    ...(deadline && { 'GET /exercise': success({ ...firstExercise, deadline }) }),
    'GET /applications/my': mine ? success(mine) : noApplication,
    'GET /payments/verify-remita': success({ status: '00' }),
  })
  await visit(path)
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const toasts = () => screen.getByRole('region', { name: 'Messages' }).textContent

test('the greeting has surname, first name and middle name', async () => {
  await dashboardOf({})
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Danjuma Ladi Hauwa')
})

test('the calendar marks today, the exam and the deadline', async () => {
  const now = new Date()
  const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  await dashboardOf({ examDate: `${month}-10` }, null, '/app/dashboard', `${month}-20T12:00:00Z`)
  await screen.findByText(/^Deadline: /)
  const marked = (as: string) => [...document.querySelectorAll(`td[class*=${as}]`)].map((day) => day.textContent)
  expect([marked('exam'), marked('deadline')]).toEqual([['10'], ['20']])
  expect(marked('today')).toEqual([String(now.getDate())])
})

test('the banner leads to the application', async () => {
  await dashboardOf({})
  expect(screen.getByRole('link', { name: 'Continue Application' }).getAttribute('href')).toBe('/app/application')
})

test('the line shows what is done and where one stands', async () => {
  await dashboardOf({})
  const steps = within(screen.getByRole('list', { name: 'Your way through the recruitment' })).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null])
})

test('a form that lacks nothing is done before it is sent', async () => {
  store('formData', { ...completeAnswers('/api/v1/files/1'), userId: aUser({}).userId })
  await dashboardOf({ ninVerify: true })
  const steps = within(screen.getByRole('list', { name: 'Your way through the recruitment' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(steps.map((step) => step.textContent).slice(3)).toEqual(['Form, done', '5Submitted, current']),
  )
})

test("nobody else's form counts", async () => {
  store('formData', { ...completeAnswers('/api/v1/files/1'), userId: 'RE24-99999' })
  await dashboardOf({ ninVerify: true })
  expect(await screen.findByText('Form')).toBeDefined()
  expect(screen.getByText('Form').parentElement?.getAttribute('aria-current')).toBe('step')
})

test('the calendar says in words which day is which', async () => {
  const today = new Date()
  const exam = new Date(today.getFullYear(), today.getMonth(), today.getDate() === 15 ? 16 : 15, 12)
  await dashboardOf({ examDate: exam.toLocaleDateString('sv') })
  expect(screen.getByRole('gridcell', { name: `${longDate(today)}, today` })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: `${longDate(exam)}, exam` })).toBeDefined()
  expect(screen.getByText(`Today: ${longDate(today)}`)).toBeDefined()
  expect(screen.getByText(`Exam: ${longDate(exam)}`)).toBeDefined()
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

test('once verified they say Completed and Verified, and lead to the prints', async () => {
  await dashboardOf({}, { ...application, isVerified: true })
  expect(await screen.findByText('Completed')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View prints' }).getAttribute('href')).toBe('/app/prints')
})

test('once verified results, exam and approval are told, each only when present', async () => {
  const cbtResult = { score: 71, maximum: 100, remark: 'Pass', publishedAt: '2026-11-01T00:00:00.000Z' }
  await dashboardOf(
    { examDate: '7 December 2026', examVenue: 'Hall B' },
    { ...application, isVerified: true, cbtResult },
  )
  await screen.findByText('CBT result')
  const notices = section('Notifications').getAllByRole('listitem')
  expect(notices.map((notice) => notice.textContent)).toEqual([
    'CBT result71 of 100 (Pass)',
    'Exam date7 December 2026',
    'Exam venueHall B',
    'Application ApprovedYour application has been approved.',
  ])
})

test('each reason of a rejection is a note labelled with its type', async () => {
  await dashboardOf({}, { ...application, rejectionReasons: [{ type: 'Certificate', reason: 'Not legible.' }] })
  await screen.findByText('Note: Certificate')
  expect(section('Notifications').getByText('Not legible.')).toBeDefined()
})

test('a payment check without a reference number is skipped with a warning', async () => {
  await dashboardOf({})
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  await waitFor(() => expect(toasts()).toContain('Missing token or rrr. Payment verification skipped.'))
  expect(api.current.requests.some(({ path }) => path.includes('verify-remita'))).toBe(false)
})

test('a payment check asks about the reference number', async () => {
  await dashboardOf({})
  await userEvent.type(screen.getByLabelText('Reference number'), '310007123456')
  await userEvent.click(screen.getByRole('button', { name: 'Verify payment' }))
  await waitFor(() => expect(toasts()).toContain('your payment is verified successfully.'))
})

test('the admin path shows the same dashboard', async () => {
  await dashboardOf({}, null, '/admin/dashboard')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Danjuma Ladi Hauwa')
})

test('while nothing is submitted three reminders lead to what is missing', async () => {
  await dashboardOf({}, null, '/app/notification')
  await waitFor(() => expect(screen.getAllByText('You are yet to complete your Application.')).toHaveLength(3))
  expect([screen.getAllByText('new').length, screen.getAllByText('open').length]).toEqual([2, 1])
  for (const view of screen.getAllByRole('link', { name: 'view' }))
    expect(view.getAttribute('href')).toBe('/auth/verify-nin')
})
