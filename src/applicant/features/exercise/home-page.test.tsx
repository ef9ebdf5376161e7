import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'

const api = setUpScriptedApi()

// The page reads the exercise once.
test('an exercise that is closed before its deadline says who can still submit, and until when, without a contradiction', async () => {
  const exercise = { ...initialExercise, status: 'closed', deadline: '2099-12-07T11:30:00Z' }
  api.current.answerCalls({ 'GET /exercise': success(exercise) })
  await visit('/')
  expect(await screen.findByText('Submit by 7 December 2099, 12:30 pm.')).toBeDefined()
  expect(screen.getByText('Application is currently closed')).toBeDefined()
  expect(screen.getByText(/you can still log in, pay and submit\.$/)).toBeDefined()
  expect(screen.queryByText(/^Applications closed/)).toBeNull()
})
