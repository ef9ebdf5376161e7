import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeSession, openSession, readStoredRrr, writeStoredRrr } from '#applicant/entities/session/session.ts'
import { setServerTime } from '#applicant/http/server-clock.ts'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { toast, toastStore } from '#kit/ui/feedback/toast.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'
import { Component as PaymentPage } from './payment-page.tsx'
import { usePaymentWidget } from './payment-widget.ts'

vi.mock(import('./payment-widget.ts'), { spy: true })

const api = setUpScriptedApi()
beforeEach(() => {
  delete window.RmPaymentEngine
})

function show(user: ReturnType<typeof buildUser> | null, calls: Parameters<typeof api.current.answerCalls>[0] = {}) {
  if (user) openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user), ...calls })
  render(
    <MemoryRouter>
      <PaymentPage />
    </MemoryRouter>,
  )
}
const button = (name: string) => screen.getByRole('button', { name })
const isDisabled = (name: string) => button(name).hasAttribute('disabled')
const listLinks = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
const toasts = () => toastStore.get().map(({ message }) => message)

test('the page shows who pays what for what, in naira', () => {
  show(buildUser())
  const text = screen.getByRole('heading', { level: 1 }).parentElement?.textContent
  for (const part of ['Danjuma Ladi Hauwa', 'Recruitment Application Fee', 'Computer Science', 'Lecturer I'])
    expect(text).toContain(part)
  for (const part of ['₦12,000.00', '₦500.00', '₦12,500.00']) expect(text).toContain(part)
  expect(text).toContain('This payment is non-refundable and please generate RRR before proceeding.')
})

test('the bill comes first, below the stages; the facts come behind it, folded on a phone, and a link leads back', () => {
  show(buildUser())
  const stages = screen.getByRole('list', { name: 'Your way through the recruitment' })
  const listed = within(stages).getAllByRole('listitem')
  expect(listed.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Password, done', '2Payment, current'])
  expect(listed.filter(({ textContent }) => textContent.endsWith('current'))).toHaveLength(1)
  const facts = screen.getByRole('group')
  const order = [stages, screen.getByText('Total'), button('Generate RRR'), facts]
  for (const [i, part] of order.slice(1).entries())
    expect(order[i]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(facts).toHaveProperty('open', true)
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  cleanup()
  show(buildUser())
  expect(screen.getByRole('group')).toHaveProperty('open', false)
  expect(screen.getByRole('link', { name: 'Back to the home page' }).getAttribute('href')).toBe('/')
})

test('who comes back to the page sees that the deadline was extended meanwhile', async () => {
  const user = buildUser()
  const until = (deadline: string) => ({ ...user, exercise: { ...user.exercise, deadline } })
  show(until('2020-12-07T11:30:00Z'))
  expect(await screen.findByText(/^Applications closed on/)).toBeDefined()
  await act(() => new Promise<void>((resolve) => runAfterQuiet(0, resolve)))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  api.current.answerCalls({ 'GET /users/me': success(until('2099-12-07T11:30:00Z')) })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText(/^Submit by 7 December 2099/)).toBeDefined()
})

/** What is offered first, by its colour. */
const listPrimary = () =>
  screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('primary'))
    .map(({ textContent }) => textContent)

test('Proceed to Payment and Re-Generate are disabled without an RRR, with the reason', () => {
  show(buildUser())
  expect([isDisabled('Generate RRR'), isDisabled('Re-Generate'), isDisabled('Proceed to Payment')]).toEqual([
    false,
    true,
    true,
  ])
  for (const name of ['Re-Generate', 'Proceed to Payment'])
    expect(screen.getByRole('button', { name, description: /Generate an RRR first/ })).toBeDefined()
  expect(listPrimary()).toEqual(['Generate RRR'])
})

test('where the widget is to be had is asked again by a click, when it could not be read with the page', async () => {
  let isOpened = false
  window.RmPaymentEngine = {
    init: () => ({
      showPaymentWidget() {
        isOpened = true
      },
    }),
  }
  show(buildUser({ rrr: '310007123456' }), { 'GET /exercise': failure(503, 'unavailable', 'Busy.') })
  const isAsked = () => api.current.requests.some(({ path }) => path.endsWith('/exercise'))
  await waitFor(() => expect(isAsked()).toBe(true))
  await userEvent.click(button('Proceed to Payment'))
  await waitFor(() => expect(toasts()).toContain('Payment engine not loaded'))
  const payment = { publicKey: 'key', widgetUrl: '' }
  api.current.answerCalls({ 'GET /exercise': success({ ...initialExercise, payment }) })
  await waitFor(async () => {
    await userEvent.click(button('Proceed to Payment'))
    expect(isOpened).toBe(true)
  })
})

