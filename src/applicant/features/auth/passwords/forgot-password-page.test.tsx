import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const reply = 'If the user ID and the email belong together, we have sent you an email.'
const countRequests = () => api.current.requests.filter(({ path }) => path === '/api/v1/users/forgot-password').length
const typist = userEvent.setup({ delay: null })
const click = (name: string) => typist.click(screen.getByRole('button', { name }))
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
const passSeconds = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function request() {
  await visit('/auth/forget-password')
  await typist.type(screen.getByLabelText('User ID'), 'RE24-00042')
  await typist.type(screen.getByLabelText('Email'), 'ladi@example.org')
  await click('Send the link')
  await expectFocusOnConfirmation()
}
/** The effect that moves the focus comes after the heading, and the one that starts the countdown with it. */
const expectFocusOnConfirmation = () =>
  waitForRealTime(() => expect(document.activeElement?.textContent).toBe('Check your inbox'))

/** Intervals are faked, so that the library's own waiting would never look again. */
const waitForRealTime = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })

test('after the request the form gives way to what comes next, which takes the focus', async () => {
  api.current.answerCalls({ 'POST /users/forgot-password': success({}, { message: reply }) })
  await request()
  expect(document.activeElement?.textContent).toBe('Check your inbox')
  expect(screen.getByText(reply)).toBeDefined()
  expect(screen.getByText('ladi@example.org')).toBeDefined()
  expect(screen.queryByLabelText('User ID')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeDefined()
})

test('nothing is said to be wrong before the link is asked for', async () => {
  await visit('/auth/forget-password')
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('while the request is sent, and after it has failed, the focus stays on its button', async () => {
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  api.current.answerCalls({
    'POST /users/forgot-password': async () => {
      await refused
      return failure(429, 'too_many_requests', 'Wait a while.')
    },
  })
  await visit('/auth/forget-password')
  await typist.type(screen.getByLabelText('User ID'), 'RE24-00042')
  await typist.type(screen.getByLabelText('Email'), 'ladi@example.org')
  await click('Send the link')
  const button = screen.getByRole('button', { name: 'Send the link' })
  await waitForRealTime(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button)
  refuse()
  await waitForRealTime(() => expect(screen.getByRole('alert').textContent).toBe('Wait a while.'))
  expect(document.activeElement).toBe(button)
})

test('what is wrong with a User ID and an email stands at their fields, and not a second time above them', async () => {
  const errors = ['userId', 'email'].map((path) => ({ path, message: `Wrong: ${path}.` }))
  api.current.answerCalls({ 'POST /users/forgot-password': failure(400, 'invalid_request', 'Refused.', { errors }) })
  await visit('/auth/forget-password')
  await click('Send the link')
  const readInvalid = () =>
    ['User ID', 'Email'].filter((label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true')
  await waitForRealTime(() => expect(readInvalid()).toEqual(['User ID', 'Email']))
  for (const { message } of errors) expect(screen.getByText(message)).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('')
  for (const [label, ...one] of [['User ID', errors[0]] as const, ['Email', errors[1]] as const]) {
    const more = { errors: one }
    api.current.answerCalls({ 'POST /users/forgot-password': failure(400, 'invalid_request', 'Refused.', more) })
    await click('Send the link')
    await waitForRealTime(() => expect(readInvalid()).toEqual([label]))
    expect(screen.getByRole('alert').textContent).toBe('')
  }
})

test('the link can be sent again after a minute, and not before', async () => {
  api.current.answerCalls({ 'POST /users/forgot-password': success({}, { message: reply }) })
  await request()
  const description = /You can send it again in 60 seconds\.$/
  expect(screen.getByRole('button', { name: 'Send the link again', description })).toBeDefined()
  passSeconds(59)
  expect(screen.getByText(/in 1 second\.$/)).toBeDefined()
  expect(isDisabled('Send the link again')).toBe(true)
  passSeconds(1)
  expect(isDisabled('Send the link again')).toBe(false)
  expect(screen.getByRole('button', { name: 'Send the link again', description: /^Nothing came\?/ })).toBeDefined()
  await click('Send the link again')
  await expectFocusOnConfirmation()
  expect(isDisabled('Send the link again')).toBe(true)
  expect(countRequests()).toBe(2)
})

test('a second request that fails says why, and can be repeated at once', async () => {
  api.current.answerCalls({ 'POST /users/forgot-password': success({}, { message: reply }) })
  await request()
  passSeconds(60)
  api.current.answerCalls({ 'POST /users/forgot-password': failure(429, 'too_many_requests', 'Wait a while.') })
  await clickBusy('Send the link again')
  await waitForRealTime(() => expect(screen.getByRole('alert').textContent).toBe('Wait a while.'))
  expect(isDisabled('Send the link again')).toBe(false)
})

test('what is typed anew stays when the link that was asked for before is sent', async () => {
  api.current.answerCalls({ 'POST /users/forgot-password': success({}, { message: reply }) })
  await request()
  passSeconds(60)
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'POST /users/forgot-password': () => answered.promise })
  await click('Send the link again')
  await waitForRealTime(() => expect(countRequests()).toBe(2))
  await click('Use another User ID or email')
  await typist.type(screen.getByLabelText('Email'), '.ng')
  answered.resolve(success({}, { message: reply }))
  const button = screen.getByRole('button', { name: 'Send the link' })
  await waitForRealTime(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ladi@example.org.ng')
})

test('a wrong User ID or email can be corrected, with what was typed', async () => {
  api.current.answerCalls({ 'POST /users/forgot-password': success({}, { message: reply }) })
  await request()
  expect(vi.getTimerCount()).toBe(1)
  await click('Use another User ID or email')
  // Nothing counts on behind the form.
  await waitForRealTime(() => expect(vi.getTimerCount()).toBe(0))
  await waitForRealTime(() => expect(screen.getByLabelText('User ID')).toHaveProperty('value', 'RE24-00042'))
  expect(document.activeElement).toBe(screen.getByLabelText('User ID'))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ladi@example.org')
  expect(screen.queryByText('Check your inbox')).toBeNull()
})
