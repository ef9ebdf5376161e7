import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { reportAnswer, reportUnreachable } from '#applicant/offline/connection.ts'
import { SubmitError } from './submit-error.tsx'

const message = 'It was not sent.'
const show = (outcome: Parameters<typeof SubmitError>[0]['outcome']) => {
  render(<SubmitError outcome={outcome} />, { wrapper: MemoryRouter })
  return screen.getByRole('alert')
}

test('without an answer the applicant is told to submit again, and offline when', () => {
  const alert = show({ kind: 'unreachable', message })
  expect(alert.textContent).toContain('We got no answer. Your answers are kept; click Submit again, as often as')
  onTestFinished(reportAnswer)
  act(reportUnreachable)
  expect(alert.textContent).toContain('You are offline. ')
  expect(alert.textContent).toContain('click Submit again when the network is back, as often as')
})

test('a refusal says in which steps something is wrong, as far as it is known', () => {
  const errors = [
    { path: 'institutions.1.name', message: 'Name is required.' },
    { path: 'unheard', message: 'It is wrong.' },
  ]
  const alert = show({ kind: 'refused', message, errors })
  expect([...alert.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Step 2, Institutions attended: Name is required.',
    'Form: It is wrong.',
  ])
})
