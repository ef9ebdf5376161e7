import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import type { Payment } from '#shared/api/applicant/payments.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = buildUser({ paymentstatus: true })
const paid: Payment = {
  reference: '310007123456',
  amount: 12_000,
  chargedAmount: 12_500,
  paymentType: 'CARD',
  status: 'paid',
  createdAt: '2026-11-20T09:30:00Z',
  issuedAt: '2026-11-20T09:30:00Z',
  paidAt: '2026-11-20T09:32:00Z',
  lastCheckedAt: null,
  nextCheckAt: null,
  slipCode: 'FF2582DA1EF4',
}

async function open(payment: ScriptedAnswer | 'hang up') {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user), 'GET /payments/my': payment })
  await visit('/app/payment')
}

test('a paid slip can be printed and downloaded, and can be checked by its code', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await open(success(paid))
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
  expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe('/api/v1/slips/payment.pdf')
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual([
    expect.stringMatching(/^20 November 2026, 10:32.am$/),
    '3100 0712 3456',
    '₦12,000.00',
    '₦12,500.00',
    'CARD',
    'Paid',
  ])
  expect(screen.getByText('FF25-82DA-1EF4')).toBeDefined()
  // The page was open overnight.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-12-07T11:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getByRole('article').textContent).toMatch(/Printed 7 December 2099, 12:30.pm\.$/)
  expect(screen.getByText('Paid').className).toContain('done')
  expect(screen.getByText('3100 0712 3456').className).toContain('rrr')
  expect(screen.queryByText('Loading…')).toBeNull()
})

test('while the payment is being read, nothing is said of it', async () => {
  const read = Promise.withResolvers<ScriptedAnswer>()
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user), 'GET /payments/my': () => read.promise })
  await visit('/app/payment')
  expect(await screen.findByText('Loading…')).toBeDefined()
  expect(screen.queryByText(refusals.no_payment)).toBeNull()
  read.resolve(success(paid))
  await screen.findByRole('article')
})

/** The page is left for a minute, after which the payment cannot be read. */
function comeBackInVain() {
  api.current.answerCalls({ 'GET /payments/my': failure(503, 'unavailable', 'The service is busy.') })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('visibilitychange'))
}

test('a slip that is there stays when it cannot be read again, and the page says so', async () => {
  await open(success(paid))
  await screen.findByRole('article')
  comeBackInVain()
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  expect(screen.getByRole('article')).toBeDefined()
  api.current.answerCalls({ 'GET /payments/my': success(paid) })
  await clickBusy('Try again')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a payment that is still awaited has a slip without a code, and no PDF', async () => {
  await open(success({ ...paid, status: 'pending', paidAt: null, slipCode: null }))
  expect(await screen.findByRole('button', { name: 'Print' })).toBeDefined()
  expect(screen.getByRole('article').textContent).not.toContain('To check this slip')
  expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull()
})

test('without a payment the page says so and leads to the payment, and there is nothing to print', async () => {
  await open(failure(404, 'no_payment', 'There is no payment yet.'))
  expect(await screen.findByText('There is no payment yet.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go back to Payment' }).getAttribute('href')).toBe('/auth/payment')
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  // There may be one by now.
  comeBackInVain()
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  expect(screen.queryByText('There is no payment yet.')).toBeNull()
})

test.each([
  [failure(503, 'unavailable', 'The service is busy.'), 'The service is busy.'],
  [failure(500, 'unexpected', ''), 'An unexpected error occurred. Please try again.'],
  ['hang up' as const, 'An unexpected error occurred. Please try again.'],
])('%#: a failure says so, prints nothing, and Try again reads the payment', async (answer, sentence) => {
  await open(answer)
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  expect(screen.queryByText('There is no payment yet.')).toBeNull()
  api.current.answerCalls({ 'GET /payments/my': success(paid) })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
