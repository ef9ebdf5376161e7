import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()

test.each(['/', '/contact', '/privacy', '/verify', '/nothing-here'])(
  '%s shows who is logged in, help and the logout',
  async (path) => {
    openSession('t', buildUser())
    api.current.answerCalls({ 'POST /users/logout': success({}) })
    const page = await visit(path)
    const session = within(await screen.findByRole('region', { name: 'Your session' }))
    expect(session.getByText(/Danjuma Ladi Hauwa/)).toBeDefined()
    const links = within(screen.getByRole('banner'))
    expect(links.getByRole('link', { name: 'Contact us' })).toBeDefined()
    expect(links.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/app/dashboard')
    expect(links.queryByRole('link', { name: 'Log in' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Logout' }).querySelectorAll('svg')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(localStorage.getItem('token')).toBeNull()
  },
)

test('who goes on before the server has heard of the logout is not led away again', async () => {
  openSession('t', buildUser())
  const answered = Promise.withResolvers<ScriptedAnswer>()
  api.current.answerCalls({ 'POST /users/logout': () => answered.promise })
  const fetched = vi.spyOn(globalThis, 'fetch')
  const page = await visit('/contact')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(page.path()).toBe('/auth/login'))
  await userEvent.click(screen.getAllByRole('link', { name: 'Contact us' })[0] as HTMLElement)
  answered.resolve(success({}))
  const logout = fetched.mock.calls.findIndex(([url]) => String(url).endsWith('/logout'))
  await act(async () => fetched.mock.results[logout]?.value)
  await act(() => new Promise<void>((quiet) => runAfterQuiet(0, quiet)))
  expect(page.path()).toBe('/contact')
})

test('guests see no session on the public pages, and the privacy notice names the institution and its exercise, as the top does', async () => {
  await visit('/privacy')
  const { institution, title, year } = initialExercise
  const start = `${institution} decides how your data is used in the ${title} ${year}. `
  expect(screen.getByText(/decides how your data is used/).textContent?.startsWith(start)).toBe(true)
  expect(screen.queryByRole('region', { name: 'Your session' })).toBeNull()
  const links = within(screen.getByRole('banner'))
  expect(links.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login')
  expect(links.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  expect(links.getAllByRole('link')[0]?.textContent).toBe(`${institution}${title} ${year}`)
})
