import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeSession, currentSession, openSession } from '#applicant/entities/session/session.ts'
import { toastStore } from '#kit/ui/feedback/toast.ts'
import { buildVerifiedSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function type(fields: Record<string, string>) {
  const typist = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  for (const [label, text] of Object.entries(fields)) await typist.type(screen.getByLabelText(label), text)
  await typist.click(screen.getByRole('button', { name: 'Update Password' }))
}
const twice = (password: string) => ({ Password: password, 'Confirm Password': password })
const passwordCalls = () => api.current.requests.filter(({ method }) => method === 'PATCH')

test('two different entries are refused without a call', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/update-password')
  await type({ Password: 'a long password', 'Confirm Password': 'another password' })
  expect(screen.getByText('Passwords do not match.')).toBeDefined()
  expect(passwordCalls()).toEqual([])
})

test('a password that one applicant has typed is not left for the next who logs in in another window', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/update-password')
  await type(twice('seven77'))
  act(() => openSession('token of the next', buildUser({ userId: 'RE24-77777' })))
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
  // Theirs is not the first change.
  expect(screen.getByLabelText('Current password')).toBeDefined()
})

test('who opens another page while the password is being changed is not led away from it', async () => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  openSession('t', buildUser({ passChange: true }))
  api.current.answerCalls({ 'PATCH /users/update-password': () => answered.promise })
  const { path } = await visit('/auth/update-password')
  await type(twice('a long password'))
  await waitFor(() => expect(passwordCalls()).toHaveLength(1))
  const [contact] = screen.getAllByRole('link', { name: 'Contact us' })
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(contact as HTMLElement)
  answered.resolve(success(buildUser(), { token: 'new' }))
  await waitFor(() => expect(currentSession().token).toBe('new'))
  await waitFor(() => expect(toastStore.get()).toMatchObject([{ tone: 'success' }]))
  expect(path()).toBe('/contact')
})

test('a password of seven characters is refused without a call', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/update-password')
  await type(twice('seven77'))
  expect(screen.getByText('Password must be at least 8 characters long.')).toBeDefined()
  expect(passwordCalls()).toEqual([])
})

test('the requirements are ticked while the password is typed, and announced only when that changes', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/update-password')
  const typist = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const main = screen.getByRole('main')
  const status = main.querySelector('[role=status]')
  const countTicks = () => main.querySelectorAll('label + p svg').length
  const password = screen.getByLabelText('Password')

  expect(countTicks()).toBe(0)
  await typist.type(password, 'seven77')
  expect([countTicks(), status?.textContent]).toEqual([0, ''])
  await typist.type(password, '8')
  expect([countTicks(), status?.textContent]).toEqual([1, 'The password is long enough.'])
  await typist.type(screen.getByLabelText('Confirm Password'), 'seven778')
  expect([countTicks(), status?.textContent]).toEqual([2, 'The password is long enough. Both passwords are the same.'])
  await typist.type(password, '{Backspace}')
  expect([countTicks(), status?.textContent]).toEqual([0, 'Password must be at least 8 characters long.'])
})

test('V6.2.7 passwords can be pasted, and password managers know the fields', async () => {
  openSession('t', buildUser())
  await visit('/auth/update-password')
  const typist = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  for (const [label, autocomplete] of [
    ['Current password', 'current-password'],
    ['Password', 'new-password'],
    ['Confirm Password', 'new-password'],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    await typist.click(field)
    await typist.paste('pasted from a manager')
    expect([field.value, field.autocomplete, field.type]).toEqual(['pasted from a manager', autocomplete, 'password'])
  }
  // The new one is stored for the account.
  expect(document.querySelector<HTMLInputElement>('input[name=username]')?.value).toBe(buildUser().userId)
})

test('the first change asks for nothing but the new password', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/update-password')
  expect(screen.getByText('Choose a new password before you continue.')).toBeDefined()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await type(twice('a long password'))
  await waitFor(() => expect(passwordCalls()[0]?.body).toEqual({ password: 'a long password' }))
})

