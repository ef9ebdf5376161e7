// What a role cannot use is not offered to it: no page of its menu makes a call that the server would refuse. The
// scripted API checks each call against the person's permissions.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { ApplicationRow } from '#shared/lists/applications.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { pagePermissions } from '#staff/entities/session/page-access.ts'
import { buildApplicantRow, buildMe } from '#tests/support/fixtures/staff-replies.ts'
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

const pages = Object.values(staffPaths).filter((path) => path in pagePermissions)

test.each(staffRoleNames)('a page outside the role %s says so plainly, and asks for nothing', async (role) => {
  api.signInAs({ roles: [role] })
  const { permissions } = buildMe({ roles: [role] })
  for (const path of pages.filter((path) => !permissions.some((held) => held === pagePermissions[path]))) {
    const { unmount } = await visit(path)
    expect([path, screen.getByRole('heading', { level: 1 }).textContent]).toEqual([path, 'Page not found'])
    screen.getByText('There is no staff page at this address, or your roles do not include it.')
    unmount()
  }
})

test('the bursar finds applicants, whose pages are not among the role: names are no links', async () => {
  const row = buildApplicantRow()
  api.answer({ staffApplicants: { rows: [row], next: null, count: { value: 1, more: false } } })
  api.answer({ staffPosts: { posts: [] }, staffStages: { stages: [] } })
  for (const [role, links] of [
    ['bursar', 0],
    ['registry', 1],
  ] as const) {
    api.signInAs({ roles: [role] })
    const { unmount } = await visit('/applicants')
    await screen.findByText(row.name)
    expect(screen.queryAllByRole('link', { name: row.name })).toHaveLength(links)
    unmount()
  }
})

test('whose roles count in no exercise brings no file into one', async () => {
  for (const [role, path] of [
    ['exam', staffPaths.newResults],
    ['bursar', staffPaths.newSettlement],
  ] as const) {
    api.signInAs({ roles: [role], exercises: [] })
    const { unmount } = await visit(path)
    expect([path, document.querySelector('input[type=file]')]).toEqual([path, null])
    unmount()
  }
  api.signInAs({ roles: ['registry'], exercises: [] })
  await visit(staffPaths.newImport)
  expect(screen.queryByText(/^The accounts will belong to/)).toBeNull()
})

test('before the first exercise the pages of one open, offer none to choose, and ask for nothing of one', async () => {
  api.answer(Object.fromEntries(callNames.map((name) => [name, refuse('unexpected')])))
  api.signInAs({ roles: staffRoleNames, exercises: [] })
  const ofExercise = ['applicants', 'applications', 'ledger', 'newPublication', 'results', 'seating', 'seats'] as const
  for (const path of ofExercise.map((name) => staffPaths[name])) {
    const { unmount } = await visit(path)
    expect([path, screen.queryByText('This page could not be shown')]).toEqual([path, null])
    expect([path, screen.queryByLabelText('Exercise', { selector: 'header select' })]).toEqual([path, null])
    // A call that is still on its way would arrive when the next test has begun.
    await act(() => new Promise<void>((quiet) => runAfterQuiet(0, quiet)))
    unmount()
  }
  const named = callNames.filter((name) => /undefined|null|NaN|"exercise"/.test(JSON.stringify(api.requests(name))))
  expect(named).toEqual([])
})

test('the list of applications shows what is decided and published, and nothing where there is nothing', async () => {
  const row: ApplicationRow = {
    number: 'APP-2024-000001',
    name: 'Danjuma Ladi',
    userId: 'RE24-00042',
    role: 'Lecturer I',
    school: 'Technology',
    department: null,
    state: 'nasarawa',
    lga: 'Lafia',
    gender: 'f',
    submitted: '2024-03-04T09:00:00.000Z',
    stage: 'shortlisted',
    reviews: 2,
    reviewsNeeded: 2,
    split: false,
    onHold: false,
    decided: 'shortlisted',
    published: null,
    assigned: null,
    meets: 'none',
  }
  api.signInAs()
  api.answer({
    staffApplications: { rows: [row], next: null, count: { value: 1, more: false } },
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
  })
  await visit('/applications')
  await screen.findByRole('link', { name: row.number })
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))).toMatchObject({
    Decided: 'Shortlisted',
    Published: '',
  })
})