test('a payment that the widget refuses leaves the RRR, and the page says what to do', async () => {
  let options: Parameters<NonNullable<typeof window.RmPaymentEngine>['init']>[0] | undefined
  window.RmPaymentEngine = {
    init(given) {
      options = given
      return { showPaymentWidget() {} }
    },
  }
  vi.spyOn(console, 'info').mockReturnValue()
  const rrr = '310007123456'
  const payment = { publicKey: 'key', widgetUrl: '' }
  show(buildUser({ rrr }), { 'GET /exercise': success({ ...initialExercise, payment }) })
  await waitFor(async () => {
    await userEvent.click(button('Proceed to Payment'))
    expect(options).toBeDefined()
  })
  expect(
    screen.getByRole('button', {
      name: 'Re-Generate',
      description: 'Re-Generate gives you a new RRR. The old one stays payable.',
    }),
  ).toBeDefined()
  const saysSo = () => screen.queryByText(/The payment did not go through\. Your RRR is still valid/)
  expect(saysSo()).toBeNull()
  act(() => options?.onError({ message: 'Declined' }))
  expect(saysSo()?.getAttribute('role')).toBe('status')
  expect(isDisabled('Proceed to Payment')).toBe(false)
  act(() => toast.clear())
  await userEvent.click(button('Proceed to Payment'))
  expect([saysSo(), toasts()]).toEqual([null, []])
})

test.each([
  [
    'its own RRR is checked, though another tab has generated a newer one',
    () => writeStoredRrr('310007999999'),
    '310007123456',
  ],
  [
    'the RRR of who has logged in meanwhile stays',
    () => openSession('t', buildUser({ userId: 'RE24-77777', rrr: '310007999999' })),
    '310007999999',
  ],
])('after a payment in the widget %s', async (_, storeAnother, checked) => {
  let options: Parameters<NonNullable<typeof window.RmPaymentEngine>['init']>[0] | undefined
  window.RmPaymentEngine = {
    init(given) {
      options = given
      return { showPaymentWidget() {} }
    },
  }
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const payment = { publicKey: 'key', widgetUrl: '' }
  show(buildUser({ rrr: '310007123456' }), { 'GET /exercise': success({ ...initialExercise, payment }) })
  await waitFor(async () => {
    await userEvent.click(button('Proceed to Payment'))
    expect(options).toBeDefined()
  })
  act(storeAnother)
  act(() => options?.onSuccess({}))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/success')
  expect(readStoredRrr()).toBe(checked)
})

test.each<[string, ScriptedAnswer, Parameters<typeof buildUser>[0], string]>([
  ['was paid', failure(409, 'already_paid', refusals.already_paid), { paymentstatus: true }, refusals.already_paid],
  ['is another one', failure(400, 'amount_differs', 'Not the fee.'), { amount: 15_000 }, '₦15,500.00'],
])(
  'a fee that %s since the page was opened is shown so once an RRR is refused for it',
  async (_, refusal, now, text) => {
    let user = buildUser()
    show(user, { 'GET /users/me': () => success(user), 'POST /payments/remita-generate': refusal })
    await waitFor(() => expect(api.current.requests.some(({ path }) => path.endsWith('/users/me'))).toBe(true))
    user = buildUser(now)
    await userEvent.click(button('Generate RRR'))
    expect(await screen.findByText(text)).toBeDefined()
  },
)

test('that an RRR was refused for a fee is said, although the fee cannot be read again', async () => {
  const user = buildUser()
  show(user, { 'POST /payments/remita-generate': failure(409, 'already_paid', refusals.already_paid) })
  await waitFor(() => expect(api.current.requests.some(({ path }) => path.endsWith('/users/me'))).toBe(true))
  api.current.answerCalls({
    'GET /users/me': failure(400, 'invalid_request', 'No.'),
    'POST /payments/remita-generate': failure(409, 'already_paid', refusals.already_paid),
  })
  await userEvent.click(button('Generate RRR'))
  expect((await screen.findByRole('alert')).textContent).toContain(refusals.already_paid)
  await waitFor(() => expect(api.current.requests.filter(({ path }) => path.endsWith('/users/me'))).toHaveLength(2))
})

