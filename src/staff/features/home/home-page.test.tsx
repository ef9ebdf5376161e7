// Home: one call brings how far the exercise is, and all that waits with its age.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { buildApplicantRow, emptyHome } from '#tests/support/fixtures/staff-replies.ts'
import { refuse, type StaffData } from '#tests/support/ui/scripted-staff-api.ts'
import { click, setUpStaffApi, user, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
type Counted = HomeCounts['counts'][number]
const complaints: Counted = {
  list: 'complaints',
  label: 'Complaints without an answer',
  query: { state: 'new|open', sort: 'received' },
  count: { value: 1_000, more: true },
  since: daysAgo(9),
}
const emails: Counted = {
  list: 'emails',
  label: 'Emails that could not be sent',
  query: { state: 'failed', sort: 'queued' },
  count: { value: 1, more: false },
  since: daysAgo(2),
}
const flagged: Counted = {
  list: 'applicants',
  label: 'Applicants on hold',
  query: { flags: 'on_hold' },
  count: { value: 3, more: false },
  since: null,
}
const none: Counted = { ...emails, label: 'Emails refused', count: { value: 0, more: false }, since: null }
const step = (label: string, count: number, query = {}): HomeCounts['progress'][number] => ({
  list: 'applicants',
  label,
  count,
  query,
})
const progress = [
  step('Account issued', 1_200),
  step('Paid', 600, { stage: 'paid|submitted' }),
  step('Submitted', 5),
  step('Decided', 1_198),
  step('Rejected', 0),
]
const home = (more: Partial<HomeCounts> = {}): HomeCounts => ({
  ...emptyHome,
  counts: [emails, flagged, none, complaints],
  progress,
  ...more,
})
const findCard = async (name: string) => within(await screen.findByRole('region', { name }))
const listLinks = (card: Awaited<ReturnType<typeof findCard>>) =>
  card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(() => {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffCounts: home() })
})

test('the steps of the exercise lead into their lists, with their numbers and shares', async () => {
  await visit('/')
  const card = await findCard('Progress')
  expect(screen.getByText('Recruitment of academic staff 2024').nextSibling?.textContent).toBe('Helpdesk')
  expect(listLinks(card)).toEqual([
    ['Account issued 1,200 100%', '/staff/applicants'],
    ['Paid 600 50%', '/staff/applicants?stage=paid%7Csubmitted'],
    ['Submitted 5 <1%', '/staff/applicants'],
    ['Decided 1,198 99%', '/staff/applicants'],
    ['Rejected 0 0%', '/staff/applicants'],
  ])
  expect(card.getAllByRole('listitem').map((item) => getBarShare(item))).toEqual([1, 0.5, 5 / 1_200, 1_198 / 1_200, 0])
  expect(api.requests('staffCounts')).toEqual([{ query: { exercise: '2024' } }])
})

const getBarShare = (item: HTMLElement) =>
  Number(item.querySelector<HTMLElement>('[aria-hidden]')?.style.getPropertyValue('--share'))

test('an exercise without accounts has no steps yet', async () => {
  api.answer({ staffCounts: home({ progress: progress.map((one) => ({ ...one, count: 0 })) }) })
  await visit('/')
  const card = await findCard('Progress')
  expect(card.getByText('No account has been issued in this exercise yet.')).toBeDefined()
  expect(card.queryByRole('link')).toBeNull()
})

test('who finds no applicants sees no steps', async () => {
  api.answer({ staffCounts: home({ progress: [] }) })
  await visit('/')
  await findCard('Waiting for you')
  expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull()
})

test('what waits longest comes first, what has no age last, and what waits for nobody is left out', async () => {
  await visit('/')
  const card = await findCard('Waiting for you')
  expect(listLinks(card)).toEqual([
    ['Complaints without an answer the oldest 9 days ago 1,000+', '/staff/complaints?state=new%7Copen&sort=received'],
    ['Emails that could not be sent 2 days ago 1', '/staff/emails?state=failed&sort=queued'],
    ['Applicants on hold 3', '/staff/applicants?flags=on_hold'],
  ])
  expect(card.queryByText('Nothing waits for you.')).toBeNull()
})

