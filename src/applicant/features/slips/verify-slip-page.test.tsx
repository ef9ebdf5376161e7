import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refusals } from '#shared/messages/refusals.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const call = 'GET /slips/3F9A02BC77E1'
const slip = {
  kind: 'payment',
  name: 'Danjuma Ladi Hauwa',
  number: '310007123456',
  date: '2024-10-04T09:30:00.000Z',
  role: 'Lecturer II',
  school: 'Technology',
  department: 'Computer Science',
  institution: 'Hillside Polytechnic',
  exercise: 'Senior Staff Recruitment 2023',
}
const genuine = success(slip)
/** Screen readers say it too. */
const hear = async (title: string) => expect((await screen.findByText(title)).closest('[role=status]')).not.toBeNull()

test('a genuine slip is shown with its facts', async () => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ [call]: () => answered.promise })
  await visit('/verify/3F9A02BC77E1')
  expect(screen.getByText(/Checking the code/).getAttribute('role')).toBe('status')
  answered.resolve(genuine)
  await hear('Genuine')
  expect([screen.queryByText(/Checking the code/), screen.queryByRole('alert')]).toEqual([null, null])
  const facts = screen.getByRole('main').textContent
  for (const fact of [
    'Hillside Polytechnic issued this slip',
    'Senior Staff Recruitment 2023',
    'Payment slip',
    'Lecturer II',
    'Technology',
    'Computer Science',
    'Danjuma Ladi Hauwa',
    '3100 0712 3456',
    '4\u00a0October 2024',
  ])
    expect(facts).toContain(fact)
})

test('a check ends when its page is left', async () => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ [call]: () => answered.promise })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await visit('/verify/3F9A02BC77E1')
  await waitFor(() => expect(api.current.requests.some(({ path }) => path.includes('/slips/'))).toBe(true))
  const { signal } = fetched.mock.calls.find(([url]) => String(url).includes('/slips/'))?.[1] ?? {}
  expect(signal?.aborted).toBe(false)
  cleanup()
  expect(signal?.aborted).toBe(true)
  answered.resolve(genuine)
})

test('a slip of what was sent before a correction is no longer valid', async () => {
  const replaced = { ...slip, kind: 'application', number: 'APP-2024-000001' }
  api.current.answerCalls({ [call]: success({ ...replaced, replacedAt: '2024-10-09T09:30:00.000Z' }) })
  await visit('/verify/3F9A02BC77E1')
  await hear('No longer valid')
  expect(screen.queryByText('Genuine')).toBeNull()
  expect(screen.getByText('APP-2024-000001')).toBeDefined()
  expect(screen.getByRole('main').textContent).toContain(
    'the application was corrected and sent again on 9 October 2024, 10:30 am. Ask for the newer slip.',
  )
})

test('a slip of a withdrawn application says so, also one of before a correction', async () => {
  const withdrawn = { ...slip, kind: 'application', number: 'APP-2024-000001', withdrawnAt: '2024-10-09T09:30:00.000Z' }
  api.current.answerCalls({ [call]: success({ ...withdrawn, replacedAt: '2024-10-07T09:30:00.000Z' }) })
  await visit('/verify/3F9A02BC77E1')
  await hear('Withdrawn')
  expect(screen.queryByText('Genuine')).toBeNull()
  expect(screen.getByRole('main').textContent).toContain(
    'the application was withdrawn on 9 October 2024, 10:30 am. It is not considered any more.',
  )
})

test('a slip of an offer that was withdrawn says that of the offer', async () => {
  const offer = { ...slip, kind: 'offer', number: 'APP-2024-000001', department: null }
  api.current.answerCalls({ [call]: success({ ...offer, withdrawnAt: '2024-10-09T09:30:00.000Z' }) })
  await visit('/verify/3F9A02BC77E1')
  const banner = (await screen.findByText('Withdrawn')).closest('[role=status]')
  expect(banner?.textContent).toContain('made this offer, but withdrew it on 9 October 2024, 10:30 am.')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).not.toContain('Department')
})

test.each([
  ['an unknown code', failure(404, 'slip_unknown', '')],
  ['what cannot be a code', failure(400, 'invalid_request', 'No code.')],
])('%s says not to accept the slip', async (_, answer) => {
  api.current.answerCalls({ [call]: answer })
  await visit('/verify/3F9A02BC77E1')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Do not accept this slip until the registry confirms it.',
  )
})

test.each([
  [failure(503, 'unavailable', 'Busy.'), 'Busy.'],
  [failure(503, 'unavailable', ''), refusals.unexpected],
  ['hang up' as const, 'We could not reach the portal. Check your connection.'],
])('a check that failed says nothing about the slip, and can be repeated (%#)', async (answer, reason) => {
  api.current.answerCalls({ [call]: answer })
  await visit('/verify/3F9A02BC77E1')
  const alert = await screen.findByRole('alert')
  for (const text of [reason, 'Whether the slip is genuine is not known yet.'])
    expect(alert.textContent).toContain(text)
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ [call]: () => answered.promise })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect([screen.queryByRole('alert'), screen.queryByText(/Checking the code/) !== null]).toEqual([null, true])
  answered.resolve(genuine)
  await hear('Genuine')
})

test('a code can be typed as it is printed, and another one from the result', async () => {
  api.current.answerCalls({ [call]: genuine })
  await visit('/verify')
  expect(await screen.findByRole('heading', { level: 1, name: 'Check a slip' })).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'Code on the slip' }), '3f9a-02bc 77e1{Enter}')
  await hear('Genuine')
  expect(screen.getByText('3F9A-02BC-77E1')).toBeDefined()
  screen.getByRole('heading', { level: 1, name: 'Is this slip genuine?' })

  api.current.answerCalls({ 'GET /slips/0123456789AB': failure(404, 'slip_unknown', '') })
  await userEvent.type(screen.getByRole('textbox', { name: 'Check another slip' }), '0123456789ab')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No slip has this code.')
})

test('what cannot be a code is refused at its box, without a call', async () => {
  await visit('/verify')
  const box = await screen.findByRole('textbox', { name: 'Code on the slip' })
  await userEvent.type(box, 'hello{Enter}')
  expect(await screen.findByText('A code has 12 characters, 0 to 9 and A to F.')).toBeDefined()
  expect(document.activeElement).toBe(box)
  expect(box.getAttribute('aria-invalid')).toBe('true')
})

test('a form that was sent before its script had loaded leads to the result', async () => {
  api.current.answerCalls({ [call]: genuine })
  const { goBack, path } = await visit('/verify?code=3f9a-02bc-77e1')
  await hear('Genuine')
  goBack()
  expect(path()).toBe('/page-before')
})
