import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { toastStore } from '#kit/ui/feedback/toast.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { buildVerifiedSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const verify = () => screen.getByRole('button', { name: 'Verify' })

const record = {
  firstName: 'Ladi',
  middleName: 'Hauwa',
  surName: 'Danjuma',
  dateOfBirth: '14-03-1988',
  gender: 'f',
  phone: '08030000042',
  nin: '12345678909',
  lga: 'Lafia',
  nokLga: '',
  state: 'Nasarawa',
  nokState: '',
  ninPassport: '/9j/AAAA',
}

async function verifyWith(
  answer: ScriptedAnswer | 'hang up' | (() => Promise<ScriptedAnswer>),
  user = buildUser({ paymentstatus: true }),
) {
  openSession('t', user)
  api.current.answerCalls({
    'POST /services/nin-verify/12345678909': answer,
    'GET /applications/my/summary': success(buildVerifiedSummary()),
  })
  const page = await visit('/auth/verify-nin')
  await userEvent.type(screen.getByLabelText('NIN'), '12345678909')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(verify())
  return page
}

test('Verify is disabled while the NIN is empty, and says why', async () => {
  openSession('t', buildUser())
  await visit('/auth/verify-nin')
  expect(verify().hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Verify', description: 'Enter your NIN first.' })).toBeDefined()
  await userEvent.type(screen.getByLabelText('NIN'), '1')
  expect(verify().hasAttribute('disabled')).toBe(false)
  expect(screen.queryByText('Enter your NIN first.')).toBeNull()
})

test('an applicant with the issued password is led to change it first', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/verify-nin')
  expect(screen.getByText('Change your password before you continue.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Update Password' }).getAttribute('href')).toBe('/auth/update-password')
  expect(screen.queryByLabelText('NIN')).toBeNull()
})

test('the NIN of one applicant is not left for the next who logs in in another window', async () => {
  openSession('t', buildUser())
  await visit('/auth/verify-nin')
  await userEvent.type(screen.getByLabelText('NIN'), '12345678909')
  await userEvent.click(screen.getByRole('checkbox'))
  act(() => openSession('token of the next', buildUser({ userId: 'RE24-77777' })))
  expect(screen.getByLabelText('NIN')).toHaveProperty('value', '')
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
})

test('no more than eleven characters can be typed', async () => {
  openSession('t', buildUser())
  await visit('/auth/verify-nin')
  await userEvent.type(screen.getByLabelText('NIN'), '123456789012')
  expect(screen.getByLabelText('NIN')).toHaveProperty('value', '12345678901')
})