test.each([
  ['settings', 'Changes of the settings for your approval', '/staff/settings/exercise'],
  ['results', 'Results for your confirmation', '/staff/results'],
  ['interviews', 'Interviews that wait for your score sheet', '/staff/interviews'],
  ['days', 'Closed days of payments for your approval', '/staff/reconciliation'],
] as const)('what is in no list with filters waits among the others, by its age: %s', async (name, label, path) => {
  api.answer({ staffCounts: home({ [name]: { count: 2, since: daysAgo(4) } }) })
  await visit('/')
  expect(listLinks(await findCard('Waiting for you'))[1]).toEqual([`${label} the oldest 4 days ago 2`, path])
})

test('proposed corrections wait by their age, and lead to their applicants, the oldest first', async () => {
  api.signInAs({ roles: ['registry'] })
  const corrections: Counted = {
    list: 'applicants',
    label: 'Applicants with a correction for your approval',
    query: { proposed: 'correction', sort: 'proposed' },
    count: { value: 2, more: false },
    since: daysAgo(5),
  }
  api.answer({
    staffCounts: home({ counts: [emails, complaints, corrections] }),
    staffApplicants: {
      rows: [buildApplicantRow({ proposed: '2024-03-04T09:00:00.000Z' })],
      next: null,
      count: { value: 1, more: false },
    },
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
  })
  await visit('/')
  expect(listLinks(await findCard('Waiting for you'))[1]).toEqual([
    'Applicants with a correction for your approval the oldest 5 days ago 2',
    '/staff/applicants?proposed=correction&sort=proposed',
  ])
  await user.click(screen.getByRole('link', { name: /^Applicants with a correction/ }))
  await screen.findByRole('button', { name: 'Remove the filter Change proposed: Correction, by others' })
  await waitFor(() =>
    expect(api.requests('staffApplicants').at(-1)?.query).toMatchObject({ proposed: 'correction', sort: 'proposed' }),
  )
})

test('where nothing waits the page says only that', async () => {
  const nothing = { count: 0, since: null }
  api.answer({ staffCounts: home({ counts: [none], settings: nothing, results: nothing, interviews: nothing }) })
  await visit('/')
  const card = await findCard('Waiting for you')
  expect(card.getByText('Nothing waits for you.')).toBeDefined()
  expect(card.queryByRole('list')).toBeNull()
  // Nor does anything of the reviews, which this person has not.
  expect(screen.queryByRole('status')).toBeNull()
})

test('while it is counted the page says what, and afterwards no more', async () => {
  const counted = Promise.withResolvers<HomeCounts>()
  api.answer({ staffCounts: () => counted.promise })
  await visit('/')
  await screen.findByText('Counting what waits for you…')
  expect(screen.queryByText(/^Counting settings/)).toBeNull()
  counted.resolve(home({}))
  await findCard('Waiting for you')
  expect(screen.queryByText(/^Counting/)).toBeNull()
})

test('what could not be counted is asked for again', async () => {
  api.answer({ staffCounts: refuse('unexpected') })
  await visit('/')
  expect((await screen.findByRole('alert')).textContent).toContain('What waits for you could not be counted')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  api.answer({ staffCounts: home() })
  await click('Try again')
  await findCard('Waiting for you')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each([
  [1, true],
  [2, false],
])('with %i administrators the page warns: %s', async (value, isWarned) => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffCounts: home({ administrators: { value, more: false } }) })
  await visit('/')
  await findCard('Waiting for you')
  expect(screen.queryByText('You are the only administrator') !== null).toBe(isWarned)
})

const restored = { madeAt: daysAgo(0.5), rows: 50_457, files: 1 }
test.each<[string, NonNullable<HomeCounts['backup']>, string | RegExp]>([
  ['none was', { newest: null, restored: null }, 'None No backup has been restored yet.'],
  [
    'the newest was',
    { newest: { at: daysAgo(0.4), isRestored: true }, restored },
    'Restored The newest backup, made 12 hours ago: 50,457 rows and 1 file compared.',
  ],
  [
    'the newest was almost three days ago',
    { newest: { at: daysAgo(2.9), isRestored: true }, restored: { ...restored, madeAt: daysAgo(2.9) } },
    /^Restored/,
  ],
  [
    'none was for three days',
    { newest: { at: daysAgo(3), isRestored: true }, restored: { ...restored, madeAt: daysAgo(3) } },
    /^Too old No backup of the last 3 days/,
  ],
  [
    'none was for days',
    { newest: { at: daysAgo(5), isRestored: true }, restored: { ...restored, madeAt: daysAgo(5) } },
    /^Too old No backup of the last 5 days has been restored\. The last that was restored is of \d/,
  ],
  [
    'the newest could not be',
    { newest: { at: '2024-11-21T02:10:00Z', isRestored: false }, restored: null },
    'Failed The newest backup could not be restored on 21 November 2024, 3:10 am.',
  ],
  [
    'the newest could not be, an earlier one was',
    { newest: { at: '2024-11-21T02:10:00Z', isRestored: false }, restored },
    /^Failed The newest backup could not be restored on .* The last that was restored is of \d/,
  ],
])('an administrator reads whether a backup was restored: %s', async (_, backup, text) => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffCounts: home({ backup }) })
  await visit('/')
  expect((await findCard('Backup')).getByRole('paragraph').textContent).toMatch(text)
})

