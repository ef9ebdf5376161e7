import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'

const api = setUpScriptedApi()
const call = 'GET /slips/3F9A02BC77E1'
const genuine = success({
  kind: 'payment',
  name: 'Danjuma Ladi Hauwa',
  number: '310007123456',
  date: '2024-10-04T09:30:00.000Z',
  institution: 'Hillside Polytechnic',
  exercise: 'Senior Staff Recruitment 2023',
})

test('a genuine slip is shown with its facts', async () => {
  api.current.answerCalls({ [call]: genuine })
  await visit('/verify/3F9A02BC77E1')
  expect(await screen.findByText('Genuine')).toBeDefined()
  const facts = screen.getByRole('main').textContent
  for (const fact of [
    'Hillside Polytechnic issued this slip',
    'Senior Staff Recruitment 2023',
    'Payment slip',
    'Danjuma Ladi Hauwa',
    '3100 0712 3456',
    '4 October 2024',
  ])
    expect(facts).toContain(fact)
})

test('an unknown code says not to accept the slip', async () => {
  api.current.answerCalls({ [call]: failure(404, 'slip_unknown', '') })
  await visit('/verify/3F9A02BC77E1')
  expect((await screen.findByRole('alert')).textContent).toContain('Do not accept the slip on its own.')
})

test('a check that failed says nothing about the slip, and can be repeated', async () => {
  api.current.answerCalls({ [call]: failure(503, 'unavailable', 'Busy.') })
  await visit('/verify/3F9A02BC77E1')
  expect((await screen.findByRole('alert')).textContent).toContain('Whether the slip is genuine is not known yet.')
  api.current.answerCalls({ [call]: genuine })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Genuine')).toBeDefined()
})