test.each(['1234567890', '1234567890a', '12345 78909'])('“%s” is no NIN: nothing is looked up', async (typed) => {
  openSession('t', buildUser())
  await visit('/auth/verify-nin')
  await userEvent.type(screen.getByLabelText('NIN'), typed)
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(verify())
  expect(screen.getByText(refusals.nin_malformed)).toBeDefined()
  expect(screen.getByLabelText('NIN').getAttribute('aria-invalid')).toBe('true')
  expect(api.current.requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('without consent nothing is looked up', async () => {
  openSession('t', buildUser())
  await visit('/auth/verify-nin')
  await userEvent.type(screen.getByLabelText('NIN'), '12345678909')
  await userEvent.click(verify())
  expect(screen.getByText('Agree to the look-up before your NIN is verified.')).toBeDefined()
  expect(api.current.requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('a match fills applyData with an ISO date of birth and without secrets, and leads to the dashboard', async () => {
  const { path } = await verifyWith(success(record, { tabId: 2 }))
  await waitFor(() => expect(path()).toBe('/app/dashboard'))
  const stored = JSON.parse(localStorage.getItem('applyData') ?? '{}')
  expect(stored).toMatchObject({ surName: 'Danjuma', dateOfBirth: '1988-03-14', nin: '•••••••8909', ninPassport: null })
  expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ ninVerify: true, nin: '•••••••8909' })
})

test('a match before the payment leads to the payment page', async () => {
  const { path } = await verifyWith(success(record, { tabId: 2 }), buildUser())
  await waitFor(() => expect(path()).toBe('/auth/payment'))
})

test.each([
  ['after the logout leads to the login', async () => act(() => closeSession()), '/auth/login', false],
  [
    'after another page was opened leads nowhere',
    () => userEvent.click(screen.getAllByRole('link', { name: 'Contact us' })[0] as HTMLElement),
    '/contact',
    true,
  ],
])('a match that comes %s', async (_, leave, next, isStored) => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  const { path } = await verifyWith(() => answered.promise)
  await waitFor(() => expect(api.current.requests.map(({ method }) => method)).toContain('POST'))
  await leave()
  answered.resolve(success(record, { tabId: 2 }))
  await waitFor(() => expect(toastStore.get()).toMatchObject([{ tone: 'success' }]))
  await waitFor(() => expect(path()).toBe(next))
  expect(localStorage.getItem('applyData') !== null).toBe(isStored)
})

test('a NIN that was verified on another device is shown as verified once that is refused', async () => {
  await verifyWith(async () => {
    api.current.answerCalls({ 'GET /users/me': success(buildUser({ ninVerify: true, nin: '•••••••8909' })) })
    return failure(409, 'nin_already_verified', refusals.nin_already_verified)
  })
  expect(await screen.findByText('•••••••8909')).toBeDefined()
  expect(screen.queryByLabelText('NIN')).toBeNull()
})

test('who comes back to the page sees that the NIN was verified on another device', async () => {
  openSession('t', buildUser())
  await visit('/auth/verify-nin')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  api.current.answerCalls({ 'GET /users/me': success(buildUser({ ninVerify: true, nin: '•••••••8909' })) })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('•••••••8909')).toBeDefined()
  expect(screen.queryByLabelText('NIN')).toBeNull()
})

test('a record of somebody else verifies nothing and shows why', async () => {
  const { path } = await verifyWith(success({ ...record, surName: '' }, { tabId: 1, message: 'The names differ.' }))
  expect(await screen.findByText('The names differ.')).toBeDefined()
  expect(screen.queryByText('Unexpected response from verification.')).toBeNull()
  expect(path()).toBe('/auth/verify-nin')
  expect(localStorage.getItem('applyData')).toBeNull()

  const again = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'POST /services/nin-verify/12345678909': () => again.promise })
  await userEvent.click(verify())
  await waitFor(() => expect(screen.queryByText('The names differ.')).toBeNull())
  expect(verify().getAttribute('aria-busy')).toBe('true')
  again.resolve(failure(500, 'unexpected', 'Broken.'))
  await screen.findByRole('alert')

  // What is wrong with the next one is said alone.
  await userEvent.type(screen.getByLabelText('NIN'), '{Backspace}')
  await userEvent.click(verify())
  expect(screen.getByText(refusals.nin_malformed)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each<[string, ScriptedAnswer | 'hang up', string]>([
  ['400', failure(400, 'nin_not_found', 'Not in the register.'), 'Contact customer service...'],
  ['500 with a message', failure(500, 'unexpected', 'Broken.'), 'Broken.'],
  ['500 without a message', failure(500, '', ''), 'Server error occurred.'],
  ['any other status with a message', failure(409, 'nin_already_verified', 'Verified.'), 'Verified.'],
  ['any other status without a message', failure(409, '', ''), 'An error occurred during NIN verification.'],
  ['no answer', 'hang up', 'An error occurred during NIN verification.'],
  [
    'a success of another kind',
    success({ ...record, surName: '' }, { tabId: 3 }),
    'Unexpected response from verification.',
  ],
  ['a 200 that is no success', { body: { success: false } }, 'Unexpected response from verification.'],
])('%s is shown as an error', async (_, answer, message) => {
  await verifyWith(answer)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message))
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain(message)
})

test.each([
  ['is down, who has paid can go on', 503, true, ['Continue with your form']],
  ['is down, who has not paid cannot go on', 503, false, []],
  ['answers, there is nothing to go on with', 409, true, []],
])('while the register %s with the form', async (_, status, paymentstatus, links) => {
  await verifyWith(failure(status, '', 'Try later.'), buildUser({ paymentstatus }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  // Screen readers would announce an empty one.
  expect(alert.queryByRole('list')).toBeNull()
})

test('who is told to contact somebody finds the link in the sentence', async () => {
  await verifyWith(failure(400, 'nin_not_found', 'Contact customer service: the number is unknown. Or contact us.'))
  const alert = within(await screen.findByRole('alert'))
  const links = alert.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Contact customer service', '/contact'],
    ['contact us', '/contact'],
  ])
  expect(alert.getByRole('listitem').textContent).toBe('The number is unknown. Or contact us.')
  // A link that is a line of its own is as tall as a finger.
  expect(links.map(({ className }) => className !== '')).toEqual([true, false])
})

test.each([
  [{ passChange: true }, ['Update Password']],
  [{ passChange: true, ninVerify: true }, ['Update Password']],
  [{ ninVerify: true }, ['Go to your dashboard']],
  [{}, ['Privacy notice (opens in a new tab)', 'Do this later']],
])('the page offers one thing to do (%#)', async (more, links) => {
  openSession('t', buildUser(more))
  await visit('/auth/verify-nin')
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  expect(main.queryByLabelText('NIN') !== null).toBe(links.length === 2)
})

test('a guest is offered the login', async () => {
  await visit('/auth/verify-nin')
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined()
})
