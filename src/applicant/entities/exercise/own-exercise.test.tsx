import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'
import { openSession } from '../session/session.ts'

const api = setUpScriptedApi()
const current = { ...initialExercise, institution: 'Hillside Polytechnic', title: 'Senior Staff', year: 2027 }

test.each(['/auth/verify-nin', '/app/settings'])('%s names the own exercise, not the current one', async (path) => {
  const user = buildUser({ paymentstatus: true })
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /exercise': success(current),
    'GET /applications/my': failure(404, 'no_application', ''),
  })
  await visit(path)
  expect((await screen.findAllByText(/State Institute of Technology and Management|SITM/)).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/Recruitment 2024/).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Hillside|2027/)).toBeNull()
  expect(document.title).toMatch(/ – SITM Recruitment 2024$/)
})

test('the payment slip names the own exercise', async () => {
  const user = buildUser({
    paymentstatus: true,
    exercise: { ...current, institution: 'Riverside Institute', year: 2023, deadline: null },
  })
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /exercise': success(current),
    'GET /payments/my': success({
      reference: '310007123456',
      amount: 12_500,
      chargedAmount: 500,
      paymentType: 'CARD',
      status: 'paid',
      createdAt: '2023-10-04T09:30:00Z',
      paidAt: '2023-10-04T09:30:00Z',
      slipCode: null,
    }),
  })
  await visit('/app/payment')
  const slip = (await screen.findByRole('article')).textContent
  expect(slip).toContain('Riverside Institute')
  expect(slip).toContain('Recruitment 2023')
  expect(slip).not.toMatch(/Hillside|2027/)
})
