// Home: one call brings every count and who has waited longest.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { refuse } from '#tests/support/web/scripted-staff-api.ts'
import { click, setUpStaffApi, visit } from '#tests/support/web/staff-app.tsx'

const api = setUpStaffApi()

const complaints = { list: 'complaints', label: 'Unanswered', query: { state: 'new|open' } } as const
const emails = { list: 'emails', label: 'Could not be sent', query: { state: 'failed' } } as const
const invited = {
  list: 'people',
  label: 'Have not accepted the invitation yet',
  query: { status: 'invited' },
  count: { value: 0, more: false },
} as const
const home = (more: Partial<HomeCounts> = {}): HomeCounts => ({
  counts: [
    { ...complaints, count: { value: 1_000, more: true } },
    { ...emails, count: { value: 2, more: false } },
  ],
  oldest: [{ ...complaints, label: 'Complaint without an answer', since: null }],
  administrators: null,
  ...more,
})
const findCard = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffCounts: home() })
})

test('each count stands in the card of its list and leads into it, after one call for the chosen exercise', async () => {
  await visit('/')
  const card = await findCard('Complaints')
  const link = await card.findByRole('link')
  expect(link.textContent).toBe('Unanswered1,000+')
  expect(link.getAttribute('href')).toBe('/staff/complaints?state=new%7Copen')
  expect((await findCard('Emails')).getByRole('link').textContent).toBe('Could not be sent2')
  expect((await findCard('Oldest waiting')).getByRole('link').textContent).toBe('Complaint without an answerNone')
  expect(screen.queryByRole('region', { name: 'Applications' })).toBeNull()
  expect(api.requests('staffCounts')).toEqual([{ query: { exercise: '2024' } }])
})

test('counts that could not be read are asked for again, in all cards at once', async () => {
  api.answer({ staffCounts: refuse('unexpected') })
  await visit('/')
  const card = await findCard('Complaints')
  expect((await card.findByRole('alert')).textContent).toContain('The complaints could not be counted')
  api.answer({ staffCounts: home() })
  await click('Try again', card)
  await card.findByRole('link')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each([
  [1, true],
  [2, false],
])('with %i administrators the page warns: %s', async (value, isWarned) => {
  api.signInAs({ roles: ['admin'] })
  api.answer({
    staffCounts: home({ counts: [invited], oldest: [], administrators: { value, more: false } }),
    staffExercise: refuse('not_found'),
  })
  await visit('/')
  await (await findCard('Staff')).findByRole('link', { name: /^Have not accepted/ })
  expect(screen.queryByText('You are the only administrator') !== null).toBe(isWarned)
})

test('somebody whose roles wait reads which, who has proposed them, and who must approve them', async () => {
  const roles = [{ role: 'registry', exercise: 2024, school: null, department: null } as const]
  api.signInAs({ roles: [], waiting: [{ roles, proposedBy: 'Musa Danladi' }] })
  await visit('/')
  await screen.findByText('Roles of yours wait for approval')
  expect(
    screen.getByText(/^Registry officer, 2024\. Musa Danladi has proposed this; .* another administrator/),
  ).toBeDefined()
})

test.each([
  [{ done: 0, total: 1, more: false }, 'APP-1', '0 of 1', '/staff/review'],
  [{ done: 3, total: 1_000, more: true }, null, '3 of 1,000+', null],
])('a reviewer reads how far the day is (%j), and goes on with the next case', async (progress, number, text, path) => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ nextReview: { number, following: null, progress } })
  await visit('/')
  const card = await findCard('Your reviews')
  expect(card.getByText(text)).toBeDefined()
  expect(card.queryByRole('link', { name: 'Review the next case' })?.getAttribute('href') ?? null).toBe(path)
  expect(card.queryByText('Nothing waits for you.') === null).toBe(path !== null)
  expect(screen.queryByRole('region', { name: 'Complaints' })).toBeNull()
})

test('who has waited longest leads into the list that begins with it', async () => {
  const since = new Date(Date.now() - 9 * 86_400_000).toISOString()
  const query = { state: 'new|open', sort: 'received' }
  api.answer({ staffCounts: home({ oldest: [{ ...complaints, query, since }] }) })
  await visit('/')
  const link = await (await findCard('Oldest waiting')).findByRole('link')
  expect(link.textContent).toBe('Unanswered9 days ago')
  expect(link.getAttribute('href')).toBe('/staff/complaints?state=new%7Copen&sort=received')
})
