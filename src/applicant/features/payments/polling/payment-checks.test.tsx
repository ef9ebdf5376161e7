// Asking whether a payment has arrived, for the newest RRR and for an older one.
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { closeSession, currentSession, openSession } from '#applicant/entities/session/session.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'
import { OlderRrrForm } from './older-rrr-form.tsx'
import { PaymentPolling } from './payment-polling.tsx'

const api = setUpScriptedApi()
const rrr = '310007123456'
const payment = { lastCheckedAt: null, nextCheckAt: null } as never
const answer = (given: Parameters<typeof api.current.answerCalls>[0][string]) =>
  api.current.answerCalls({ 'GET /payments/verify-remita': given })
const listChecks = () => api.current.requests.map(({ path }) => path).filter((path) => path.includes('verify'))

function showPolling(more: Partial<Parameters<typeof PaymentPolling>[0]> = {}) {
  openSession('t', buildUser())
  const onChecked = vi.fn()
  render(<PaymentPolling rrr={rrr} payment={payment} onChecked={onChecked} {...more} />)
  return onChecked
}
const check = () => userEvent.click(screen.getByRole('button', { name: 'Check now' }))

test('a payment that is not loaded has no times; one that was never checked says so', () => {
  showPolling({ payment: null })
  expect(screen.queryByText('Last checked')).toBeNull()
  showPolling()
  const readLast = () => screen.getByText('Last checked').nextElementSibling?.textContent
  expect(readLast()).toBe('Not yet')
  cleanup()
  showPolling({ payment: { lastCheckedAt: '2026-12-07T08:30:00Z', nextCheckAt: null } as never })
  expect(readLast()).toBe('7 December 2026, 9:30 am')
})

test('a check that finds nothing says so on the page and in a message, and the times are read again', async () => {
  const warned = vi.spyOn(toast, 'error')
  answer(failure(500, 'unexpected', 'Remita does not answer.'))
  const onChecked = showPolling()
  expect(screen.queryByRole('alert')).toBeNull()
  await check()
  expect((await screen.findByRole('alert')).textContent).toContain('Remita does not answer.')
  expect(warned).toHaveBeenCalledExactlyOnceWith('Remita does not answer.')
  expect(onChecked).toHaveBeenCalledOnce()
})

test('a check that finds the payment says so, and changes the account', async () => {
  const told = vi.spyOn(toast, 'success')
  answer(success({ status: '00' }))
  const onChecked = showPolling()
  await clickBusy('Check now')
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith(messages.payment.verified))
  expect(onChecked).not.toHaveBeenCalled()
  expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ paymentstatus: true, paymentStatus: true })
})

test('after the logout nothing is checked, with a warning', async () => {
  const warned = vi.spyOn(toast, 'warning')
  showPolling()
  closeSession()
  await check()
  expect(warned).toHaveBeenCalledExactlyOnceWith(messages.payment.skipped)
  expect(listChecks()).toEqual([])
})

test('an older RRR is asked for before anything is sent; what is wrong with it stands at the field', async () => {
  openSession('t', buildUser())
  render(<OlderRrrForm />)
  const submit = () => userEvent.click(screen.getByText('Check this RRR'))
  const field = screen.getByLabelText('Older RRR')
  await userEvent.type(field, '  ')
  await submit()
  expect(await screen.findByText('Enter the 12 digits of the older RRR.')).toBeDefined()
  expect(listChecks()).toEqual([])

  answer(failure(500, 'unexpected', 'Remita does not answer.'))
  await userEvent.clear(field)
  await userEvent.type(field, rrr)
  screen.getByText('Check an older RRR').click()
  await clickBusy('Check this RRR')
  expect(await screen.findByText('Remita does not answer.')).toBeDefined()
  expect(screen.queryByText('Enter the 12 digits of the older RRR.')).toBeNull()
  expect(listChecks()).toEqual([expect.stringContaining(rrr)])
})

test('a payment that is found after another user has logged in is not taken for theirs', async () => {
  showPolling()
  answer(() => {
    openSession('u', buildUser({ userId: 'RE24-00043' }))
    return success({ status: '00' })
  })
  await check()
  await waitFor(() => expect(screen.getByRole('button').hasAttribute('aria-disabled')).toBe(false))
  expect(listChecks()).toHaveLength(1)
  expect(currentSession().user).toMatchObject({ userId: 'RE24-00043', paymentstatus: false })
})