test('an RRR that is issued after the logout is not left for the next user', async () => {
  const rrr = success({ RRR: '310007123456' })
  show(buildUser(), {
    'POST /payments/remita-generate': () => {
      closeSession()
      return rrr
    },
  })
  await userEvent.click(button('Generate RRR'))
  await waitFor(() => expect(toasts()).toContain('RRR generated successfully!'))
  expect(localStorage.getItem('rrr')).toBeNull()
})

test('where the browser stores nothing, the page says why no card can be paid with, and an RRR is still issued', async () => {
  const isTold = () => screen.queryByText(/Your browser does not let this site store data/) !== null
  show(buildUser())
  expect(isTold()).toBe(false)
  cleanup()
  const refuse = () => {
    throw new DOMException('No.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear() {} })
  onTestFinished(() => void vi.unstubAllGlobals())
  show(buildUser(), { 'POST /payments/remita-generate': success({ RRR: '310007123456' }) })
  expect(isTold()).toBe(true)
  await userEvent.click(button('Generate RRR'))
  expect((await screen.findByLabelText('Your RRR')).textContent).toBe('3100 0712 3456')
  expect(isDisabled('Proceed to Payment')).toBe(true)
  expect(
    screen.getByRole('button', { name: 'Proceed to Payment', description: /does not let this site/ }),
  ).toBeDefined()
  expect(vi.mocked(usePaymentWidget).mock.lastCall).toEqual([null])
})

test('a generated RRR is shown in groups, saved, and enables Proceed to Payment', async () => {
  show(buildUser(), { 'POST /payments/remita-generate': success({ RRR: '310007123456' }) })
  await userEvent.click(button('Generate RRR'))
  expect((await screen.findByLabelText('Your RRR')).textContent).toBe('3100 0712 3456')
  const share = screen.getByRole<HTMLAnchorElement>('link', { name: 'Share on WhatsApp' })
  expect(new URL(share.href).searchParams.get('text')).toMatch(/^Remita RRR: 3100 0712 3456\. Amount: ₦12,500\.00\. /)
  // The form behind it stays, and the other page learns nothing of it.
  expect([share.target, share.rel]).toEqual(['_blank', 'noreferrer'])
  for (const name of ['Pay at a bank branch', 'Have you paid?'])
    expect(screen.getByRole('region', { name })).toBeDefined()
  expect(localStorage.getItem('rrr')).toBe('310007123456')
  expect(isDisabled('Proceed to Payment')).toBe(false)
  expect(toasts()).toContain('RRR generated successfully!')
  expect(isDisabled('Re-Generate')).toBe(false)
  expect(listPrimary()).toEqual(['Proceed to Payment'])
  expect(api.current.requests.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 12_500 })
})

test.each([
  ['Generate RRR', ['Re-Generate', 'Proceed to Payment']],
  ['Re-Generate', ['Generate RRR', 'Proceed to Payment']],
])('while %s is running the other buttons wait', async (name, others) => {
  show(buildUser({ rrr: '310007123456' }))
  const user = success(buildUser({ rrr: '310007123456' }))
  api.current.answerCalls({
    'GET /users/me': user,
    'POST /payments/remita-generate': () => new Promise<ScriptedAnswer>(() => {}),
  })
  await userEvent.click(button(name))
  expect(others.map(isDisabled)).toEqual([true, true])
  // It keeps the focus, which a disabled button would lose.
  expect(document.activeElement).toBe(button(name))
  expect(button(name)).toHaveProperty('disabled', false)
  expect([name, ...others].map((one) => button(one).getAttribute('aria-busy'))).toEqual(['true', null, null])
})

test('a widget that did not load is said on the page, until something else went wrong', async () => {
  vi.mocked(usePaymentWidget).mockReturnValue({ error: 'The widget did not load.', open: () => 'It does not open.' })
  try {
    show(buildUser({ rrr: '310007123456' }))
    expect(screen.getByRole('alert').textContent).toContain('The widget did not load.')
    await userEvent.click(button('Proceed to Payment'))
    expect(screen.getByRole('alert').textContent).toContain('It does not open.')
    expect(screen.queryByText(/The widget did not load/)).toBeNull()
  } finally {
    vi.mocked(usePaymentWidget).mockRestore()
  }
})

test('Re-Generate requests a new RRR', async () => {
  show(buildUser({ rrr: '310007123456' }), {
    'POST /payments/remita-generate': success({ RRR: '310007999999' }),
    'GET /payments/verify-remita': failure(503, 'unavailable', 'Remita is busy.'),
  })
  await userEvent.click(button('Check now'))
  const polling = within(screen.getByRole('region', { name: 'Have you paid?' }))
  expect((await polling.findByRole('alert')).textContent).toContain('Remita is busy.')
  await userEvent.click(button('Re-Generate'))
  await waitFor(() => expect(screen.getByLabelText('Your RRR').textContent).toBe('3100 0799 9999'))
  // That was about the old one.
  expect(within(screen.getByRole('region', { name: 'Have you paid?' })).queryByRole('alert')).toBeNull()
  await waitFor(() => expect(isDisabled('Proceed to Payment')).toBe(false))
  expect(isDisabled('Generate RRR')).toBe(false)
  expect(api.current.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    amount: 12_500,
    regenerate: true,
  })
})