test('who does not run the portal reads nothing of backups', async () => {
  await visit('/')
  await findCard('Waiting for you')
  expect(screen.queryByRole('region', { name: 'Backup' })).toBeNull()
})

test('somebody whose roles wait reads which, who has proposed them, and who must approve them', async () => {
  const roles = [{ role: 'registry', exercise: 2024, school: null, department: null } as const]
  api.signInAs({ roles: [], waiting: [{ roles, proposedBy: 'Musa Danladi' }] })
  await visit('/')
  await screen.findByText('Roles of yours wait for approval')
  expect(screen.getByText('No role yet')).toBeDefined()
  expect(screen.queryByText('Counting what waits for you…')).toBeNull()
  expect(api.requests('staffCounts')).toEqual([])
  expect(
    screen.getByText(/^Registry officer, 2024\. Musa Danladi has proposed this; .* another administrator/),
  ).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
})

test.each([
  [{ done: 0, total: 1, more: false }, 'APP-1', '0 of 1', '/staff/review'],
  [{ done: 3, total: 1_000, more: true }, null, '3 of 1,000+', null],
])('a reviewer reads how far the day is (%j), and goes on with the next case', async (done, number, text, path) => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ nextReview: { number, following: null, progress: done } })
  await visit('/')
  const card = await findCard('Your reviews')
  expect(card.getByText(text)).toBeDefined()
  expect(card.queryByRole('link', { name: 'Review the next case' })?.getAttribute('href') ?? null).toBe(path)
  expect(card.queryByText('Nothing to review.') === null).toBe(path !== null)
})

test('of an archived exercise the page says so, and no reviews are read', async () => {
  const exercises = [{ year: 2023, title: 'Recruitment', isCurrent: true, isArchived: true }]
  api.signInAs({ roles: ['reviewer'], exercises })
  await visit('/')
  await findCard('Waiting for you')
  expect(screen.getByText('Recruitment 2023, archived')).toBeDefined()
  expect(api.requests('nextReview')).toEqual([])
})

test('a reviewer who has nothing to review today reads nothing of it; what waits is not there before that is known', async () => {
  api.signInAs({ roles: ['reviewer'] })
  const found = Promise.withResolvers<StaffData<'nextReview'>>()
  api.answer({ nextReview: () => found.promise })
  await visit('/')
  const card = await screen.findByRole('region', { name: 'Waiting for you' })
  expect(card.closest('[data-pending]')).not.toBeNull()
  found.resolve({ number: null, following: null, progress: { done: 0, total: 0, more: false } })
  await waitFor(() => expect(card.closest('[data-pending]')).toBeNull())
  expect(screen.queryByRole('region', { name: 'Your reviews' })).toBeNull()
})

test('reviews that cannot be read are not taken for none', async () => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ nextReview: refuse('unexpected') })
  await visit('/')
  await findCard('Waiting for you')
  expect((await screen.findByRole('alert')).textContent).toContain('Your reviews could not be read')
  api.answer({ nextReview: { number: 'APP-1', following: null, progress: { done: 0, total: 1, more: false } } })
  await click('Try again')
  await findCard('Your reviews')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what waits grows older in a page that stays open, and a backup too old', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const restored = { at: daysAgo(1), madeAt: daysAgo(2), rows: 5, files: 1 }
  const newest = { at: daysAgo(1), isRestored: true }
  api.answer({ staffCounts: home({ counts: [emails], backup: { newest, restored } }) })
  await visit('/')
  expect((await findCard('Waiting for you')).getByText('2 days ago')).toBeDefined()
  const backup = await findCard('Backup')
  expect(backup.getByText(/made 2 days ago/)).toBeDefined()
  act(() => void vi.advanceTimersByTime(86_400_000))
  expect((await findCard('Waiting for you')).getByText('3 days ago')).toBeDefined()
  expect(backup.getByText('Too old')).toBeDefined()
})