test('a later change also asks for the current password, and shows its error', async () => {
  openSession('t', buildUser())
  api.current.answerCalls({
    'PATCH /users/update-password': failure(403, 'current_password_wrong', 'Your current password is not correct.'),
  })
  await visit('/auth/update-password')
  expect(screen.queryByText('Choose a new password before you continue.')).toBeNull()
  await type({ 'Current password': 'the old one', ...twice('a long password') })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Your current password is not correct.'))
  expect(screen.queryByText(/^Your password is changed/)).toBeNull()
  expect(passwordCalls()[0]?.body).toEqual({ password: 'a long password', currentPassword: 'the old one' })
})

const failures: [string, ScriptedAnswer | 'hang up', string, string][] = [
  [
    'a refusal',
    failure(403, 'reset_code_invalid', 'This link has expired.'),
    'This link has expired.',
    'This link has expired.',
  ],
  ['an error without a message', failure(502, '', ''), 'An unexpected error occurred.', 'An error occurred.'],
  [
    'a 200 that is no success',
    { body: { status: 'error' } },
    'Failed to update. Please try again.',
    'An error occurred.',
  ],
  ['no answer', 'hang up', 'An error occurred. Please try again.', 'An error occurred.'],
]

test.each(failures)('%s is shown in a toast and in the line above the fields', async (_, answer, toasted, inline) => {
  openSession('t', buildUser({ passChange: true }))
  api.current.answerCalls({ 'PATCH /users/update-password': answer })
  await visit('/auth/update-password')
  await type(twice('a long password'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(inline))
  expect(toastStore.get().map(({ message }) => message)).toContain(toasted)
})

test.each(failures)('with the link of a reset email, too: %s', async (_, answer, toasted, inline) => {
  api.current.answerCalls({ 'PATCH /users/update-password-user': answer })
  await visit('/auth/update-password?code=the-code')
  await type({ 'User ID': 'RE24-00042', Email: 'ladi@example.org', ...twice('a long password') })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(inline))
  expect(toastStore.get().map(({ message }) => message)).toContain(toasted)
})

test.each([
  ['of an open session', '', { Password: 'password1' }],
  ['with the link of a reset email', '?code=the-code', { 'User ID': 'RE24-00042', Email: 'ladi@example.org' }],
])("%s the server's messages stand at their fields", async (_, query, fields) => {
  if (!query) openSession('t', buildUser({ passChange: true }))
  const paths = ['password', ...(query ? ['userId', 'email'] : [])]
  const errors = paths.map((path) => ({ path, message: `Wrong: ${path}.` }))
  const refused = failure(400, 'password_refused', 'Refused.', { errors })
  api.current.answerCalls({ 'PATCH /users/update-password': refused, 'PATCH /users/update-password-user': refused })
  await visit(`/auth/update-password${query}`)
  await type({ ...fields, ...twice('password1') })
  for (const path of paths) expect(await screen.findByText(`Wrong: ${path}.`)).toBeDefined()
  expect(screen.queryByText(/^Your password is changed/)).toBeNull()
  // Not a third time in the line above the fields.
  expect(screen.getByRole('alert').textContent).toBe('')
  const invalid = ['User ID', 'Email', 'Password'].filter(
    (label) => screen.queryByLabelText(label)?.getAttribute('aria-invalid') === 'true',
  )
  expect(invalid).toEqual(query ? ['User ID', 'Email', 'Password'] : ['Password'])
})

