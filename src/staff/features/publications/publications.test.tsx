// What is published, and what its approver reads of it.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { buildPublication } from '#tests/support/fixtures/staff-replies.ts'
import { setUpStaffApi, visit } from '#tests/support/web/staff-app.tsx'

const api = setUpStaffApi()

const publication = buildPublication()
const item = {
  number: 'APP-2024-000001',
  name: 'Danjuma Ladi',
  userId: 'RE24-00042',
  school: 'Technology',
  role: 'Lecturer I',
  state: 'waiting' as const,
  why: null,
  publishes: { outcome: 'verified' as const, reasons: [] },
}

test('the approver reads the sentence that the applicant will read, and opens each application', async () => {
  api.signInAs({ roles: ['chair'] })
  const before = { outcome: 'rejected' as const, reasons: [{ type: 'Document', reason: 'A file cannot be read.' }] }
  const changed = { number: 'APP-2024-000002', name: 'Eze Ada', before, now: item.publishes, why: null }
  api.answer({
    staffPublication: { ...publication, differences: { count: 1, rows: [changed] } },
    publicationItems: { rows: [item], next: null },
  })
  await visit(`/publications/${publication.id}`)
  const link = await screen.findByRole('link', { name: item.number })
  expect(link.getAttribute('href')).toBe(`/staff/applications/${item.number}`)
  expect(link.closest('tr')?.textContent).toContain(publishedOutcomes.verified)
  const byPost = within(screen.getByRole('table', { name: 'Applications by post' }))
  expect(byPost.getByRole('cell', { name: publishedOutcomes.verified })).toBeDefined()
  const anew = screen.getByRole('link', { name: changed.number }).closest('tr')?.textContent
  expect(anew).toContain(`${publishedOutcomes.rejected}Document: A file cannot be read.${publishedOutcomes.verified}`)
})

test.each([
  ['registry', true],
  ['exam', false],
  ['chair', false],
] as const)('a publication is offered to those who can make one: %s, %s', async (role, isOffered) => {
  api.signInAs({ roles: [role] })
  api.answer({ staffPublications: { rows: [], next: null, count: { value: 0, more: false } } })
  const { unmount } = await visit('/publications')
  await screen.findByText(/^Nothing has been published/)
  expect(screen.queryByRole('link', { name: 'Make a publication' }) !== null).toBe(isOffered)
  unmount()
  await visit('/publications/new')
  const heading = isOffered ? 'Make a publication' : 'Page not found'
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
})
