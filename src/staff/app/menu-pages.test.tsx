// What a role cannot use is not offered to it: no page of its menu makes a call that the server would refuse. The
// scripted API checks each call against the person's permissions.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { callNames, refuse } from '#tests/support/web/scripted-staff-api.ts'
import { setUpStaffApi, user, visit } from '#tests/support/web/staff-app.tsx'

const api = setUpStaffApi()

test.each(staffRoleNames)(
  'V7.4.4 every page that the menu offers works for the role %s, and has the way to sign out',
  async (role) => {
    api.answer(Object.fromEntries(callNames.map((name) => [name, refuse('unexpected')])))
    api.signInAs({ roles: [role] })
    await visit('/no-such-page')
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    for (const { textContent: label } of menu.getAllByRole('link')) {
      await user.click(menu.getByRole('link', { name: label ?? '' }))
      await waitFor(() => expect(document.title).not.toMatch(/^Page not found/))
      await screen.findByRole('heading', { level: 1 })
      expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
      const filters = screen.queryByRole('button', { name: 'Filters' })
      if (filters) await user.click(filters)
    }
  },
)
