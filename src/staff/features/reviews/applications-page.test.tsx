// The list of applications: filtered by the posts of now, divided among reviewers, and made a publication of.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { buildApplicationRow } from '#tests/support/fixtures/staff-replies.ts'
import { refuse, type StaffData } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  fill,
  findDialog,
  findToast,
  hitEscape,
  setUpStaffApi,
  signInAgain,
  user,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const applications = {
  rows: [buildApplicationRow(), buildApplicationRow({ number: 'APP-2' })],
  next: null,
  count: { value: 2, more: false },
}
const selection = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c50',
  count: 2,
  expiresAt: '2024-03-05T09:00:00.000Z',
}
const musa = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c51',
  name: 'Musa Danladi',
  email: 'musa@example.org',
  roles: ['reviewer' as const],
  waiting: 0,
}
const amina = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c52',
  name: 'Amina Bello',
  email: 'amina@example.org',
  roles: ['reviewer' as const],
  waiting: 1_200,
}

beforeEach(() => {
  api.signInAs({ roles: ['registry'] })
  api.answer({
    staffApplications: applications,
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
    createSelection: selection,
    assignableStaff: { rows: [musa, amina] },
  })
})

async function visitList(query = '') {
  const page = await visit(`/applications${query}`)
  await screen.findByRole('table')
  return page
}
const choose = (number: string) => user.click(screen.getByRole('checkbox', { name: `Choose ${number}` }))
const frozen = (filter: object) => [{ body: { of: 'applications', filter: { exercise: 2024, ...filter } } }]

test('a list is filtered by the posts that the exercise has now; a filter by a former one keeps its name', async () => {
  const posts = [
    { school: 'Health Sciences', department: null, role: 'Tutor', closed: false },
    { school: 'Technology', department: 'Computer Science', role: 'Lecturer II', closed: false },
  ]
  api.answer({ staffPosts: { posts } })
  const page = await visitList('?school=Management')
  expect(screen.getByRole('button', { name: 'Remove the filter School: Management' })).toBeDefined()
  await click('Filters (1)')
  const school = within(await screen.findByRole('group', { name: 'School' }))
  const boxes = school.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ value, checked }) => [value, checked])).toEqual([
    ['Health Sciences', false],
    ['Technology', false],
    ['Management', true],
  ])
  await user.click(school.getByLabelText('Management'))
  await user.click(school.getByLabelText('Health Sciences'))
  await click('Apply filters')
  await waitFor(() => expect(page.path()).toBe('/applications?school=Health+Sciences'))
})

