import { expect, test } from 'vitest'
import { aUser } from '#tests/support/fixtures/web-user.ts'
import { success } from '#tests/support/web/scripted-api.ts'
import { scriptedApi } from '#tests/support/web/web-app.tsx'
import { refreshUser } from './account.ts'
import { closeSession, currentSession, heldRrr, holdRrr, openSession } from './session.ts'

const api = scriptedApi()

test('the newer facts are kept', async () => {
  openSession('t', aUser())
  api.current.answerCalls({ 'GET /users/me': success(aUser({ paymentstatus: true })) })
  await refreshUser()
  expect(currentSession().user?.paymentstatus).toBe(true)
})

test('an RRR issued while the answer was on its way is not overwritten by an older one', async () => {
  openSession('t', aUser({ rrr: '310007000001' }))
  const answers = [aUser({ rrr: '310007000001' }), aUser({ rrr: '310007000002' })]
  api.current.answerCalls({
    'GET /users/me': () => {
      if (answers.length === 2) holdRrr('310007000002')
      return success(answers.shift())
    },
  })
  await refreshUser()
  expect(heldRrr()).toBe('310007000002')
  expect(currentSession().user?.rrr).toBe('310007000002')
})

test('the facts of somebody who logged out meanwhile are not kept', async () => {
  openSession('t', aUser())
  api.current.answerCalls({
    'GET /users/me': () => {
      closeSession()
      return success(aUser())
    },
  })
  await refreshUser()
  expect(currentSession().user).toBeNull()
})
