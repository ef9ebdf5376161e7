import { act, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { type ExerciseFacts, initialExercise } from '#shared/reference-data/exercise.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { success } from '#tests/support/ui/scripted-api.ts'
import { writeExercise } from '#tests/support/ui/written-exercise.ts'

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
  const readFirstLink = () => {
    const [link] = within(screen.getByRole('main')).getAllByRole('link')
    return [link?.textContent, link?.getAttribute('href')]
  }
  expect(readFirstLink()).toEqual(['Log in', '/auth/login'])
  act(() => openSession('t', buildUser()))
  expect(readFirstLink()).toEqual(['Go to your dashboard', '/app/dashboard'])
})

test('who comes back to the page sees that applications were closed meanwhile, and until when the deadline was extended', async () => {
  api.current.answerCalls({ 'GET /exercise': success(initialExercise) })
  await visit('/')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const extended = { ...initialExercise, status: 'closed', deadline: '2099-12-21T11:30:00Z' }
  api.current.answerCalls({ 'GET /exercise': success(extended) })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(api.current.requests.filter(({ path }) => path === '/api/v1/exercise')).toEqual([])
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Submit by 21 December 2099, 12:30 pm.')).toBeDefined()
  expect(screen.getByText('Application is currently closed')).toBeDefined()
  // As after a dialog in which a file was saved.
  document.dispatchEvent(new Event('visibilitychange'))
  expect(api.current.requests.filter(({ path }) => path === '/api/v1/exercise')).toHaveLength(1)
})

/** The page as the server writes the exercise into it. */
async function openWritten(exercise: Partial<ExerciseFacts>) {
  writeExercise(exercise)
  const { Component } = await import('./home-page.tsx')
  const { container } = render(<Component />, { wrapper: MemoryRouter })
  return container.textContent
}

const deadline = '2024-01-01T11:00:00Z'
test.each([
  [{ status: 'open' }, 'Applications are open', 'Open posts', null],
  [{ status: 'closed' }, 'Application is currently closed', 'Posts', 'log in, pay and submit.'],
  [{ status: 'closed', deadline }, 'Application is currently closed', 'Posts', 'log in and pay.'],
  [{ status: 'open', deadline }, 'Application is currently closed', 'Posts', 'log in and pay.'],
] as const)(
  'the page says whether applications are open and what that means (%#)',
  async (exercise, title, posts, meaning) => {
    const text = await openWritten(exercise)
    expect(screen.getByText(title)).toBeDefined()
    expect(document.querySelector('svg path')?.getAttribute('d')).toMatch(meaning ? /^M12 4/ : /^M12 3/)
    expect(screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)).toEqual([
      posts,
      'How to apply',
      'Have ready',
    ])
    expect(/you can still (.*?\.)/.exec(text ?? '')?.[1] ?? null).toBe(meaning)
  },
)

test.each([
  [['Health'], 'in the Schools of Health. '],
  [['Health', 'Law', 'Health'], 'in the Schools of Health and Law. '],
  [['Health', 'Law', 'Music'], 'in the Schools of Health, Law and Music. '],
])('the schools of the posts are named once each (%#)', async (schools, text) => {
  const posts = schools.map((school, at) => ({ school, department: `Department ${at}`, roles: ['Lecturer I'] }))
  expect(await openWritten({ posts: [...posts, { school: 'Health', department: null, roles: ['Nurse'] }] })).toContain(
    text,
  )
  const departments = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(departments.toSorted()).toEqual(posts.map(({ department }) => department))
})
