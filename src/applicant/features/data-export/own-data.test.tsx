import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import type { DataExport } from '#shared/api/applicant/data-exports.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = buildUser({ paymentstatus: true })

const none: DataExport = { status: 'none', requestedAt: null, url: null, size: null, expiresAt: null }
const preparing: DataExport = { ...none, status: 'preparing', requestedAt: '2024-11-21T09:30:00.000Z' }
const ready: DataExport = {
  ...preparing,
  status: 'ready',
  url: '/api/v1/files/exports/1',
  size: 1_500_000,
  expiresAt: '2024-11-22T13:32:00.000Z',
}

const answer = (current: ScriptedAnswer, requested: ScriptedAnswer | 'hang up' = success(preparing)) =>
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /users/sessions': success([]),
    'GET /users/data-export': current,
    'POST /users/data-export': requested,
  })

async function visitCard() {
  openSession('t', user)
  await visit('/app/settings')
  return within(await screen.findByRole('region', { name: 'Your data' }))
}

test('until it is known what was prepared, and where the user is logged in, the cards say that they load', async () => {
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /users/sessions': () => new Promise(() => {}),
    'GET /users/data-export': () => new Promise(() => {}),
  })
  const card = await visitCard()
  expect(card.getByText('Loading…')).toBeDefined()
  const sessions = within(screen.getByRole('region', { name: 'Where you are logged in' }))
  expect(sessions.getByText('Loading…')).toBeDefined()
})

test('once it is known, whether or not it could be read, the card loads no more', async () => {
  answer(failure(503, 'unavailable', 'Busy.'))
  const card = await visitCard()
  await card.findByRole('alert')
  expect(card.queryByText('Loading…')).toBeNull()
  answer(success(none))
  await userEvent.click(card.getByRole('button', { name: 'Try again' }))
  await card.findByRole('button', { name: 'Prepare my data' })
  expect(card.queryByText('Loading…')).toBeNull()
})

test('an applicant asks for the data, and the page shows by itself when it is ready', async () => {
  answer(success(none))
  const card = await visitCard()
  const button = await card.findByRole('button', { name: 'Prepare my data' })
  answer(failure(503, 'unavailable', 'Busy.'))
  await userEvent.click(button)
  expect(await card.findByText(/is being prepared/)).toBeDefined()
  expect((await card.findByRole('alert')).textContent).toContain('Busy.')
  expect(card.getByText(/is being prepared/)).toBeDefined()
  answer(success(ready))
  await clickBusy('Try again', card)
  const link = await card.findByRole('link', { name: 'Download (ZIP, 1.4 MB)' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toBe('/api/v1/files/exports/1')
  expect(link.hasAttribute('download')).toBe(true)
  expect(card.getByText(/Ready until 22 November 2024, 2:32 pm/)).toBeDefined()
}, 20_000)

test('a copy that could not be prepared can be asked for again', async () => {
  answer(success({ ...preparing, status: 'failed' }))
  const card = await visitCard()
  expect(await card.findByText(/could not be prepared/)).toBeDefined()
  await clickBusy('Try again', card)
  expect(await card.findByText(/is being prepared/)).toBeDefined()
  expect(api.current.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('past the limit of a day the card says how long to wait', async () => {
  answer(success(ready), failure(429, 'too_many_requests', 'Too many attempts. Wait 3 hours and try again.'))
  const card = await visitCard()
  await userEvent.click(await card.findByRole('button', { name: 'Prepare a new copy' }))
  expect((await card.findByRole('alert')).textContent).toContain('Wait 3 hours')
  expect(card.getByRole('link', { name: /^Download/ })).toBeDefined()
})

test('a state that cannot be loaded shows an error and can be loaded again', async () => {
  answer(failure(503, 'unavailable', 'Busy.'))
  const card = await visitCard()
  expect((await card.findByRole('alert')).textContent).toContain('Busy.')
  answer(success(none))
  await userEvent.click(card.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(card.getByRole('button', { name: 'Prepare my data' })).toBeDefined())
})

test.each([
  ['hang up' as const, 'An error occurred. Please try again.'],
  [failure(503, 'unavailable', 'Busy.'), 'Busy.'],
])('%#: a request that fails says so, and can be repeated', async (reply, sentence) => {
  answer(success(none), reply)
  const card = await visitCard()
  await userEvent.click(await card.findByRole('button', { name: 'Prepare my data' }))
  expect((await card.findByRole('alert')).textContent).toBe(`Error: ${sentence}`)
  answer(success(preparing))
  await userEvent.click(card.getByRole('button', { name: 'Prepare my data' }))
  expect(await card.findByText(/is being prepared/)).toBeDefined()
  expect(card.queryByRole('alert')).toBeNull()
})

test('an older reading does not take the place of what was asked for meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  answer(success(none))
  const card = await visitCard()
  await card.findByRole('button', { name: 'Prepare my data' })
  const older = Promise.withResolvers<ScriptedAnswer>()
  const countRead = () =>
    api.current.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/data-export')).length
  api.current.answerCalls({
    'GET /users/data-export': () => (countRead() === 2 ? older.promise : success(preparing)),
    'POST /users/data-export': success(preparing),
  })
  // Back in the window after a while.
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(countRead()).toBe(2))
  await userEvent.click(card.getByRole('button', { name: 'Prepare my data' }))
  await card.findByText(/is being prepared/)
  older.resolve(success(none))
  await waitFor(() => expect(countRead()).toBe(3))
  expect(card.getByText(/is being prepared/)).toBeDefined()
})

test('a link that ends while the page is open is there no longer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answer(success({ ...ready, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }))
  const card = await visitCard()
  await card.findByRole('link', { name: /^Download/ })
  answer(success(none))
  await act(() => vi.advanceTimersByTimeAsync(3_602_000))
  await card.findByRole('button', { name: 'Prepare my data' })
  expect(card.queryByRole('link', { name: /^Download/ })).toBeNull()
})

test.each([
  [ready, 'link', /^Download/],
  [none, 'button', 'Prepare my data'],
] as const)('while nothing is being prepared the page does not ask again', async (current, role, name) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  answer(success(current))
  const card = await visitCard()
  await card.findByRole(role, { name })
  await vi.advanceTimersByTimeAsync(60_000)
  const asked = api.current.requests.filter(({ path }) => path === '/api/v1/users/data-export')
  expect(asked).toHaveLength(1)
  vi.useRealTimers()
})
