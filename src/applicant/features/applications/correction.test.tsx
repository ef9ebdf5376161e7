// The form of an application that the registry has returned.
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const user = buildUser({ paymentstatus: true, paymentStatus: true, ninVerify: true })
const document = createCompleteAnswers('/api/v1/files/1')
const applicationId = 'APP-2024-000001'
const correction = { reason: 'The certificate cannot be read.\n\nSign page 2.', until: '2099-12-07T08:30:00.000Z' }
const notice = 'Correct this and send it again by 7 December 2099, 9:30 am.'

async function open(submit?: ScriptedAnswer, path = '/app/application') {
  openSession('token', user)
  // This device remembers the submission.
  localStorage.setItem(`submitted.${user.userId}`, 'yes')
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': success({ applicationId, correction }),
    'GET /applications/draft': success({ document, revision: 1_000_000, savedAt: '2026-11-21T13:32:00Z' }),
    ...(submit && { 'POST /applications/': submit }),
  })
  await visit(path)
  await screen.findByText(notice)
}

test('opens with all that was sent, the words of the registry and the date', async () => {
  await open()
  expect((await screen.findByRole('heading', { level: 2, name: /^Step/ })).textContent).toBe('Step 6 of 7Preview')
  expect(screen.getByText('Sign page 2.')).toBeDefined()
  expect(screen.getByText(/^Saved/).getAttribute('aria-live')).toBe('off')
  expect(await screen.findByText(/it replaces what you sent before, under the same number\.$/)).toBeDefined()
  expect(await screen.findByText('Dr. Tunde Example')).toBeDefined()
  expect(screen.queryByText('You have submitted your application.')).toBeNull()
})

test('says after sending that it replaces what was sent before', async () => {
  await open(success({ applicationId }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/It replaces what you sent before\.$/)).toBeDefined()
  expect(screen.getByText(applicationId)).toBeDefined()
  expect(screen.getByText(/the one that you printed before is no longer valid/)).toBeDefined()
  // What was to be corrected and how that is saved are of no interest any more.
  expect(screen.queryByText(notice)).toBeNull()
  expect(screen.queryByText(/^Saved/)).toBeNull()
})

test('does not say that it was sent when its time has passed meanwhile', async () => {
  await open(failure(409, 'already_submitted', 'You have submitted your application.', { data: { applicationId } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your correction was not sent: its time has passed')
  expect(screen.queryByText('Congratulations!')).toBeNull()
})

test('is asked for no more once that has been refused', async () => {
  await open(failure(409, 'already_submitted', 'You have submitted your application.', { data: { applicationId } }))
  await screen.findByRole('button', { name: 'Submit' })
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': success({ applicationId }),
    'POST /applications/': failure(409, 'already_submitted', '', { data: { applicationId } }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('This can no longer be sent.')).toBeDefined()
  expect(screen.queryByText(notice)).toBeNull()
  expect(screen.getByText(/^Your correction was not sent/, { selector: 'main *' })).toBeDefined()
})

test('says when its time passes while it is open, and leaves what was typed in sight', async () => {
  await open(undefined, '/app/application?step=1')
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': success({ applicationId }),
    'PUT /applications/draft': failure(409, 'already_submitted', 'You have submitted your application.'),
  })
  const field = await screen.findByRole('textbox', { name: 'Place of birth' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Bukuru')
  expect((await screen.findByText('This can no longer be sent.')).closest('[role=alert]')).not.toBeNull()
  expect(field).toHaveProperty('value', 'Bukuru')
  expect(screen.queryByText(notice)).toBeNull()
  expect(screen.queryByText(/You have submitted/)).toBeNull()
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain('not saved any more')
})

test('does not say that its time has passed when it has arrived and the answer was lost', async () => {
  await open(failure(503, 'unavailable', 'Busy.'))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  await screen.findByText('Busy.', { selector: '[role=alert] *' })
  localStorage.clear()
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': success({ applicationId }),
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(localStorage.getItem(`submitted.${user.userId}`)).toBe('yes'))
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByRole('heading', { level: 2, name: /^Step 5/ })).toBeDefined()
  expect(screen.getByText(notice)).toBeDefined()
})