test.each<[string, ScriptedAnswer | 'hang up', string]>([
  ['an error without a message', failure(502, '', ''), 'Payment failed'],
  ['no answer', 'hang up', 'Error making payment: The server did not answer.'],
  ['a 200 that is no success', { body: { success: false, message: 'No.' } }, 'Payment failed'],
  ['a refusal', failure(503, '', 'Try later.'), 'Error making payment: Try later.'],
])('%s of an RRR shows its message', async (_, answer, message) => {
  show(buildUser(), { 'POST /payments/remita-generate': answer })
  await userEvent.click(button('Generate RRR'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(toasts()).toContain(message)
})

test('without the provider’s script the widget cannot open', async () => {
  show(buildUser({ rrr: '310007123456' }))
  await userEvent.click(button('Proceed to Payment'))
  expect(screen.getByRole('alert').textContent).toBe('Payment engine not loaded')
  expect(toasts()).toContain('Payment engine not loaded')
})

test('a guest is asked to log in', () => {
  show(null)
  expect(screen.getByText('Log in to continue to payment.')).toBeDefined()
  expect(listLinks()).toEqual(['Log in'])
  expect(screen.queryByRole('button', { name: 'Generate RRR' })).toBeNull()
})

test('an applicant who has paid at a bank sees no buttons to pay again', async () => {
  show(buildUser(), { 'GET /users/me': success(buildUser({ paymentstatus: true })) })
  expect(await screen.findByText('You have paid. There is nothing more to pay.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Generate RRR' })).toBeNull()
})

test.each([
  [true, 'Go to your dashboard', '/app/dashboard'],
  [false, 'Verify Nin', '/auth/verify-nin'],
])('who has paid goes on with what comes next (NIN verified: %s)', async (ninVerify, name, path) => {
  show(buildUser(), { 'GET /users/me': success(buildUser({ paymentstatus: true, ninVerify })) })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
  expect(listLinks()).toEqual([name])
})

test('a payment that arrives while the page is hidden is noticed when it is visible again', async () => {
  const rrr = '310007123456'
  const pending = { reference: rrr, status: 'pending', chargedAmount: 12_500, lastCheckedAt: null, nextCheckAt: null }
  const fetched = vi.spyOn(globalThis, 'fetch')
  show(buildUser({ rrr }), { 'GET /payments/my': success(pending) })
  await screen.findByText('Not yet')

  api.current.answerCalls({
    'GET /payments/my': success({ ...pending, status: 'paid' }),
    'GET /users/me': success(buildUser({ rrr, paymentstatus: true })),
  })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('You have paid. There is nothing more to pay.')).toBeDefined()
  // The user is read by the page, and once more when the payment is there.
  expect(fetched.mock.calls.filter(([url]) => String(url).endsWith('/users/me'))).toHaveLength(2)
})

test('a payment that has arrived is shown although the user could not be read again', async () => {
  const rrr = '310007123456'
  const paid = { reference: rrr, status: 'paid', chargedAmount: 9_000, lastCheckedAt: null, nextCheckAt: null }
  const info = vi.spyOn(console, 'info').mockReturnValue()
  show(buildUser({ rrr }), { 'GET /payments/my': success(paid), 'GET /users/me': failure(500, '', '') })
  await waitFor(() => expect(document.body.textContent).toContain('₦9,000.00'))
  await waitFor(() => expect(info).toHaveBeenCalledOnce())
})

