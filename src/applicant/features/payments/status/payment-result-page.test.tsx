import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { toastStore } from '#kit/ui/feedback/toast.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const isVerifying = () => screen.queryByText(/Verifying your payment/) !== null
const toasts = () => screen.getByRole('region', { name: 'Messages' }).textContent

async function verifyWith(answer: ScriptedAnswer | 'hang up', more = {}) {
  openSession('t', buildUser({ rrr: '310007123456', ...more }))
  api.current.answerCalls({ 'GET /payments/verify-remita': answer })
  return await visit('/auth/success')
}

test('the page says that the payment is being verified', async () => {
  openSession('t', buildUser({ rrr: '310007123456' }))
  api.current.answer(() => new Promise(() => {}))
  await visit('/auth/success')
  expect(screen.getByText(/Verifying your payment/).getAttribute('role')).toBe('status')
})

test('the payment of one applicant is not taken for that of the next who logs in in another window', async () => {
  await verifyWith(success({ status: '00', message: 'Approved', RRR: '310007123456' }))
  await screen.findByText('3100 0712 3456')
  api.current.answerCalls({ 'GET /payments/verify-remita': failure(400, 'payment_not_verified', 'Not paid.') })
  act(() => openSession('token of the next', buildUser({ userId: 'RE24-77777', rrr: '310007777777' })))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.queryByText('3100 0712 3456')).toBeNull()
  expect(api.current.requests.at(-1)?.path).toMatch(/rrr=310007777777$/)
})

test('somebody who has left the page is told nothing of its check', async () => {
  const answered = Promise.withResolvers<ScriptedAnswer>()
  openSession('t', buildUser({ rrr: '310007123456' }))
  api.current.answerCalls({ 'GET /payments/verify-remita': () => answered.promise })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await visit('/auth/success')
  await waitFor(() => expect(api.current.requests.some(({ path }) => path.includes('verify-remita'))).toBe(true))
  await act(async () => cleanup())
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  const check = fetched.mock.calls.find(([url]) => String(url).includes('verify-remita'))
  expect([toastStore.get(), check?.[1]?.signal?.aborted]).toEqual([[], true])
  answered.resolve(success({}))
})

test('a paid RRR shows the success, the user ID and the link to the NIN verification', async () => {
  await verifyWith(success({ status: '00', message: 'Approved', RRR: '310007123456' }))
  await screen.findAllByText('Your Application payment is Successful. Verify Your Nin.')
  // The sentences and the user ID are in the messages and the head of the page, too.
  const page = within(screen.getByRole('main'))
  const title = page.getByText('Your Application payment is Successful. Verify Your Nin.')
  expect(title.closest('[role=status]')).not.toBeNull()
  expect(page.getByText('RE24-00042')).toBeDefined()
  expect(isVerifying()).toBe(false)
  expect(page.getByRole('link', { name: 'Verify Nin' }).getAttribute('href')).toBe('/auth/verify-nin')
  expect(toasts()).toContain('your payment is verified successfully.')
  expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ paymentstatus: true, paymentStatus: true })
  expect(api.current.requests.some(({ path }) => path.endsWith('verify-remita?rrr=310007123456'))).toBe(true)
})

test.each([
  [false, 'Next: verify your NIN, then fill in the form.', []],
  [true, 'Your NIN is verified already. Go to your dashboard', ['Go to your dashboard']],
])('behind the success stands what comes next (NIN verified: %s)', async (ninVerify, text, links) => {
  await verifyWith(success({ status: '00', message: 'Approved', RRR: '310007123456' }), { ninVerify })
  const page = within(screen.getByRole('main'))
  expect((await page.findByText(/NIN/)).textContent).toBe(text)
  expect(page.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([...links, 'Verify Nin'])
})

test.each<[string, ScriptedAnswer | 'hang up', string]>([
  [
    '400',
    failure(400, 'payment_not_verified', 'Not paid.'),
    'Your payment is not verifed, kindly go back and make your payment.',
  ],
  ['another refusal', failure(503, 'payment_provider_unavailable', 'Try later.'), 'Try later.'],
  ['a silent refusal', failure(503, '', ''), 'An unexpected error occurred during payment verification.'],
  ['a 200 whose code is another one', success({ status: '021', message: 'Still pending.' }), 'Still pending.'],
  ['no answer', 'hang up', 'A network error occurred during payment verification.'],
])('%s shows its message and the link back to the payment', async (_, answer, message) => {
  await verifyWith(answer)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message))
  expect(toasts()).toContain(message)
  expect(screen.getByRole('link', { name: 'Go Back To Payment' }).getAttribute('href')).toBe('/auth/payment')
  expect(isVerifying()).toBe(false)
})

test('a failure stays while the payment is checked again, so that its button keeps the focus', async () => {
  await verifyWith(failure(503, 'payment_provider_unavailable', 'Try later.'))
  const again = await screen.findByRole('button', { name: 'Check again' })
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'GET /payments/verify-remita': () => answered.promise })
  await userEvent.click(again)
  await waitFor(() => expect(again.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByRole('alert').textContent).toContain('Try later.')
  expect(document.activeElement).toBe(again)
  answered.resolve(success({ status: '00', message: 'Approved', RRR: '310007123456' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each<[string, ScriptedAnswer]>([
  ['a 200 that is no success', { body: { status: 'pending' } }],
  ['a 200 whose code is another one, without a word', success({ status: '021', message: '' })],
])('%s shows the fixed sentence for a failure without a reason', async (_, answer) => {
  await verifyWith(answer)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Unable to verify payment.'))
  expect(toasts()).toContain('Payment verification failed.')
  expect(localStorage.getItem('user')).not.toContain('"paymentstatus":true')
})

test.each([
  ['a token', () => {}],
  ['an RRR', () => openSession('t', buildUser())],
])('without %s nothing is verified', async (_, prepare) => {
  prepare()
  await visit('/auth/success')
  expect(screen.getByRole('alert').textContent).toContain('Missing token or rrr. Payment verification skipped.')
  expect(isVerifying()).toBe(false)
  expect(api.current.requests.some(({ path }) => path.includes('verify-remita'))).toBe(false)
})
