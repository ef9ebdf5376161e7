import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusals } from '#shared/messages/refusals.ts'
import { noExercise } from '#shared/reference-data/exercise.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure } from '#tests/support/ui/scripted-api.ts'

// Before the app reads what the server wrote into the page.
vi.hoisted(() => document.getElementById('exercise')?.remove())

const api = setUpScriptedApi()

test('before the first exercise the home page says what will stand here, and offers and claims nothing of an exercise', async () => {
  api.current.answerCalls({ 'GET /exercise': failure(404, 'no_exercise', refusals.no_exercise) })
  await visit('/')
  await waitFor(() => expect(api.current.requests.map(({ path }) => path)).toContain('/api/v1/exercise'))
  // Neither a title nor a year beside the name.
  expect(within(screen.getByRole('banner')).getAllByRole('link')[0]?.textContent).toBe(noExercise.institution)
  const page = within(screen.getByRole('main'))
  expect(page.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([noExercise.institution])
  expect(page.getByText('No recruitment exercise is open at present.')).toBeDefined()
  expect(page.getByText('When one opens, this page shows its posts and how to apply.')).toBeDefined()
  expect(page.queryByRole('link')).toBeNull()
  expect(page.queryByText(/Application is currently closed|Applications are open/)).toBeNull()
})

test('before the first exercise the privacy notice names no institution', async () => {
  api.current.answerCalls({ 'GET /exercise': failure(404, 'no_exercise', refusals.no_exercise) })
  await visit('/privacy')
  // The page before got no exercise.
  await waitFor(() => expect(api.current.requests.map(({ path }) => path)).toContain('/api/v1/exercise'))
  expect(
    screen.getByText(/^The institution that recruits with this portal decides how your data is used\./),
  ).toBeDefined()
})