test('an applicant who leaves the page while the payment is read waits for nothing any more', async () => {
  const reading = Promise.withResolvers<ScriptedAnswer>()
  const fetched = vi.spyOn(globalThis, 'fetch')
  show(buildUser({ rrr: '310007123456' }), { 'GET /payments/my': () => reading.promise })
  const findSignal = () => fetched.mock.calls.find(([url]) => String(url).endsWith('/payments/my'))?.[1]?.signal
  await waitFor(() => expect(findSignal()?.aborted).toBe(false))
  cleanup()
  expect(findSignal()?.aborted).toBe(true)
  reading.resolve(success(null))
})

test('an applicant who leaves the page while the user is read after a payment waits for nothing any more', async () => {
  const rrr = '310007123456'
  const paid = { reference: rrr, status: 'paid', chargedAmount: 9_000, lastCheckedAt: null, nextCheckAt: null }
  const reading = Promise.withResolvers<ScriptedAnswer>()
  const fetched = vi.spyOn(globalThis, 'fetch')
  const info = vi.spyOn(console, 'info')
  show(buildUser({ rrr }), { 'GET /payments/my': success(paid), 'GET /users/me': () => reading.promise })
  const listReads = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/users/me'))
  await waitFor(() => expect(listReads()).toHaveLength(2))
  cleanup()
  expect(listReads().map(([, init]) => init?.signal?.aborted)).toEqual([true, true])
  reading.resolve(success(buildUser({ rrr })))
  await Promise.allSettled(fetched.mock.results.map(({ value }) => value))
  await act(async () => {})
  expect(info).not.toHaveBeenCalled()
})

test('an RRR that this browser has kept is shown where the account lacks it, with its amount once the payment is read', async () => {
  openSession('t', buildUser())
  localStorage.setItem('rrr', '310007123456')
  const payment = {
    reference: '310007123456',
    status: 'pending',
    chargedAmount: 9_000,
    lastCheckedAt: null,
    nextCheckAt: null,
  }
  show(buildUser(), { 'GET /payments/my': success(payment) })
  expect(screen.getByLabelText('Your RRR').textContent).toBe('3100 0712 3456')
  await waitFor(() => expect(document.body.textContent).toContain('₦9,000.00'))
})

test('the amount and the status of an older RRR are not taken for those of the one that is shown', async () => {
  const payment = {
    reference: '310007999999',
    status: 'pending',
    chargedAmount: 9_000,
    lastCheckedAt: null,
    nextCheckAt: null,
  }
  show(buildUser({ rrr: '310007123456' }), { 'GET /payments/my': success(payment) })
  await act(async () => {
    await vi.waitFor(() => expect(api.current.requests.map(({ path }) => path)).toContain('/api/v1/payments/my'))
  })
  expect(document.body.textContent).not.toContain('₦9,000.00')
})

test('who has left the page reads no payment any more, and without an RRR none is read', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const countReads = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/payments/my')).length
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const passEvents = () => {
    vi.advanceTimersByTime(60_000)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show(buildUser())
  passEvents()
  expect(countReads()).toBe(0)
  cleanup()
  show(buildUser({ rrr: '310007123456' }), { 'GET /payments/my': success(null) })
  expect(countReads()).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect(countReads()).toBe(2)
  cleanup()
  passEvents()
  expect(countReads()).toBe(2)
})

test('the payment is not read while the page is hidden', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  show(buildUser({ rrr: '310007123456' }), { 'GET /payments/my': success(null) })
  const countReads = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/payments/my')).length
  const before = countReads()
  expect(before).toBeGreaterThan(0)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(countReads()).toBe(before)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(countReads()).toBe(before + 1)
  // A read that is slower than that is given up.
  const reads = fetched.mock.calls.filter(([url]) => String(url).endsWith('/payments/my'))
  expect(reads.map(([, init]) => init?.signal?.aborted)).toEqual([...Array(before).fill(true), false])
})

test('an applicant who must change the password first sees the link to it', () => {
  show(buildUser({ passChange: true }))
  expect(listLinks()).toEqual(['Update Password'])
})

