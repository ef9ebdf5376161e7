import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()

/** Opens the empty form of an applicant who has paid. */
async function openForm(deadline: string | null, facts: { ninVerify?: boolean } = {}) {
  const base = buildUser({ paymentstatus: true, paymentStatus: true, ...facts })
  const user = { ...base, exercise: { ...base.exercise, deadline } }
  openSession('token', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': failure(404, 'no_application', ''),
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
  })
  await visit('/app/application')
}

// Before the other tests: the code of the notices is loaded once.
test('a form without anything to warn of has its questions at once, and nothing that is still loading above them', async () => {
  await openForm(null, { ninVerify: true })
  const above = await waitFor(() => {
    const question = screen.getByRole('textbox', { name: 'Place of birth' })
    return screen
      .queryAllByText('Loading…')
      .filter((line) => line.compareDocumentPosition(question) & Node.DOCUMENT_POSITION_FOLLOWING)
  })
  expect(above).toEqual([])
})

test.each([
  ['2099-12-07T11:30:00Z', 'Submit by 7 December 2099, 12:30 pm.', true],
  ['2020-12-07T11:30:00Z', 'Applications closed on 7 December 2020, 12:30 pm.', false],
])('the form says above its questions that the deadline is %s', async (deadline, text, isOpen) => {
  await openForm(deadline, { ninVerify: true })
  const notice = await screen.findByText(text)
  const next = await screen.findByRole('button', { name: /^Next/ })
  expect(notice.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(screen.queryAllByText(/^What you have written can no longer be submitted\./).length > 0).toBe(!isOpen)
  expect(screen.queryByText('Verify your NIN before you submit.')).toBeNull()
})

test.each([
  ['before', '2099-12-07T11:30:00Z', 1],
  ['after', '2020-12-07T11:30:00Z', 0],
])('%s the deadline the form asks for a verified NIN so many times: %s, %i', async (_, deadline, times) => {
  await openForm(deadline)
  await screen.findByText(/^(Submit by|Applications closed)/)
  expect(screen.queryAllByText('Verify your NIN before you submit.')).toHaveLength(times)
})
