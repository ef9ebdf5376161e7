import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#tests/support/fixtures/web-user.ts'
import { failure, type ScriptedAnswer, success } from '#tests/support/web/scripted-api.ts'
import { scriptedApi } from '#tests/support/web/web-app.tsx'
import { openSession } from '#web/entities/session/session.ts'
import { toastsShown } from '#web/ui/feedback/toast.ts'
import { Component as PaymentPage } from './payment-page.tsx'
import type {} from './payment-widget.ts'

const api = scriptedApi()
beforeEach(() => {
  delete window.RmPaymentEngine
})

function show(user: ReturnType<typeof aUser> | null, calls: Record<string, ScriptedAnswer | 'hang up'> = {}) {
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
const said = () => toastsShown().map(({ message }) => message)

test('who pays what for what is shown, in naira', () => {
  show(aUser())
  const words = screen.getByRole('heading', { level: 1 }).parentElement?.textContent
  for (const part of ['Danjuma Ladi Hauwa', 'Recruitment Application Fee', 'Computer Science', 'Lecturer I'])
    expect(words).toContain(part)
  for (const part of ['₦12,000.00', '₦500.00', '₦12,500.00']) expect(words).toContain(part)
  expect(words).toContain('This payment is non-refundable and please generate RRR before proceeding.')
})

test('Proceed to Payment and Re-Generate wait for an RRR, and say so', () => {
  show(aUser())
  expect([isDisabled('Generate RRR'), isDisabled('Re-Generate'), isDisabled('Proceed to Payment')]).toEqual([
    false,
    true,
    true,
  ])
  expect(screen.getByText(/Generate an RRR first/)).toBeDefined()
})

test('a generated RRR is shown in groups, held, and opens the way on', async () => {
  show(aUser(), { 'POST /payments/remita-generate': success({ RRR: '310007123456' }) })
  await userEvent.click(button('Generate RRR'))
  expect((await screen.findByLabelText('Your RRR')).textContent).toBe('3100 0712 3456')
  expect(localStorage.getItem('rrr')).toBe('310007123456')
  expect(isDisabled('Proceed to Payment')).toBe(false)
  expect(said()).toContain('RRR generated successfully!')
  expect(api.current.requests.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 12_500 })
})

test('Re-Generate asks for a new one', async () => {
  show(aUser({ rrr: '310007123456' }), { 'POST /payments/remita-generate': success({ RRR: '310007999999' }) })
  await userEvent.click(button('Re-Generate'))
  await waitFor(() => expect(screen.getByLabelText('Your RRR').textContent).toBe('3100 0799 9999'))
  expect(api.current.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    amount: 12_500,
    regenerate: true,
  })
})

test.each<[string, ScriptedAnswer, string]>([
  ['a 200 that is no success', { body: { success: false, message: 'No.' } }, 'Payment failed'],
  ['a refusal', failure(503, '', 'Try later.'), 'Error making payment: Try later.'],
])('%s of an RRR is told', async (_, answer, words) => {
  show(aUser(), { 'POST /payments/remita-generate': answer })
  await userEvent.click(button('Generate RRR'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))
  expect(said()).toContain(words)
})

test('without the provider’s script the widget cannot open', async () => {
  show(aUser({ rrr: '310007123456' }))
  await userEvent.click(button('Proceed to Payment'))
  expect(screen.getByRole('alert').textContent).toBe('Payment engine not loaded')
  expect(said()).toContain('Payment engine not loaded')
})

test('a guest is asked to log in', () => {
  show(null)
  expect(screen.getByText('Log in to continue to payment.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Generate RRR' })).toBeNull()
})

test('who has paid at a bank meanwhile is told so, without buttons to pay again', async () => {
  show(aUser(), { 'GET /users/me': success(aUser({ paymentstatus: true })) })
  expect(await screen.findByText('You have paid. There is nothing more to pay.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Generate RRR' })).toBeNull()
})

test('a payment that comes in while the page lies open is noticed when it is looked at again', async () => {
  const rrr = '310007123456'
  const pending = { reference: rrr, status: 'pending', chargedAmount: 12_500, lastCheckedAt: null, nextCheckAt: null }
  show(aUser({ rrr }), { 'GET /payments/my': success(pending) })
  await screen.findByText('Not yet')

  api.current.answerCalls({
    'GET /payments/my': success({ ...pending, status: 'paid' }),
    'GET /users/me': success(aUser({ rrr, paymentstatus: true })),
  })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('You have paid. There is nothing more to pay.')).toBeDefined()
})

test('who must change the password first is told so', () => {
  show(aUser({ passChange: true }))
  expect(screen.getByRole('link', { name: 'Update Password' })).toBeDefined()
})

test.each<[string, ScriptedAnswer | 'hang up', string]>([
  ['refused', failure(500, '', ''), 'Failed to retrieve user details'],
  ['unanswered', 'hang up', 'Error retrieving user details'],
])('%s user details are told, and the page goes on with what is stored', async (_, answer, words) => {
  show(aUser(), { 'GET /users/me': answer })
  await waitFor(() => expect(said()).toContain(words))
  expect(isDisabled('Generate RRR')).toBe(false)
})
