// The checklist of Home leads to the first publication, and is gone when all of it is done.
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import type { MeOptions } from '#tests/support/fixtures/staff-replies.ts'
import { setUpStaffApi, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

async function visitHome(firstSteps: HomeCounts['firstSteps'], role: StaffRole = 'admin', more: MeOptions = {}) {
  api.signInAs({ roles: [role], ...more })
  api.answer({
    staffCounts: {
      counts: [],
      settings: null,
      results: null,
      interviews: null,
      days: null,
      progress: [],
      administrators: null,
      backup: null,
      firstSteps,
    },
  })
  await visit('/')
  await screen.findByRole('region', { name: 'Waiting for you' })
}
const readSteps = () =>
  within(screen.getByRole('region', { name: 'First steps' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the first administrator reads early who is needed, and where each step is done', async () => {
  await visitHome({ administrators: 1, officers: 0, reviewers: 5, done: [] }, 'admin', { exercises: [] })
  expect(screen.getByText(/^No exercise yet/)).toBeDefined()
  expect(readSteps()).toEqual([
    expect.stringMatching(
      /^People1 of 2 administrators, 0 of 2 registry officers, 2 of 2 reviewersNobody approves their own work, so two administrators, two registry officers/,
    ),
    'Then Exercise, Posts, List of applicants, Reviews, Publication',
  ])
  expect(screen.getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/staff/people')
  expect(screen.getByRole('link', { name: 'Posts' }).getAttribute('href')).toBe('/staff/settings/posts')
  // An administrator sees no applicant.
  expect(screen.queryByRole('link', { name: 'List of applicants' })).toBeNull()
})

test('what is done is one line, as is what comes later, and missing people are still said', async () => {
  await visitHome({ administrators: 2, officers: 1, reviewers: 0, done: ['exercise', 'posts'] }, 'registry')
  expect(readSteps()).toEqual([
    'Exercise, Posts: done',
    expect.stringMatching(/^People/),
    'Then List of applicants, Reviews, Publication',
  ])
  expect(screen.getByText('2 of 2 administrators, 1 of 2 registry officers, 0 of 2 reviewers')).toBeDefined()
  await screen.findByRole('link', { name: 'List of applicants' })
})

test('with all people there the next step is explained', async () => {
  await visitHome({ administrators: 2, officers: 2, reviewers: 2, done: ['people', 'exercise', 'posts'] }, 'registry')
  const next = screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')
  expect(next?.textContent).toBe(
    'List of applicantsUpload the list, correct what is wrong in it, and issue the accounts.',
  )
})

const readPlace = () => screen.getByRole('region', { name: 'Waiting for you' }).parentElement?.className

test('of the last step nothing comes later; when all is done, or for who sets nothing up, what waits takes the place', async () => {
  const done = ['people', 'exercise', 'posts', 'list', 'reviews'] as const
  await visitHome({ administrators: 2, officers: 2, reviewers: 2, done: [...done] }, 'registry')
  expect(readSteps()).toEqual([expect.stringMatching(/: done$/), expect.stringMatching(/^Publication/)])
  const beside = readPlace()
  cleanup()
  await visitHome(null)
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  expect(readPlace()).not.toBe(beside)
})
