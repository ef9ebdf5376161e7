// The exam officer imports a file of results, and sees who would be above a cut-off.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CheckedResults, CutOff } from '#shared/api/staff/results.ts'
import type { ResultRow } from '#shared/lists/results.ts'
import { twoExercises } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  chooseFile,
  click,
  expectRefused,
  fill,
  findToast,
  isPrimary,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
beforeEach(() => {
  api.signInAs({ roles: ['exam'] })
  api.answer({ waitingResults: { results: [] } })
})

const checked: CheckedResults = {
  headings: ['Reg No', 'Paper 1', 'Total'],
  mapping: { number: 'Reg No', score: 'Total' },
  lines: 4,
  good: 2,
  same: 1,
  failed: 1,
  replaced: 1,
  errors: [{ line: 5, column: 'Total', reason: 'is above the maximum of 100' }],
  moreErrors: false,
}

const row: ResultRow = {
  id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55',
  kind: 'cbt',
  number: 'APP-2024-000007',
  name: 'Sule Amaka',
  school: 'Technology',
  role: 'Lecturer II',
  state: 'ogun',
  score: 61.5,
  maximum: 100,
  remark: null,
  status: 'counts',
  isPublished: false,
  enteredAt: '2024-11-20T09:00:00.000Z',
  enteredBy: 'Ngozi Uba',
}

const cutOff: CutOff = {
  scored: 1_200,
  above: 310,
  lowestMaximum: 100,
  highestMaximum: 100,
  byTenth: [0, 0, 10, 90, 300, 490, 200, 80, 30, 0],
  byPost: [{ school: 'Technology', department: null, role: 'Lecturer II', scored: 1_200, above: 310 }],
  byState: [{ state: 'ogun', scored: 1_200, above: 310 }],
  byGender: [{ gender: 'f', scored: 700, above: 200 }],
}

const choose = (content: string) => chooseFile('File of results', new File([content], 'cbt.csv', { type: 'text/csv' }))

test('a file is checked, its columns are chosen anew, and what is right in it is stored', async () => {
  api.answer({
    checkResults: checked,
    importResults: checked,
    staffResults: { rows: [row], next: null, count: { value: 1, more: false } },
  })
  const page = await visit('/results/import')
  await click('Check the file')
  await screen.findByText('Choose a file that is not empty.')
  choose('Reg No,Paper 1,Total')
  await fill('Maximum score (optional)', '100')
  expect(isPrimary('Check the file')).toBe(true)
  await click('Check the file')
  const errors = within(await screen.findByRole('table', { name: 'Lines with an error' }))
  expect(errors.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '5',
    'Total',
    'is above the maximum of 100',
  ])
  expect(api.requests('checkResults')[0]?.query).toEqual({ kind: 'cbt', exercise: '2024', of: '100' })

  const score: HTMLSelectElement = screen.getByLabelText('Score')
  expect(score.value).toBe('Total')
  expect([isPrimary('Check again'), isPrimary('Store 2 results')]).toEqual([false, true])
  await click('Check again')
  await waitFor(() => expect(api.requests('checkResults')).toHaveLength(2))
  expect(api.requests('checkResults').at(-1)?.query).toMatchObject({ number: 'Reg No', score: 'Total', maximum: '-' })

  const readOld = watchOldData()
  await click('Store 2 results')
  await findToast('2 results stored. Applicants see them once they are published.')
  expect(readOld()).toEqual(['results', 'result', 'counts'])
  const seen = { count: '2', replaced: String(checked.replaced) }
  expect(api.requests('importResults')[0]?.query).toMatchObject({ score: 'Total', remark: '-', of: '100', ...seen })
  expect(page.path()).toBe('/results')
  expect((await screen.findByRole('link', { name: row.number })).closest('tr')?.textContent).toContain('61.5')
})