test.each([
  ['an applicant who has paid is redirected to the dashboard', buildUser({ paymentstatus: true }), '/app/dashboard'],
  ['an applicant with a NIN is redirected to the payment page', buildUser({ ninVerify: true }), '/auth/payment'],
])('after the change %s', async (_, user, next) => {
  openSession('old', buildUser({ passChange: true }))
  api.current.answerCalls({
    'PATCH /users/update-password': success(user, { token: 'new' }),
    'GET /applications/my/summary': success(buildVerifiedSummary()),
  })
  const { path } = await visit('/auth/update-password')
  await type(twice('a long password'))
  await waitFor(() => expect(currentSession().token).toBe('new'))
  expect((await screen.findByText(/^Your password is changed\. Your next page/)).getAttribute('role')).toBe('status')
  expect(path()).toBe('/auth/update-password')
  // It was the first change, and stays so until the page is left.
  expect(screen.queryByLabelText('Current password')).toBeNull()
  // A second click on the way would ask for the current password.
  screen.getByRole('button', { name: 'Update Password' }).click()
  await act(() => vi.advanceTimersByTimeAsync(3100))
  await waitFor(() => expect(path()).toBe(next))
  expect(passwordCalls()).toHaveLength(1)
})

test('after the change all others are redirected to the NIN page at once', async () => {
  openSession('old', buildUser({ passChange: true }))
  api.current.answerCalls({ 'PATCH /users/update-password': success(buildUser(), { token: 'new' }) })
  const { path } = await visit('/auth/update-password')
  await type(twice('a long password'))
  await waitFor(() => expect(path()).toBe('/auth/verify-nin'), { timeout: 1500 })
})

test('who logs out while the password is being changed stays logged out', async () => {
  openSession('old', buildUser({ passChange: true }))
  const changed = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'PATCH /users/update-password': () => changed.promise })
  await visit('/auth/update-password')
  await type(twice('a long password'))
  await waitFor(() => expect(passwordCalls()).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Update Password' }).getAttribute('aria-busy')).toBe('true')
  await act(async () => {
    closeSession()
    changed.resolve(success(buildUser(), { token: 'new' }))
  })
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(currentSession().token).toBeNull()
})

test('the link of a reset email asks whose account it is, and sends its code', async () => {
  const paid = buildUser({ paymentstatus: true })
  const changed = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'PATCH /users/update-password-user': () => changed.promise })
  await visit('/auth/update-password?code=the-code')
  await type({ 'User ID': 'RE24-00042', Email: 'ladi@example.org', ...twice('a long password') })
  expect(screen.getByRole('button', { name: 'Update Password' }).getAttribute('aria-busy')).toBe('true')
  changed.resolve(success(paid, { token: 'new' }))
  expect((await screen.findByText(/^Your password is changed\. Your next page/)).getAttribute('role')).toBe('status')
  await waitFor(() =>
    expect(passwordCalls()[0]?.body).toEqual({
      userId: 'RE24-00042',
      email: 'ladi@example.org',
      password: 'a long password',
      code: 'the-code',
    }),
  )
})

test('with a reset code, the form requires a user ID and a valid email', async () => {
  await visit('/auth/update-password?code=the-code')
  await type({ 'User ID': ' ', Email: 'nobody', ...twice('seven77') })
  expect(screen.getByText('User ID is required.')).toBeDefined()
  expect(screen.getByText('Enter a valid email.')).toBeDefined()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(passwordCalls()).toEqual([])
})

test('who opens the link of an email is not asked to log in', async () => {
  await visit('/auth/update-password?code=the-code')
  expect(screen.getByLabelText('User ID')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
})

test('a guest without a link is offered the login', async () => {
  await visit('/auth/update-password')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login')
})

test('V6.2.6 a masked password can be shown and hidden', async () => {
  openSession('t', buildUser({ passChange: true }))
  await visit('/auth/update-password')
  const typist = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const field = screen.getByLabelText('Password')
  const [toggle] = screen.getAllByRole('button', { name: 'Show password' })
  if (!toggle) throw new Error('There is no toggle.')
  await typist.click(toggle)
  expect(field.getAttribute('type')).toBe('text')
  await typist.click(toggle)
  expect(field.getAttribute('type')).toBe('password')
})
