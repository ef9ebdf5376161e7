import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { renderApplicationTables } from '#shared/application/application-tables.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { buildSubmittedSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = buildUser({ paymentstatus: true, paymentStatus: true, ninVerify: true })
const answers = { ...createCompleteAnswers('/api/v1/files/1'), publication: [], professionalMemberships: [] }
const application = {
  ...user,
  applicationId: 'APP-2024-000123',
  submittedAt: '2026-11-20T09:00:00Z',
  isVerified: false,
  cbtResult: null,
  interviewResult: null,
  rejectionReasons: [],
  slipCode: 'ABCD2345EFGH6789',
  shown: renderApplicationTables(user, answers),
  ninPassport: '/api/v1/files/n',
  passport: '/api/v1/files/p',
}

async function open(answer: ScriptedAnswer | 'hang up', { owner = user, summary = buildSubmittedSummary() } = {}) {
  openSession('token', owner)
  api.current.answerCalls({
    'GET /users/me': success(owner),
    'GET /applications/my': answer,
    'GET /applications/my/summary': success(summary),
  })
  await visit('/app/prints')
}

test('the slip shows institution and year, name, number, date and two photos', async () => {
  await open(success(application))
  expect(await screen.findByRole('heading', { level: 2, name: 'Recruitment 2024' })).toBeDefined()
  const slip = screen.getByRole('article').textContent
  for (const text of [
    'State Institute of Technology and Management',
    'Danjuma Ladi Hauwa',
    'APP-2024-000123',
    'Submitted on 20 November 2026',
  ])
    expect(slip).toContain(text)
  expect(screen.getAllByRole('img', { name: /photo$/ }).map((image) => image.getAttribute('src'))).toEqual([
    '/api/v1/files/n',
    '/api/v1/files/p',
  ])
  expect(screen.queryByText('Loading…')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  // Nothing is said of an exam that nobody has set.
  expect(screen.queryByRole('region', { name: 'Examination' })).toBeNull()
})

test('the slip of a withdrawn application says so in place of the exam', async () => {
  const owner = { ...user, examDate: '2099-12-07', examTime: '10:00 am', examVenue: 'Main hall' }
  await open(success({ ...application, withdrawnAt: '2026-11-23T08:30:00.000Z' }), { owner })
  expect((await screen.findByRole('article')).textContent).toMatch(/Withdrawn on 23 November 2026/)
  expect(screen.queryByText('Main hall')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
})

test.each([
  ['cbt', 'Examination', 'Exam'],
  ['interview', 'Interview', 'Interview'],
] as const)('the slip names what the applicant comes to: %s', async (kind, title, name) => {
  const [date, time, venue] = ['2099-12-07', '10:00 am', 'Main hall']
  const owner = { ...user, examDate: date, examTime: time, examVenue: venue }
  await open(success(application), {
    owner,
    summary: { ...buildSubmittedSummary(), exam: { kind, date, time, venue } },
  })
  const exam = within(await screen.findByRole('region', { name: title }))
  expect(exam.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
    ['date', 'time', 'venue'].map((what) => `${name} ${what}`),
  )
  expect(screen.getByRole('link', { name: 'Add to calendar' })).toBeDefined()
})

test('the slip has the exam as it was read last, also when it was moved while the app was open', async () => {
  const owner = { ...user, examDate: '2099-12-07', examTime: '10:00 am', examVenue: 'Main hall' }
  const exam = { kind: 'cbt', date: '2099-12-08', time: '2:00 pm', venue: 'New hall' } as const
  await open(success(application), { owner, summary: { ...buildSubmittedSummary(), exam } })
  const facts = within(await screen.findByRole('region', { name: 'Examination' }))
  await waitFor(() => expect(facts.getByText('New hall')).toBeDefined())
  expect(facts.queryByText('Main hall')).toBeNull()
})

test("the slip says how to reach the registry of the applicant's own exercise", async () => {
  const contact = { address: 'Registry\n12 College Road', phone: null, hours: 'Monday to Friday, 9 am to 4 pm' }
  const writer = { ...user, exercise: { ...user.exercise, contact } }
  await open(success(application), { owner: writer })
  const registry = await screen.findByRole('region', { name: 'How to reach the registry' })
  expect(registry.textContent).toContain('12 College Road')
  expect(registry.textContent).toContain(contact.hours)
  expect(registry.textContent).not.toContain('Phone')
})

test('every table is shown in order; empty lists and files have their sentences', async () => {
  await open(success(application))
  await screen.findByRole('article')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Recruitment 2024', ...application.shown.map(({ title }) => title)])
  expect(screen.getByText('No publications available.')).toBeDefined()
  expect(screen.getByText('No professional memberships available.')).toBeDefined()
  expect(screen.getAllByText('No files available').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'View File 1' }).getAttribute('href')).toBe('/api/v1/files/1')
})

test('a slip that is there stays when it cannot be read again', async () => {
  const [date, time, venue] = ['2099-12-07', '10:00 am', 'Main hall']
  const owner = { ...user, examDate: date, examTime: time, examVenue: venue }
  const exam = { kind: 'cbt', date, time, venue } as const
  await open(success(application), { owner, summary: { ...buildSubmittedSummary(), exam } })
  await screen.findByRole('region', { name: 'Examination' })
  const refused = Promise.withResolvers<void>()
  api.current.answerCalls({
    'GET /applications/my': () => {
      refused.resolve()
      return failure(503, 'unavailable', 'The service is busy.')
    },
    // Its answer comes after the refusal.
    'GET /applications/my/summary': async () => {
      await refused.promise
      return success({ ...buildSubmittedSummary(), exam: { ...exam, kind: 'interview' } })
    },
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('region', { name: 'Interview' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Print prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await open(success(application))
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('without an application there is nothing to print, and a link to the form', async () => {
  await open(failure(404, 'no_application', 'No application found for this user.'))
  expect(await screen.findByText('No Application. Go to the application page.')).toBeDefined()
  expect(screen.getByText('No application found for this user.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Application' }).getAttribute('href')).toBe('/app/application')
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()

  // Once that cannot be read again it may be otherwise.
  api.current.answerCalls({ 'GET /applications/my': failure(503, 'unavailable', 'The service is busy.') })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('visibilitychange'))
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  expect(screen.queryByText('No Application. Go to the application page.')).toBeNull()
  api.current.answerCalls({ 'GET /applications/my': success(application) })
  await clickBusy('Try again')
  expect(await screen.findByRole('article')).toBeDefined()
})

test.each([
  [failure(503, 'unavailable', 'The service is busy.'), 'The service is busy.'],
  [failure(500, 'unexpected', ''), 'An unexpected error occurred. Please try again.'],
  ['hang up' as const, 'An error occurred while fetching the application details.'],
  // A slip without its tables would be a false document.
  [success({ ...application, shown: undefined }), 'An unexpected error occurred. Please try again.'],
])('%#: a failure shows the specification’s message and can be retried', async (answer, sentence) => {
  await open(answer)
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  api.current.answerCalls({ 'GET /applications/my': success(application) })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article')).toBeDefined()
})
