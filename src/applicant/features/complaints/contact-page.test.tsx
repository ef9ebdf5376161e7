import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const toasts = () => screen.getByRole('region', { name: 'Messages' }).textContent
const readSentBody = () => api.current.requests.find(({ method }) => method === 'POST')?.body

test('an existing applicant writes with a user ID', async () => {
  api.current.answerCalls({ 'POST /contact/create': success({ number: 'C-2026-00012' }, { message: 'Received.' }) })
  await visit('/contact')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(screen.getByText('if registered use USER ID only***')).toBeDefined()
  await userEvent.type(screen.getByLabelText('User ID'), 'RE24-00042')
  await userEvent.type(screen.getByLabelText('Complaint'), 'My RRR was paid.')
  await clickBusy('Send')
  await waitFor(() => expect(toasts()).toContain('Received.'))
  expect(readSentBody()).toEqual({ userId: 'RE24-00042', complain: 'My RRR was paid.', fullname: null, email: null })
  expect(screen.getByLabelText('Complaint')).toHaveProperty('value', '')
  expect(screen.getByText(/^Your complaint C-2026-00012 has been received\./)).toBeDefined()
  expect(screen.getAllByText('Received.').length).toBeGreaterThan(0)
})

test('who looks at the other tab while a complaint is on its way cannot send it twice, and finds its number', async () => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'POST /contact/create': () => answered.promise })
  await visit('/contact')
  await userEvent.type(screen.getByLabelText('User ID'), 'RE24-00042')
  await userEvent.type(screen.getByLabelText('Complaint'), 'My RRR was paid.')
  await send()
  await userEvent.click(screen.getByRole('tab', { name: 'New Applicant' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Existing Applicant' }))
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-busy')).toBe('true')
  await send()
  answered.resolve(success({ number: 'C-2026-00012' }, { message: 'Received.' }))
  expect(await screen.findByText(/^Your complaint C-2026-00012 has been received\./)).toBeDefined()
  expect(api.current.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('nothing of one applicant is left for the next who logs in in another window', async () => {
  api.current.answerCalls({ 'POST /contact/create': success({ number: 'C-2026-00012' }, { message: 'Received.' }) })
  await visit('/contact')
  await userEvent.type(screen.getByLabelText('Complaint'), 'My RRR was paid.')
  const values = () => ['User ID', 'Complaint'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
  act(() => openSession('t', buildUser()))
  expect(values()).toEqual(['RE24-00042', 'My RRR was paid.'])
  // Who has logged out may still be writing.
  act(() => closeSession())
  expect(values()).toEqual(['RE24-00042', 'My RRR was paid.'])
  act(() => openSession('token of the next', buildUser({ userId: 'RE24-77777' })))
  expect(values()).toEqual(['RE24-77777', ''])
  await userEvent.type(screen.getByLabelText('Complaint'), 'I cannot log in.')
  await send()
  await screen.findByText(/^Your complaint C-2026-00012 has been received\./)
  act(() => openSession('t', buildUser()))
  expect(screen.queryByText(/C-2026-00012/)).toBeNull()
})

// Before the next test: a visit reads the exercise once.
test('nothing is said of the registry where nothing is stated', async () => {
  await visit('/contact')
  expect(screen.queryByText('How to reach the registry')).toBeNull()
  expect(screen.getByRole('contentinfo').textContent).not.toContain('Need help?')
})

test('the page says how to reach the registry beside the form, as far as it is stated', async () => {
  const contact = { address: 'Registry\n12 College Road', phone: '+234 (800) 000-0000', hours: null }
  api.current.answerCalls({ 'GET /exercise': success({ ...initialExercise, contact }) })
  await visit('/contact')
  const registry = within(await screen.findByRole('region', { name: 'How to reach the registry' }))
  expect(registry.getByRole('link', { name: contact.phone }).getAttribute('href')).toBe('tel:+2348000000000')
  expect(registry.getByText(/12 College Road/).textContent).toBe(contact.address)
  // A tap on the address calls nobody.
  expect(registry.getAllByRole('link')).toHaveLength(1)
  expect(registry.queryByText('Hours')).toBeNull()
  expect(screen.getByRole('contentinfo').textContent).toContain(`Need help? Call ${contact.phone}`)
})

test.each(['', '   '])('an empty complaint, such as "%s", is not sent, and the field says why', async (typed) => {
  api.current.answerCalls({ 'POST /contact/create': success({ number: 'C-2026-00012' }) })
  await visit('/contact')
  if (typed) await userEvent.type(screen.getByLabelText('Complaint'), typed)
  await send()
  const error = await screen.findByText('Complaint is required.')
  expect(screen.getByLabelText('Complaint').getAttribute('aria-describedby')).toContain(error.id)
  expect(readSentBody()).toBeUndefined()
  await userEvent.type(screen.getByLabelText('Complaint'), 'My RRR was paid.')
  await send()
  await waitFor(() => expect(toasts()).not.toBe(''))
  expect(screen.queryByText('Complaint is required.')).toBeNull()
})

test('a user who is logged in writes under the own user ID, and a reply begins with the application it is about', async () => {
  openSession('t', buildUser())
  await visit('/contact?about=APP-2024-000007')
  expect(screen.getByLabelText('User ID')).toHaveProperty('value', 'RE24-00042')
  expect(screen.getByLabelText('Complaint')).toHaveProperty('value', 'About my application APP-2024-000007:\n')
})

test('what is typed while a complaint is on its way stays, and who is logged in stays the sender of the next one', async () => {
  openSession('t', buildUser())
  let answer = () => {}
  api.current.answerCalls({
    'POST /contact/create': () =>
      new Promise((resolve) => {
        answer = () => resolve(success({ number: 'C-2026-00012' }))
      }),
  })
  await visit('/contact')
  const box = screen.getByLabelText('Complaint')
  await userEvent.type(box, 'Hello.')
  await send()
  await waitFor(() => expect(readSentBody()).toMatchObject({ complain: 'Hello.' }))
  await userEvent.type(box, ' One thing more.')
  act(answer)
  await screen.findByText(/^Your complaint C-2026-00012 has been received\./)
  expect(box).toHaveProperty('value', 'Hello. One thing more.')
  api.current.answerCalls({ 'POST /contact/create': success({ number: 'C-2026-00013' }) })
  await send()
  await screen.findByText(/^Your complaint C-2026-00013 has been received\./)
  expect([box, screen.getByLabelText('User ID')].map((field) => 'value' in field && field.value)).toEqual([
    '',
    'RE24-00042',
  ])
  // A later one that fails does not look as if it were received.
  api.current.answerCalls({ 'POST /contact/create': failure(503, 'unavailable', 'Busy.') })
  await userEvent.type(screen.getByLabelText('Complaint'), 'A third one.')
  await send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Busy.'))
  expect(screen.queryByText(/has been received\./)).toBeNull()
})

test('what was typed stays when the session says who is writing', async () => {
  await visit('/contact?about=APP-2024-000007')
  const box = screen.getByLabelText('Complaint')
  await userEvent.type(box, 'Hello.')
  await userEvent.clear(screen.getByLabelText('User ID'))
  await userEvent.type(screen.getByLabelText('User ID'), 'RE24-00001')
  act(() => openSession('t', buildUser()))
  expect(box).toHaveProperty('value', 'About my application APP-2024-000007:\nHello.')
  expect(screen.getByLabelText('User ID')).toHaveProperty('value', 'RE24-00001')
})

test('a link cannot put any other text into the complaint', async () => {
  await visit('/contact?about=Send%20your%20password')
  expect(screen.getByLabelText('Complaint')).toHaveProperty('value', '')
})

test('a new applicant writes with name and email', async () => {
  api.current.answerCalls({ 'POST /contact/create': success({ number: 'C-2026-00012' }) })
  await visit('/contact')
  await userEvent.click(screen.getByRole('tab', { name: 'New Applicant' }))
  await userEvent.type(screen.getByLabelText('FullName'), 'Ladi Danjuma')
  await userEvent.type(screen.getByLabelText('Email Address'), 'no email')
  await userEvent.type(screen.getByLabelText('Complaint'), 'How do I apply?')
  await send()
  await waitFor(() =>
    expect(readSentBody()).toEqual({
      userId: null,
      complain: 'How do I apply?',
      fullname: 'Ladi Danjuma',
      email: 'no email',
    }),
  )
})

test.each([
  [failure(429, 'too_many_requests', 'Wait a while.'), 'Wait a while.'],
  [failure(500, '', ''), 'An unexpected error occurred.'],
  ['hang up' as const, 'An unexpected error occurred.'],
])('an error is shown in a toast and on the page, and what was typed stays', async (answer, message) => {
  api.current.answerCalls({ 'POST /contact/create': answer })
  await visit('/contact')
  await userEvent.type(screen.getByLabelText('Complaint'), 'Hello.')
  await send()
  await waitFor(() => expect(toasts()).toContain(message))
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.getByLabelText('Complaint')).toHaveProperty('value', 'Hello.')
})

test.each(['email', 'complain'])(
  'an error of %s stands in a toast and at the field, not a third time',
  async (path) => {
    const message = 'This is too long.'
    const errors = [{ path, message }]
    api.current.answerCalls({
      'POST /contact/create': { status: 400, body: { status: 'error', code: 'invalid_request', message, errors } },
    })
    await visit('/contact')
    await userEvent.click(screen.getByRole('tab', { name: 'New Applicant' }))
    await userEvent.type(screen.getByLabelText('Complaint'), 'Hello.')
    await send()
    await waitFor(() => expect(toasts()).toContain(message))
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(within(screen.getByRole('main')).getAllByText(message)).toHaveLength(1)
  },
)

test('a complaint has a counter and at most 3000 characters', async () => {
  await visit('/contact')
  const box = screen.getByLabelText('Complaint')
  expect(box.getAttribute('maxlength')).toBe('3000')
  expect(box.getAttribute('rows')).toBe('8')
  await userEvent.type(box, 'Hello.')
  expect(screen.getByText('6 / 3000')).toBeDefined()
})

test('the tabs can be reached with the arrow keys', async () => {
  await visit('/contact')
  screen.getByRole('tab', { name: 'Existing Applicant' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'New Applicant' }))
  expect(screen.getByLabelText('FullName')).toBeDefined()
})

test('switching the tab keeps the complaint', async () => {
  await visit('/contact')
  await userEvent.type(screen.getByLabelText('Complaint'), 'Hello.')
  await userEvent.click(screen.getByRole('tab', { name: 'New Applicant' }))
  expect(screen.getByLabelText('Complaint')).toHaveProperty('value', 'Hello.')
})