test('what the list shows is divided among reviewers, and what became of it is said', async () => {
  await visitList('?school=Technology&sort=name')
  await click('Assign this list')
  const dialog = await findDialog('Assign to reviewers')
  await dialog.findByText(/^2 applications are in the list\. They are divided evenly\./)
  await comeBackLater()
  expect(api.requests('createSelection')).toEqual(frozen({ school: 'Technology' }))
  api.answer({ assignApplications: { assigned: 0, recused: 0, skipped: 0, people: [] } })
  await click('Assign', dialog)
  await dialog.findByText('Choose at least one person.')
  await user.click(dialog.getByLabelText('Amina Bello (1,200 waiting)'))
  await user.click(dialog.getByLabelText(/^At random/))
  const readOld = watchOldData()
  api.answer({
    // Afterwards they cannot be read again.
    assignableStaff: refuse('unavailable'),
    assignApplications: { assigned: 2, recused: 1, skipped: 3, people: [{ id: amina.id, name: amina.name, count: 2 }] },
  })
  const countReads = () => [api.requests('staffApplications').length, api.requests('assignableStaff').length]
  const [lists = 0, people = 0] = countReads()
  await click('Assign', dialog)
  await dialog.findByText('2 assigned. Amina Bello: 2.')
  // Both have changed with it.
  await waitFor(() => expect(countReads()).toEqual([lists + 1, people + 1]))
  expect(dialog.getByText('Somebody who has left the case was passed over once.')).toBeDefined()
  expect(dialog.getByText("3 stay as they are: decided, or not within these people's roles.")).toBeDefined()
  expect(readOld()).toEqual(['applications', 'counts', 'assignable-staff'])
  expect(api.requests('assignApplications').at(-1)).toEqual({
    body: { selection: selection.id, to: [amina.id], how: 'random' },
  })
  await click('Close', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [
    'of now',
    false,
    ['Assign this list', 'Publish this list'],
    ['Assign', 'Publish', 'Record an outcome', 'Export the chosen'],
  ],
  ['that is archived', true, [], ['Export the chosen']],
] as const)('of an exercise %s (%s) only what is possible is offered', async (_, isArchived, ofList, ofChosen) => {
  const exercises = [{ year: 2024, title: 'Recruitment', isCurrent: true, isArchived }]
  api.signInAs({ roles: ['registry', 'reviewer'], exercises })
  await visitList()
  // It has no selection.
  expect(screen.queryByText('Your selection could not be read')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Review one after the other' }) === null).toBe(isArchived)
  await choose('APP-1')
  const find = (name: string) => screen.queryByRole('button', { name })
  expect(['Assign this list', 'Publish this list'].filter(find)).toEqual(ofList)
  expect(['Assign', 'Publish', 'Record an outcome', 'Export the chosen'].filter(find)).toEqual(ofChosen)
})

test('who cancels an assignment that was sent is told that it may be done', async () => {
  const assigning = Promise.withResolvers<StaffData<'assignApplications'>>()
  api.answer({ assignApplications: () => assigning.promise })
  await visitList()
  await click('Assign this list')
  const dialog = await findDialog('Assign to reviewers')
  await user.click(await dialog.findByLabelText('Musa Danladi (0 waiting)'))
  await click('Assign', dialog)
  await hitEscape()
  await findToast('It was sent before you cancelled, and may be done all the same.')
  expect(screen.queryByRole('dialog')).toBeNull()
  assigning.resolve({ assigned: 2, recused: 0, skipped: 0, people: [] })
})

test('an assignment that is refused says why and keeps who was chosen', async () => {
  api.answer({ assignApplications: refuse('assignment_too_large') })
  await visitList()
  await click('Assign this list')
  const dialog = await findDialog('Assign to reviewers')
  await user.click(await dialog.findByLabelText('Musa Danladi (0 waiting)'))
  await click('Assign', dialog)
  await dialog.findByText(/^At most 20,000 applications are assigned at once\./)
  expect(dialog.getByLabelText<HTMLInputElement>('Musa Danladi (0 waiting)').checked).toBe(true)
  expect(api.requests('assignApplications')).toMatchObject([{ body: { how: 'even' } }])
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who signs in again assigns those that were selected before, to whom was chosen', async () => {
  api.answer({ assignApplications: refuse('not_logged_in') })
  await visitList()
  await click('Assign this list')
  const dialog = await findDialog('Assign to reviewers')
  await user.click(await dialog.findByLabelText('Musa Danladi (0 waiting)'))
  await click('Assign', dialog)
  await signInAgain(api, { roles: ['registry'] })
  api.answer({ assignApplications: { assigned: 2, recused: 0, skipped: 0, people: [] } })
  await click('Assign', await findDialog('Assign to reviewers'))
  await screen.findByText(/^2 assigned\./)
  expect(api.requests('createSelection')).toHaveLength(1)
  const body = { selection: selection.id, to: [musa.id], how: 'even' }
  expect(api.requests('assignApplications').at(-1)).toEqual({ body })
})

test('where nobody reviews, or nothing can be selected, nothing can be assigned', async () => {
  api.answer({ assignableStaff: { rows: [] } })
  await visitList()
  await click('Assign this list')
  const dialog = await findDialog('Assign to reviewers')
  await dialog.findByText(/^Nobody reviews in this exercise yet\./)
  expect(dialog.queryByRole('button', { name: 'Assign' })).toBeNull()
  await hitEscape()
  api.answer({ createSelection: refuse('selection_empty') })
  await click('Assign this list')
  await screen.findByText('No application matches, so there is nothing to select.')
})

test('exactly those that were chosen are assigned, and a list that changed meanwhile is said', async () => {
  api.answer({ createSelection: { ...selection, count: 1 } })
  await visitList('?school=Technology')
  await choose('APP-1')
  await choose('APP-2')
  await click('Assign')
  const dialog = await findDialog('Assign to reviewers')
  await dialog.findByText('2 were chosen. 1 matches now: only this one is concerned.')
  expect(dialog.getByText(/^1 application is chosen\. Nobody gets a case/)).toBeDefined()
  expect(api.requests('createSelection')).toEqual(frozen({ numbers: ['APP-1', 'APP-2'] }))
  await user.click(dialog.getByLabelText('Musa Danladi (0 waiting)'))
  const person = { id: musa.id, name: musa.name, count: 1 }
  api.answer({
    assignApplications: { assigned: 1, recused: 0, skipped: 0, people: [person] },
    // By its filter the list shows them no more.
    staffApplications: { rows: [], next: null, count: { value: 0, more: false } },
  })
  await click('Assign', dialog)
  await screen.findByText('0 applications')
  await click('Close', await findDialog('Assign to reviewers'))
  expect(screen.queryByRole('checkbox', { name: /^Choose/ })).toBeNull()
  await click('Clear selection')
  expect(screen.queryByRole('region', { name: 'Chosen applications' })).toBeNull()
})

test('what the list shows becomes a publication', async () => {
  api.answer({
    staffSelection: { ...selection, of: 'applications', exercise: 2024, filter: {}, madeAt: selection.expiresAt },
  })
  const page = await visitList('?decided=shortlisted')
  await click('Publish this list')
  await screen.findByText('2 applications chosen')
  expect(page.path()).toBe(`/publications/new?selection=${selection.id}`)
  expect(api.requests('createSelection')).toEqual(frozen({ decided: 'shortlisted' }))
})

test('those that were chosen become a publication, which compares their number', async () => {
  api.answer({
    staffSelection: { ...selection, of: 'applications', exercise: 2024, filter: {}, madeAt: selection.expiresAt },
  })
  const page = await visitList()
  await choose('APP-2')
  await click('Publish')
  await screen.findByText('1 was chosen. 2 match now: only these are concerned.')
  expect(page.path()).toBe(`/publications/new?selection=${selection.id}&chosen=1`)
})

test('a number that the list has not counted to its end is not compared', async () => {
  api.answer({
    staffApplications: { ...applications, next: 'more', count: { value: 1_000, more: true } },
    staffSelection: { ...selection, of: 'applications', exercise: 2024, filter: {}, madeAt: selection.expiresAt },
  })
  const page = await visitList()
  await user.click(screen.getByRole('checkbox', { name: 'Choose all 2 on this page' }))
  await click(/^Choose all .* that the list shows$/)
  await click('Publish')
  await screen.findByText('2 applications chosen')
  expect(page.path()).toBe(`/publications/new?selection=${selection.id}`)
})

test('a list of which nothing can be published says why', async () => {
  api.answer({ createSelection: refuse('selection_too_large') })
  await visitList()
  await click('Publish this list')
  await screen.findByText('More than 100,000 applications match. Narrow the list down.')
})

test('those that were chosen are exported, and one that cannot be selected says why', async () => {
  await visitList()
  await choose('APP-1')
  const choosing = Promise.withResolvers<typeof selection>()
  api.answer({ createSelection: () => choosing.promise })
  await click('Export the chosen')
  await screen.findByText('Counting the applications…')
  choosing.resolve(selection)
  await waitFor(() => expect(screen.queryByText('Counting the applications…')).toBeNull())
  const dialog = await findDialog('Export applications')
  expect(api.requests('createSelection')).toEqual(frozen({ numbers: ['APP-1'] }))
  // The columns of one part leave those of the others.
  await click('Choose all: Columns', dialog)
  await click('Choose none: Columns', dialog)
  await user.click(dialog.getByLabelText('Name'))
  await click('Choose all: Facts', dialog)
  await click('Choose none: Facts', dialog)
  await fill('Reason', 'For the meeting of the panel.', dialog)
  api.answer({ makeExport: { id: musa.id }, staffExports: { rows: [], next: null } })
  await click('Export', dialog)
  await findToast('The file is being made.')
  expect(api.requests('makeExport')).toMatchObject([{ body: { selection: selection.id, columns: ['name'] } }])
  cleanup()
  await visitList()
  api.answer({ createSelection: refuse('selection_empty') })
  await choose('APP-2')
  await click('Export the chosen')
  await screen.findByText('No application matches, so there is nothing to select.')
})

test.each([
  ['registry', ['Assign this list', 'Publish this list']],
  ['chair', ['Review one after the other', 'Assign this list']],
  ['reviewer', ['Review one after the other']],
  ['auditor', []],
] as const)('the role %s is offered for the list: %j', async (role, offered) => {
  api.signInAs({ roles: [role] })
  await visitList()
  const all = ['Review one after the other', 'Assign this list', 'Publish this list']
  const find = (name: string) => screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name })
  expect(all.filter(find)).toEqual(offered)
})

