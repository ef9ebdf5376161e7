import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { OwnOffer } from '#shared/api/applicant/offers.ts'
import { buildVerifiedSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = userEvent.setup()

const offered = {
  outcome: 'selected',
  post: { role: 'Lecturer II', school: 'Technology', department: null },
  offer: {
    state: 'offered',
    until: '2026-12-20T16:00:00.000Z',
    offeredAt: '2026-11-20T16:00:00.000Z',
    settledAt: null,
  },
} as const satisfies OwnOffer

async function visitDashboard(answers: Parameters<typeof api.current.answerCalls>[0]) {
  const own = buildUser({ paymentstatus: true, paymentStatus: true })
  openSession('t', own)
  api.current.answerCalls({
    'GET /users/me': success(own),
    'GET /applications/my/summary': success(buildVerifiedSummary()),
    'GET /payments/verify-remita': success({ status: '00' }),
    ...answers,
  })
  return await visit('/app/dashboard')
}
const clickButton = (name: string) => user.click(screen.getByRole('button', { name }))

const accepted = { ...offered, offer: { ...offered.offer, state: 'accepted', settledAt: '2026-12-01T09:00:00.000Z' } }

test('the dashboard stays as it was read when it cannot be read again', async () => {
  vi.mocked(console.warn).mockImplementation(() => {})
  await visitDashboard({ 'GET /offers/my': success(offered) })
  await screen.findByText('20 December 2026, 5:00 pm')
  api.current.answerCalls({
    'POST /offers/my': success(accepted),
    'GET /applications/my/summary': failure(400, 'invalid_request', 'No.'),
  })
  await clickButton('Accept')
  await clickButton('Accept the offer')
  await waitFor(() => expect(console.warn).toHaveBeenCalled())
  vi.mocked(console.warn).mockClear()
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeDefined()
  expect(screen.queryByText('We could not load your application.')).toBeNull()
})

test('an offer is accepted after a question, and cannot be answered again', async () => {
  await visitDashboard({ 'GET /offers/my': success(offered), 'POST /offers/my': success(accepted) })
  await screen.findByText('20 December 2026, 5:00 pm')
  const finalOutcome = {
    outcome: 'selected' as const,
    offer: { state: 'accepted' as const, until: offered.offer.until },
  }
  api.current.answerCalls({
    'POST /offers/my': success(accepted),
    'GET /applications/my/summary': success(buildVerifiedSummary({ finalOutcome })),
  })
  expect(screen.getByRole('link', { name: 'Offer letter (PDF)' }).getAttribute('href')).toMatch(/slips\/offer\.pdf$/)
  // There is a post without a department.
  expect(screen.queryByText('Department')).toBeNull()
  await clickButton('Accept')
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept the offer?' }))
  expect(dialog.getByText(/^You accept the appointment as Lecturer II/)).toBeDefined()
  expect(dialog.queryByText(/^Your answer was not saved/)).toBeNull()
  await clickBusy('Accept the offer')
  await screen.findByText(/^You have accepted this offer/)
  expect(await screen.findByRole('heading', { name: 'You have accepted your offer' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
})

test.each([
  ['offered', null, [], ['Accept', 'Decline'], true],
  ['accepted', '2026-12-01T09:00:00.000Z', ['Answered'], [], true],
  ['declined', '2026-12-01T09:00:00.000Z', ['Answered'], [], false],
  ['lapsed', '2026-12-20T16:00:01.000Z', [], [], false],
  ['withdrawn', '2026-12-01T09:00:00.000Z', [], [], false],
] as const)(
  'an offer that is %s has its facts, its buttons and its letter',
  async (state, settledAt, facts, buttons, hasLetter) => {
    const post = { ...offered.post, department: 'Computer Science' }
    await visitDashboard({
      'GET /offers/my': success({ ...offered, post, offer: { ...offered.offer, state, settledAt } }),
    })
    await screen.findByText('20 December 2026, 5:00 pm')
    const card = within(document.querySelector<HTMLElement>('#offer') as HTMLElement)
    expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Post',
      'School',
      'Department',
      'Answer until',
      ...facts,
    ])
    expect(card.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
    expect(card.queryByRole('link') !== null).toBe(hasLetter)
    expect(card.getByRole('status').textContent).toMatch(/\.$/)
  },
)

test('why an answer is refused is said, and nothing is answered', async () => {
  const refused = failure(409, 'offer_settled', 'The time to answer ended on 20 December 2026.')
  await visitDashboard({ 'GET /offers/my': success(offered), 'POST /offers/my': refused })
  await screen.findByText('20 December 2026, 5:00 pm')
  await clickButton('Decline')
  await clickButton('Decline the offer')
  await screen.findByText('The time to answer ended on 20 December 2026.')
  api.current.answerCalls({ 'POST /offers/my': failure(500, 'unexpected', ''), 'GET /offers/my': success(accepted) })
  await clickButton('Decline the offer')
  await screen.findByText('Your answer was not saved. Please try again.')
  // As it was answered in another window.
  await screen.findByText(/^You have accepted this offer/)
})

test('what is answered is the offer that was seen, although another one is read meanwhile', async () => {
  const other = {
    ...offered,
    post: { ...offered.post, role: 'Technologist I' },
    offer: { ...offered.offer, offeredAt: '2026-11-25T16:00:00.000Z' },
  }
  await visitDashboard({
    'GET /offers/my': success(offered),
    'POST /offers/my': failure(409, 'offer_settled', 'This offer has been replaced by another one.'),
  })
  await screen.findByText('20 December 2026, 5:00 pm')
  await clickButton('Accept')
  api.current.answerCalls({
    'GET /offers/my': success(other),
    'POST /offers/my': failure(409, 'offer_settled', 'This offer has been replaced by another one.'),
  })
  await clickButton('Accept the offer')
  await screen.findByText('Technologist I')
  expect(screen.getByText(/^You accept the appointment as Lecturer II/)).toBeDefined()
  await clickButton('Accept the offer')
  const { offeredAt } = offered.offer
  const listSent = () => api.current.requests.filter(({ method, path }) => method === 'POST' && /offers/.test(path))
  await waitFor(() =>
    expect(listSent().map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ answer: 'accept', offeredAt })),
    ),
  )
})

