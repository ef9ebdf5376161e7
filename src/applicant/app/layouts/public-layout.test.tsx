import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { success } from '#tests/support/web/scripted-api.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'

const api = setUpScriptedApi()

test.each(['/', '/contact', '/privacy', '/verify', '/nothing-here'])(
  '%s shows who is logged in, help and the logout',
  async (path) => {
    openSession('t', buildUser())
    api.current.answerCalls({ 'POST /users/logout': success({}) })
    const page = await visit(path)
    const session = within(await screen.findByRole('region', { name: 'Your session' }))
    expect(session.getByText(/Danjuma Ladi Hauwa/)).toBeDefined()
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Contact us' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Logout' }).querySelectorAll('svg')).toHaveLength(1)
    await clickBusy('Logout')
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(localStorage.getItem('token')).toBeNull()
  },
)

test('guests see no session on the public pages', async () => {
  await visit('/')
  expect(screen.queryByRole('region', { name: 'Your session' })).toBeNull()
})