const chosenActions = ['Assign', 'Publish', 'Give seats', 'Record an outcome', 'Confirm outcomes', 'Export the chosen']
test.each<[StaffRole, string[]]>([
  ['registry', ['Assign', 'Publish', 'Record an outcome', 'Confirm outcomes', 'Export the chosen']],
  ['chair', ['Assign', 'Record an outcome', 'Confirm outcomes', 'Export the chosen']],
  // Whose exports are of seats, not of what was submitted.
  ['exam', ['Publish', 'Give seats']],
  ['dpo', ['Export the chosen']],
])('the role %s is offered for chosen applications: %j', async (role, offered) => {
  api.signInAs({ roles: [role] })
  await visitList()
  await choose('APP-1')
  await screen.findByRole('button', { name: offered[0] ?? '' })
  // A phone has room for three.
  expect(screen.queryByRole('button', { name: 'More actions' }) !== null).toBe(offered.length > 3)
  expect(chosenActions.filter((name) => screen.queryByRole('button', { name }))).toEqual(offered)
})

test.each(['reviewer', 'auditor'] as const)('the role %s chooses no rows', async (role) => {
  api.signInAs({ roles: [role] })
  await visitList()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('all but some of what the list shows are frozen with its filter', async () => {
  api.answer({ staffApplications: { ...applications, next: 'more', count: { value: 70, more: false } } })
  await visitList('?school=Technology&sort=name')
  await user.click(screen.getByRole('checkbox', { name: 'Choose all 2 on this page' }))
  await click('Choose all 70 that the list shows')
  await click('Export the chosen')
  await waitFor(() => expect(api.requests('createSelection')).toEqual(frozen({ school: 'Technology' })))
  await hitEscape()
  await choose('APP-2')
  await click('Export the chosen')
  await waitFor(() =>
    expect(api.requests('createSelection').slice(1)).toEqual(frozen({ school: 'Technology', except: ['APP-2'] })),
  )
})

test.each([
  [{ recused: 2, skipped: 0 }, ['Somebody who has left the case was passed over 2 times.']],
  [{ recused: 0, skipped: 1 }, ["1 stays as it is: decided, or not within these people's roles."]],
])('an assignment with %j says it, and nothing else', async (counts, said) => {
  api.answer({ assignApplications: { assigned: 1, people: [{ id: musa.id, name: musa.name, count: 1 }], ...counts } })
  await visitList()
  await click('Assign this list')
  const dialog = await findDialog('Assign to reviewers')
  await user.click(await dialog.findByLabelText('Musa Danladi (0 waiting)'))
  await click('Assign', dialog)
  const status = await dialog.findByRole('status')
  expect([...status.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    '1 assigned. Musa Danladi: 1.',
    ...said,
  ])
})

test('colleagues who cannot be read are said; with one reviewer nothing is divided by chance', async () => {
  api.answer({ assignableStaff: refuse('unavailable') })
  await visitList()
  await click('Assign this list')
  let dialog = await findDialog('Assign to reviewers')
  await dialog.findByText('The service is busy or being restored. Please try again in a moment.')
  await click('Close', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  api.answer({ assignableStaff: { rows: [musa] } })
  await click('Assign this list')
  dialog = await findDialog('Assign to reviewers')
  await dialog.findByLabelText('Musa Danladi (0 waiting)')
  expect(dialog.queryByLabelText(/^At random/)).toBeNull()
  await click('Cancel', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [1_001, false],
  [1_000, false],
  [999, true],
])('of 1,000 or more that were chosen %i are frozen: a notice stands there: %s', async (count, isSaid) => {
  api.answer({
    staffApplications: { ...applications, next: 'more', count: { value: 1_000, more: true } },
    createSelection: { ...selection, count },
  })
  await visitList()
  await user.click(screen.getByRole('checkbox', { name: 'Choose all 2 on this page' }))
  await click(/^Choose all .* that the list shows$/)
  await click('Assign')
  const dialog = await findDialog('Assign to reviewers')
  await dialog.findByLabelText('Musa Danladi (0 waiting)')
  expect(dialog.queryByText('The list has changed meanwhile') !== null).toBe(isSaid)
})

test('what is decided and published of an application is shown, and nothing where there is nothing', async () => {
  const row = buildApplicationRow({ stage: 'shortlisted', decided: 'shortlisted' })
  const published = buildApplicationRow({ number: 'APP-9', stage: 'shortlisted', published: 'verified' })
  api.answer({ staffApplications: { ...applications, rows: [row, published] } })
  await visitList()
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const readRow = (number: string) => {
    const cells = [...(screen.getByRole('link', { name: number }).closest('tr')?.cells ?? [])]
    return Object.fromEntries(headings.map((heading, at) => [heading, cells[at]?.textContent]))
  }
  expect(readRow(row.number)).toMatchObject({ Decided: 'Shortlisted', Published: '' })
  expect(readRow('APP-9')).toMatchObject({ Decided: '', Published: 'Shortlisted' })
})