test.each(['kind', 'of', 'file'])('what is refused of a file (%s) is said at its field', async (field) => {
  api.answer({ checkResults: refuseFields(field) })
  await visit('/results/import')
  choose('Reg No,Total')
  await click('Check the file')
  await expectRefused(field)
})

test('what was checked for one exercise is not stored while another one is chosen', async () => {
  api.signInAs({ roles: ['exam'], exercises: twoExercises })
  api.answer({ checkResults: checked })
  await visit('/results/import')
  choose('Reg No,Total')
  await click('Check the file')
  await screen.findByText('Store 2 results')
  await user.selectOptions(screen.getByLabelText('Exercise'), '2023')
  expect(screen.queryByText('Store 2 results')).toBeNull()
})

test('what changed meanwhile is shown before it is stored', async () => {
  api.answer({ checkResults: checked })
  await visit('/results/import')
  choose('Reg No,Total')
  await fill('Maximum score (optional)', ' ')
  await click('Check the file')
  await screen.findByText('Store 2 results')
  expect(api.requests('checkResults')[0]?.query).toEqual({ kind: 'cbt', exercise: '2024' })
  api.answer({ importResults: refuse('count_differs', { data: { ...checked, good: 1, same: 2 } }) })
  await click('Store 2 results')
  await screen.findByText('Store 1 result')
})

test('a file that cannot be read is refused, and what was checked before is gone', async () => {
  api.answer({ checkResults: checked })
  await visit('/results/import')
  choose('Reg No,Total')
  await click('Check the file')
  await screen.findByText('Store 2 results')
  api.answer({ checkResults: refuse('list_unreadable') })
  await click('Check again')
  await screen.findByRole('alert')
  expect(screen.queryByText('Store 2 results')).toBeNull()
})

test.each([
  [60, 1],
  [100, 0],
])('a cut-off says when the results are out of %s to 100', async (lowestMaximum, warnings) => {
  api.answer({ countCutOff: { ...cutOff, lowestMaximum } })
  await visit('/results/cut-off')
  await screen.findByText('310 of 1,200 results with 0 or more')
  expect(screen.queryAllByText(`They are out of ${lowestMaximum} to 100.`, { exact: false })).toHaveLength(warnings)
})

test('a cut-off is counted, and those who reach it are taken to another page', async () => {
  api.answer({
    countCutOff: cutOff,
    selectByScore: { id: row.id, count: 310, expiresAt: row.enteredAt },
    staffSelection: refuse('not_found'),
  })
  const page = await visit('/results/cut-off')
  expect(screen.queryByText('Enter a number, such as 55.')).toBeNull()
  await screen.findByRole('heading', { name: '310 of 1,200 results with 0 or more' })
  const counted = Promise.withResolvers<CutOff>()
  api.answer({ countCutOff: () => counted.promise })
  await fill('At least this score', '55')
  await click('Count')
  await waitFor(() => expect(api.requests('countCutOff')).toHaveLength(2))
  // The counts that stay are of the score before.
  expect(screen.getByRole('heading', { name: '310 of 1,200 results with 0 or more' })).toBeDefined()
  counted.resolve(cutOff)
  await screen.findByRole('heading', { name: '310 of 1,200 results with 55 or more' })
  // What is no number counts nothing else.
  await fill('At least this score', 'sixty')
  await click('Count')
  await screen.findByText('Enter a number, such as 55.')
  expect(screen.getByRole('heading', { name: '310 of 1,200 results with 55 or more' })).toBeDefined()
  const tenths = within(screen.getByRole('table', { name: 'Results by tenth of the maximum' }))
  const texts = tenths.getAllByRole('row').map(({ textContent }) => textContent)
  expect([texts[1], texts.at(-1)]).toEqual(['20 to 3010', '80 to 9030'])
  const groups = ['By post', 'By home state', 'By gender'].map((name) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(groups).toEqual([
    ['Lecturer II, Technology', '310 of 1,200'],
    ['Ogun', '310 of 1,200'],
    ['Female', '200 of 700'],
  ])
  await click('Make a publication')
  await waitFor(() => expect(page.path()).toContain(row.id))
  expect(api.requests('selectByScore')).toEqual([{ body: { kind: 'cbt', exercise: 2024, score: 55 } }])
  expect(page.path()).toBe(`/publications/new?selection=${row.id}`)
})

test('counts of other results are not those of the kind that is chosen', async () => {
  api.answer({ countCutOff: cutOff })
  await visit('/results/cut-off')
  await screen.findByRole('heading', { name: '310 of 1,200 results with 0 or more' })
  const counted = Promise.withResolvers<CutOff>()
  api.answer({ countCutOff: () => counted.promise })
  await user.selectOptions(screen.getByLabelText('Results of'), 'interview')
  await click('Count')
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^310 of/ })).toBeNull())
  counted.resolve({ ...cutOff, above: 12 })
  await screen.findByRole('heading', { name: '12 of 1,200 results with 0 or more' })
})