test('an answer that was cancelled after it was sent is said to be on its way, and why it was refused as well', async () => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  await visitDashboard({ 'GET /offers/my': success(offered), 'POST /offers/my': () => answered.promise })
  await screen.findByText('20 December 2026, 5:00 pm')
  await clickButton('Decline')
  await clickButton('Decline the offer')
  await waitFor(() => expect(api.current.requests.some(({ method }) => method === 'POST')).toBe(true))
  await clickButton('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByText('It was sent before you cancelled, and may be done all the same.')
  answered.resolve(failure(409, 'offer_settled', 'The time to answer ended on 20 December 2026.'))
  await screen.findByText('The time to answer ended on 20 December 2026.')
})

test('an older reading of the offer does not take the place of its answer', async () => {
  const older = Promise.withResolvers<ScriptedAnswer>()
  await visitDashboard({
    'GET /offers/my': success(offered),
    'POST /offers/my': failure(500, 'unexpected', 'Please try again.'),
  })
  await screen.findByText('20 December 2026, 5:00 pm')
  const countRead = () =>
    api.current.requests.filter(({ method, path }) => method === 'GET' && /offers/.test(path)).length
  api.current.answerCalls({
    'GET /offers/my': () => older.promise,
    'POST /offers/my': failure(500, 'unexpected', 'Please try again.'),
  })
  const before = countRead()
  await clickButton('Accept')
  await clickButton('Accept the offer')
  await waitFor(() => expect(countRead()).toBe(before + 1))
  api.current.answerCalls({
    'POST /offers/my': success(accepted),
    'GET /applications/my/summary': success(buildVerifiedSummary()),
  })
  await clickButton('Accept the offer')
  await screen.findByText(/^You have accepted this offer/)
  older.resolve(success(offered))
  await act(() => new Promise<void>((quiet) => runAfterQuiet(50, quiet)))
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('who comes back to the dashboard sees an offer that was made meanwhile', async () => {
  let answer: ScriptedAnswer = success({ outcome: null, post: null, offer: null })
  const { goBack, path } = await visitDashboard({ 'GET /offers/my': () => answer })
  await waitFor(() => expect(api.current.requests.some(({ path }) => path.endsWith('/offers/my'))).toBe(true))
  await user.click(await screen.findByRole('link', { name: 'View prints' }))
  expect(path()).toBe('/app/prints')
  answer = failure(500, 'unexpected', 'Please try again.')
  goBack()
  // There was none before; whether there is one now is not known.
  await screen.findByText('We could not read whether there is an offer for you')
  answer = success(offered)
  await clickButton('Try again')
  expect(await screen.findByText('20 December 2026, 5:00 pm')).toBeDefined()
})

test('nothing is said of an offer that is being read, and one that was read stays when it cannot be read again', async () => {
  const unread = 'We could not read whether there is an offer for you'
  const { promise, resolve } = Promise.withResolvers<ScriptedAnswer>()
  let answer: ScriptedAnswer | Promise<ScriptedAnswer> = promise
  const { goBack } = await visitDashboard({ 'GET /offers/my': () => answer })
  await screen.findByRole('link', { name: 'View prints' })
  expect(screen.queryByText(unread)).toBeNull()
  resolve(success(offered))
  await screen.findByText('20 December 2026, 5:00 pm')
  await user.click(screen.getByRole('link', { name: 'View prints' }))
  answer = failure(500, 'unexpected', 'Please try again.')
  goBack()
  await waitFor(() => expect(api.current.requests.filter(({ path }) => path.endsWith('/offers/my'))).toHaveLength(2))
  await act(() => new Promise<void>((quiet) => runAfterQuiet(0, quiet)))
  expect(screen.getByText('20 December 2026, 5:00 pm')).toBeDefined()
  expect(screen.queryByText(unread)).toBeNull()
})

test('an offer that cannot be read is not taken for none', async () => {
  await visitDashboard({ 'GET /offers/my': failure(500, 'unexpected', 'Please try again.') })
  const title = await screen.findByText('We could not read whether there is an offer for you')
  expect(title.closest('[role=alert]')).not.toBeNull()
  api.current.answerCalls({ 'GET /offers/my': success(offered) })
  await clickButton('Try again')
  expect(await screen.findByText('20 December 2026, 5:00 pm')).toBeDefined()
})

test.each([
  ['reserve', 'You are on the reserve list', /may still be offered the post/, /recruitment has ended/],
  ['unsuccessful', 'You were not selected', /recruitment has ended/, /may still be offered the post/],
] as const)('%s is said without an offer, with what comes of it', async (outcome, title, sentence, other) => {
  await visitDashboard({ 'GET /offers/my': success({ outcome, post: null, offer: null }) })
  await screen.findByText(title)
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.queryByText(other)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})