test.each<[string, ScriptedAnswer | 'hang up', string]>([
  ['refused', failure(500, '', ''), 'Failed to retrieve user details'],
  ['unanswered', 'hang up', 'Error retrieving user details'],
])('%s user details show a message, and the page works with the stored user', async (_, answer, message) => {
  show(buildUser(), { 'GET /users/me': answer })
  await waitFor(() => expect(toasts()).toContain(message))
  expect(isDisabled('Generate RRR')).toBe(false)
})

const late = () => {
  const user = buildUser()
  return { ...user, exercise: { ...user.exercise, deadline: '2020-12-07T11:30:00Z' } }
}
const readSent = () => api.current.requests.filter(({ method }) => method === 'POST')

const question = /Do you still want to pay/

test.each([
  ['Generate RRR', null, { amount: 12_500 }],
  ['Re-Generate', '310007123456', { amount: 12_500, regenerate: true }],
  ['Proceed to Payment', '310007123456', null],
])(
  'after the deadline “%s” asks first, and does nothing until the applicant still wants to pay',
  async (name, rrr, sent) => {
    show({ ...late(), rrr }, { 'POST /payments/remita-generate': success({ RRR: '310007999999' }) })
    expect(await screen.findByText('Applications closed on 7 December 2020, 12:30 pm.')).toBeDefined()
    await userEvent.click(button(name))
    const asked = await screen.findByText('The time to submit has passed. Do you still want to pay?')
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement?.contains(asked)).toBe(true)
    expect(asked.closest('[role=alert]')).not.toBeNull()
    await userEvent.click(button('Do not pay'))
    expect(screen.queryByText(question)).toBeNull()
    expect(document.activeElement).toBe(button(name))
    expect([readSent().length, toasts()]).toEqual([0, []])

    await userEvent.click(button(name))
    await userEvent.click(button('Pay anyway'))
    expect(document.activeElement).toBe(button(name))
    const message = sent ? 'RRR generated successfully!' : 'Payment engine not loaded'
    await waitFor(() => expect(toasts()).toContain(message))
    expect(readSent().map(({ body }) => body)).toEqual(sent ? [sent] : [])
    // Asked once.
    await userEvent.click(button('Re-Generate'))
    expect(screen.queryByText(question)).toBeNull()
    await waitFor(() => expect(readSent()).toHaveLength(sent ? 2 : 1))
  },
)

test('before the deadline the page says until when, and asks nothing', async () => {
  const user = buildUser()
  const ahead = { ...user, exercise: { ...user.exercise, deadline: '2099-12-07T11:30:00Z' } }
  show(ahead, { 'POST /payments/remita-generate': success({ RRR: '310007123456' }) })
  const until = await screen.findByText('Submit by 7 December 2099, 12:30 pm.')
  expect(until.parentElement?.textContent).toMatch(/^Information: /)
  await userEvent.click(button('Generate RRR'))
  expect((await screen.findByLabelText('Your RRR')).textContent).toBe('3100 0712 3456')
  expect(screen.queryByText(question)).toBeNull()
  expect(readSent()).toHaveLength(1)
})

test('what is late is decided by the clock of the server, on a device whose clock is a day ahead', async () => {
  onTestFinished(() => setServerTime(null))
  const user = {
    ...buildUser(),
    exercise: { ...buildUser().exercise, deadline: new Date(Date.now() - 60_000).toISOString() },
  }
  const headers = { date: new Date(Date.now() - 86_400_000).toUTCString(), 'cache-control': 'no-store' }
  show(user, {
    'GET /users/me': { ...success(user), headers },
    'POST /payments/remita-generate': success({ RRR: '310007123456' }),
  })
  expect(await screen.findByText(/^Submit by/)).toBeDefined()
  await userEvent.click(button('Generate RRR'))
  expect(await screen.findByLabelText('Your RRR')).toBeDefined()
  expect(screen.queryByText(question)).toBeNull()
})

test('that one applicant pays late is no answer of the next who logs in in another window', async () => {
  show(late(), { 'POST /payments/remita-generate': success({ RRR: '310007999999' }) })
  await userEvent.click(button('Generate RRR'))
  await userEvent.click(button('Pay anyway'))
  await screen.findByLabelText('Your RRR')
  const next = { ...late(), userId: 'RE24-77777' }
  api.current.answerCalls({ 'GET /users/me': success(next) })
  act(() => openSession('token of the next', next))
  await userEvent.click(button('Generate RRR'))
  expect(await screen.findByText(question)).toBeDefined()
  expect(readSent()).toHaveLength(1)
})