test('what was checked is not offered while another file is checked', async () => {
  api.answer({ checkResults: checked })
  await visit('/results/import')
  choose('Reg No,Total')
  await click('Check the file')
  await screen.findByText('Store 2 results')
  const found = Promise.withResolvers<typeof checked>()
  api.answer({ checkResults: () => found.promise })
  await click('Check again')
  await waitFor(() => expect(screen.queryByText('Store 2 results')).toBeNull())
  found.resolve(checked)
  await screen.findByText('Store 2 results')
})

test('what was checked is not offered once another file is chosen or a field changed, also while it is checked or stored', async () => {
  api.answer({ checkResults: checked })
  await visit('/results/import')
  choose('Reg No,Total')
  const check = async (name = 'Check again') => {
    await click(name)
    await screen.findByText('Store 2 results')
  }
  const expectNone = () => expect(screen.queryByText('Store 2 results')).toBeNull()
  await check('Check the file')
  await user.selectOptions(screen.getByLabelText('Results of'), 'interview')
  expectNone()
  await check()
  await user.selectOptions(screen.getByLabelText('Score'), 'Paper 1')
  expectNone()
  await check()
  expect(api.requests('checkResults').at(-1)?.query).toMatchObject({ kind: 'interview', score: 'Paper 1' })
  choose('Number,Mark')
  expectNone()
  expect(screen.queryByLabelText('Score')).toBeNull()

  const found = Promise.withResolvers<typeof checked>()
  api.answer({ checkResults: () => found.promise })
  await click('Check the file')
  choose('Reg No,Total')
  found.resolve(checked)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check the file' }).getAttribute('aria-busy')).toBeNull(),
  )
  expectNone()

  api.answer({ checkResults: checked })
  await check('Check the file')
  const refused = Promise.withResolvers<never>()
  api.answer({ importResults: () => refused.promise })
  await click('Store 2 results')
  await fill('Maximum score (optional)', '50')
  refused.reject(refuse('count_differs', { data: checked }))
  await findToast(/^What you left before it was done is not confirmed/)
  expectNone()
})

test('the list of applications has those who reach a cut-off, and says when they are selected no more', async () => {
  api.answer({
    countCutOff: cutOff,
    selectByScore: { id: row.id, count: 310, expiresAt: row.enteredAt },
    staffSelection: refuse('selection_expired'),
    staffApplications: { rows: [], next: null, count: { value: 0, more: false } },
    staffStages: { stages: [] },
    staffPosts: { posts: [] },
  })
  const page = await visit('/results/cut-off')
  await click('Count')
  await click('List of applications')
  await waitFor(() => expect(page.path()).toBe(`/applications?selection=${row.id}`))
  await screen.findByRole('button', { name: 'Remove the filter Your selection' })
  await waitFor(() => expect(api.requests('staffApplications').at(-1)?.query).toMatchObject({ selection: row.id }))
  await screen.findByText('This selection has expired. Make it again from the list.')
})

