import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'

const api = setUpScriptedApi()

/** Opens the empty form of an applicant who has paid. */
async function openForm(deadline: string, facts: { ninVerify?: boolean } = {}) {
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

test.each([
  ['2099-12-07T11:30:00Z', 'Submit by 7 December 2099, 12:30 pm.', /Step 1 of 7/],
  ['2020-12-07T11:30:00Z', 'Applications closed on 7 December 2020, 12:30 pm.', /can no longer be submitted/],
])('the form says above its questions that the deadline is %s', async (deadline, text, besides) => {
  await openForm(deadline, { ninVerify: true })
  expect(await screen.findByText(text)).toBeDefined()
  expect((await screen.findAllByText(besides)).length).toBeGreaterThan(0)
})

test.each([
  ['before', '2099-12-07T11:30:00Z', 1],
  ['after', '2020-12-07T11:30:00Z', 0],
])('%s the deadline the form asks for a verified NIN so many times: %s, %i', async (_, deadline, times) => {
  await openForm(deadline)
  await screen.findByText(/^(Submit by|Applications closed)/)
  expect(screen.queryAllByText('Verify your NIN before you submit.')).toHaveLength(times)
})