test("the list of applications says that a selection is deleted or a colleague's", async () => {
  api.answer({
    staffSelection: refuse('not_found'),
    staffApplications: { rows: [], next: null, count: { value: 0, more: false } },
    staffStages: { stages: [] },
    staffPosts: { posts: [] },
  })
  await visit(`/applications?selection=${row.id}`)
  await screen.findByText('It has been deleted, or is a colleague’s.')
})

test('where the person has no exercise nothing is counted', async () => {
  api.signInAs({ roles: ['exam'], exercises: [] })
  await visit('/results/cut-off')
  await click('Count')
  expect(api.requests('countCutOff')).toEqual([])
  expect(screen.queryByText(/^(Counting…|The results could not be counted)$/)).toBeNull()
})

test('who does not import results is not offered to', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffResults: { rows: [], next: null, count: { value: 0, more: false } } })
  await visit('/results')
  await screen.findByText(/^There is no result yet/)
  expect(screen.queryByRole('link', { name: 'Import results' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Cut-off' })).toBeDefined()
})

test('a refusal leaves what was checked; a file without good lines stores nothing, one without errors lists none', async () => {
  api.answer({ checkResults: { ...checked, moreErrors: true }, importResults: refuse('unavailable') })
  await visit('/results/import')
  choose('')
  await click('Check the file')
  await screen.findByText('Choose a file that is not empty.')
  choose('Reg No,Total')
  await click('Check the file')
  await screen.findByText('The first 1 error:')
  expect(screen.getByText(/^Lines with an error are left out/)).toBeDefined()
  await click('Store 2 results')
  await screen.findByText('The service is busy or being restored. Please try again in a moment.')
  expect(screen.getByRole('button', { name: 'Store 2 results' })).toBeDefined()
  api.answer({ checkResults: { ...checked, good: 0 } })
  await click('Check again')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull())
  expect(screen.queryByText(/^Lines with an error are left out/)).toBeNull()
  expect(screen.queryByText(/^The first/)).toBeNull()
  api.answer({ checkResults: { ...checked, errors: [] } })
  await click('Check again')
  await screen.findByRole('button', { name: 'Store 2 results' })
  expect(screen.queryByRole('table', { name: 'Lines with an error' })).toBeNull()
})

test('without results a cut-off says so; where nobody reaches it, nobody can be taken to another page', async () => {
  api.answer({ countCutOff: { ...cutOff, scored: 0, above: 0, byTenth: cutOff.byTenth.map(() => 0) } })
  const page = await visit('/results/cut-off')
  await screen.findByRole('heading', { name: 'No result yet' })
  expect([screen.queryByRole('table'), screen.queryByRole('button', { name: 'List of applications' })]).toEqual([
    null,
    null,
  ])
  page.unmount()
  api.answer({ countCutOff: { ...cutOff, above: 0 } })
  await visit('/results/cut-off')
  await screen.findByText('Nobody reaches it: count with a lower score.')
  expect(screen.queryByRole('button', { name: 'List of applications' })).toBeNull()
  expect(screen.getByRole('table', { name: 'By post' })).toBeDefined()
})

test.each([
  ['exam', false, ['List of applications', 'Give seats', 'Make a publication']],
  ['exam', true, ['List of applications']],
  ['auditor', false, ['List of applications']],
] as const)(
  'the role %s takes those above a cut-off, of an archived exercise: %s, to: %j',
  async (role, isArchived, offered) => {
    api.signInAs({ roles: [role], exercises: [{ year: 2024, title: 'Recruitment', isCurrent: true, isArchived }] })
    api.answer({ countCutOff: cutOff })
    await visit('/results/cut-off')
    expect(screen.queryByRole('table')).toBeNull()
    await click('Count')
    await screen.findByRole('table', { name: 'By post' })
    const all = ['List of applications', 'Give seats', 'Make a publication']
    expect(all.filter((name) => screen.queryByRole('button', { name }))).toEqual(offered)
  },
)
