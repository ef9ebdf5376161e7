// What all lists have in common: search, filters, columns, views, order, pages, keys, chosen rows; and what is written to
// chosen applicants.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  buildApplicantRow,
  buildApplicationRow,
  buildMailing,
  buildMe,
  buildPerson,
} from '#tests/support/fixtures/staff-replies.ts'
import { refuse, type StaffData } from '#tests/support/ui/scripted-staff-api.ts'
import {
  afterFreshSignIn,
  busyServer,
  click,
  comeBackLater,
  confirmWithCode,
  fill,
  findDialog,
  findToast,
  hitEscape,
  setUpStaffApi,
  signInAgain,
  user,
  visit,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const getId = (n: number) => `6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c${String(n).padStart(2, '0')}`
const getUserId = (n: number) => `RE24-0000${n}`
const names = ['Amina Bello', 'Chidi Okafor', 'Musa Danladi', 'Zainab Lawal']
const people = {
  rows: names.map((name, n) => buildPerson({ id: getId(n), name })),
  next: null,
  count: { value: 4, more: false },
}
const applicants = {
  rows: names.map((name, n) => buildApplicantRow({ userId: getUserId(n), name })),
  next: null,
  count: { value: 4, more: false },
}

beforeEach(() => {
  api.signInAs({ roles: ['admin'] })
  api.answer({
    staffPeople: people,
    staffApplicants: applicants,
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
  })
})

async function visitPeople(query = '') {
  const page = await visit(`/people${query}`)
  await screen.findByRole('table')
  return page
}

async function visitApplicants(query = '', me: Parameters<typeof api.signInAs>[0] = {}) {
  api.signInAs({ roles: ['registry'], ...me })
  const page = await visit(`/applicants${query}`)
  await screen.findByRole('table')
  return page
}

const getLastQuery = () => api.requests('staffPeople').at(-1)?.query

test('a search begins at the first page, keeps the order, and stands in the address', async () => {
  const page = await visitPeople(`?status=active&sort=-added&after=${getId(3)}`)
  await fill('Find', ' bello ')
  await click('Find')
  await waitFor(() => expect(page.path()).toBe('/people?status=active&sort=-added&q=bello'))
  await waitFor(() => expect(getLastQuery()).toEqual({ status: 'active', sort: '-added', q: 'bello' }))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' }).maxLength).toBe(200)
})

test('a filter without a value in an address is none, and a page without one is the first', async () => {
  await visitPeople('?status=&q=&after=')
  expect(getLastQuery()).toBeUndefined()
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
})

test('filters are applied together, named above the rows, and removed one by one', async () => {
  const page = await visitPeople()
  expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull()
  const readToggle = () => screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')
  expect(readToggle()).toBe('false')
  await click('Filters')
  expect(readToggle()).toBe('true')
  const opened = screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-controls')
  expect(screen.getByRole('form', { name: 'Filters' }).parentElement?.id).toBe(opened)
  const filters = within(screen.getByRole('form', { name: 'Filters' }))
  expect(filters.getByLabelText('Status: Any').textContent).toBe('Any')
  expect(filters.queryByLabelText('Name')).toBeNull()
  // More than a few are a drop-down.
  expect(filters.getByLabelText('Roles').tagName).toBe('SELECT')
  await user.click(filters.getByLabelText('Suspended'))
  await user.click(filters.getByLabelText('Has left'))
  await user.click(filters.getByLabelText('Active'))
  await user.click(filters.getByLabelText('Active'))
  expect(filters.getByLabelText('Status: Suspended or Has left').textContent).toBe('Suspended or Has left')
  await user.selectOptions(filters.getByLabelText('Waits for approval'), 'Yes')
  await click('Apply filters', filters)
  await waitFor(() => expect(getLastQuery()).toEqual({ status: 'suspended|left', waiting: 'yes' }))
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeDefined()
  await click('Remove the filter Status: Suspended or Has left')
  await waitFor(() => expect(page.path()).toBe('/people?waiting=yes'))
  await screen.findByLabelText('Status: Any')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(page.path()).toBe('/people'))
})

test('filters that are being chosen stay while the list is searched and sorted, and are applied besides', async () => {
  await visitPeople()
  await click('Filters')
  await user.click(screen.getByLabelText('Suspended'))
  await user.selectOptions(screen.getByLabelText('Waits for approval'), 'Yes')
  await fill('Find', 'bello')
  await click('Find')
  await waitFor(() => expect(getLastQuery()).toEqual({ q: 'bello' }))
  await click('Added')
  await waitFor(() => expect(getLastQuery()).toEqual({ q: 'bello', sort: '-added' }))
  await click('Apply filters')
  await waitFor(() =>
    expect(getLastQuery()).toEqual({ q: 'bello', sort: '-added', status: 'suspended', waiting: 'yes' }),
  )
})

test('filters that were chosen and not applied are cleared as well', async () => {
  await visitPeople()
  await click('Filters')
  await user.click(screen.getByLabelText('Suspended'))
  await user.selectOptions(screen.getByLabelText('Waits for approval'), 'Yes')
  await click('Clear filters')
  expect(screen.getByLabelText('Status: Any')).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Waits for approval').value).toBe('')
})

test('of the marks that a row can have a filter takes one, also of a few', async () => {
  await visitApplicants()
  await click('Filters')
  const filters = within(screen.getByRole('form', { name: 'Filters' }))
  expect(filters.getByLabelText('Flags').tagName).toBe('SELECT')
  expect(filters.getByLabelText('Stage: Any').tagName).toBe('SUMMARY')
})

test('the filters of an address are filled in, each in the control of its column', async () => {
  const set = {
    userId: 'RE24',
    identified: 'yes',
    flags: 'complaint',
    submittedFrom: '2024-03-01',
    submittedTo: '2024-03-02',
  }
  await visitApplicants(`?${new URLSearchParams(set)}`)
  await click('Filters (5)')
  const filters = within(screen.getByRole('form', { name: 'Filters' }))
  const days = within(filters.getByRole('group', { name: 'Submitted' }))
  const read = (label: string, of = filters) => {
    const { value, type } = of.getByLabelText<HTMLInputElement>(label, {
      selector: 'input:not([type=checkbox]), select',
    })
    return [value, type]
  }
  expect([read('User ID'), read('NIN verified'), read('Flags'), read('From', days), read('To', days)]).toEqual([
    ['RE24', 'text'],
    ['yes', 'select-one'],
    ['complaint', 'select-one'],
    ['2024-03-01', 'date'],
    ['2024-03-02', 'date'],
  ])
})

test.each([
  ['the posts of the exercise could not be loaded', {}],
  ['there is no exercise', { exercises: [] }],
])('what is filtered by post is typed where %s', async (_, me) => {
  api.answer({ staffPosts: refuse('unexpected') })
  await visitApplicants('?school=Technology', me)
  await click('Filters (1)')
  const filters = within(screen.getByRole('form', { name: 'Filters' }))
  expect(filters.getByRole<HTMLInputElement>('textbox', { name: 'School' }).value).toBe('Technology')
})

test('what a list is filtered by stays a choice that nobody is offered any more', async () => {
  await visitApplicants('?role=Reader')
  await click('Filters (1)')
  const filters = within(screen.getByRole('form', { name: 'Filters' }))
  expect(filters.getByLabelText<HTMLInputElement>('Reader').checked).toBe(true)
})

test('an order is chosen by the head of a column, and turned around', async () => {
  const page = await visitPeople(`?after=${getId(3)}`)
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByRole('columnheader', { name: 'Added' }).getAttribute('aria-sort')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(page.path()).toBe('/people?sort=-name'))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending'),
  )
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(page.path()).toBe('/people?sort=name'))
})

test('who sorts, searches, filters and turns pages by keys goes on where they were', async () => {
  api.answer({ staffPeople: ({ query }) => ({ ...people, next: query.after ? null : getId(9) }) })
  const page = await visitPeople('?status=active&q=musa')
  const choose = async (name: string, path: string) => {
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(page.path()).toBe(path))
    await screen.findByText('4 staff members')
    return document.activeElement
  }
  const find = screen.getByLabelText<HTMLInputElement>('Find')
  find.focus()
  await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}bello{Enter}')
  await waitFor(() => expect(page.path()).toBe('/people?status=active&q=bello'))
  await screen.findByText('4 staff members')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'staff members' }))
  await user.keyboard('j')
  expect([find.value, document.querySelector('[data-current]')?.getAttribute('data-row')]).toEqual(['bello', '0'])
  const heading = await choose('Name', '/people?status=active&q=bello&sort=-name')
  expect(heading).toBe(screen.getByRole('button', { name: 'Name' }))
  expect(await choose('Remove the filter Status: Active', '/people?q=bello&sort=-name')).toBe(
    screen.getByRole('button', { name: 'Filters' }),
  )
  await click('Filters')
  await user.click(screen.getByLabelText('Suspended'))
  expect(await choose('Apply filters', '/people?q=bello&sort=-name&status=suspended')).toBe(
    screen.getByRole('button', { name: 'Apply filters' }),
  )
  screen.getByLabelText('Invited').focus()
  await user.keyboard(' {Enter}')
  await waitFor(() => expect(page.path()).toBe('/people?q=bello&sort=-name&status=invited%7Csuspended'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apply filters' }))
  expect(await choose('Clear filters', '/people?q=bello&sort=-name')).toBe(
    screen.getByRole('button', { name: 'Clear filters' }),
  )
  const rows = await choose('Next', `/people?q=bello&sort=-name&after=${getId(9)}`)
  expect([rows, screen.queryByRole('button', { name: 'Next' })]).toEqual([
    screen.getByRole('region', { name: 'staff members' }),
    null,
  ])
})

test('that another page is loaded, and how many rows there are, is said where it always is', async () => {
  const second = Promise.withResolvers<StaffData<'staffPeople'>>()
  api.answer({ staffPeople: ({ query }) => (query.sort ? second.promise : people) })
  await visitPeople()
  const said = screen.getByText('4 staff members')
  await click('Name')
  expect([said.isConnected, said.role, said.textContent]).toEqual([true, 'status', 'Loading staff members…'])
  expect(screen.queryByText('The staff members could not be loaded')).toBeNull()
  second.resolve({ ...people, count: { value: 3, more: false } })
  await waitFor(() => expect([said.isConnected, said.textContent]).toEqual([true, '3 staff members']))
})

test('what a search by name finds has an order of its own, so no head of a column offers another', async () => {
  await visitApplicants()
  const find = (name: string) => screen.getByRole('columnheader', { name })
  expect(within(find('Name')).queryByRole('button')).not.toBeNull()
  expect(within(find('User ID')).queryByRole('button')).toBeNull()
  cleanup()
  await visitApplicants('?q=bello&sort=name')
  expect([within(find('Name')).queryByRole('button'), find('Name').getAttribute('aria-sort')]).toEqual([null, null])
  cleanup()
  // Other lists are searched in the order that was chosen.
  api.signInAs({ roles: ['admin'] })
  await visitPeople('?q=musa')
  expect(within(find('Name')).queryByRole('button')).not.toBeNull()
})

test('an order that leaves rows out says so, and is given up like a filter and by a search', async () => {
  const page = await visitApplicants()
  await click('Submitted')
  await click('Remove the filter Only those who have submitted')
  await waitFor(() => expect(page.path()).toBe('/applicants'))
  await click('Submitted')
  await screen.findByRole('button', { name: 'Remove the filter Only those who have submitted' })
  await fill('Find', getUserId(1))
  await click('Find')
  await waitFor(() => expect(page.path()).toBe(`/applicants?q=${getUserId(1)}`))
  page.unmount()
  // The filter says so already.
  await visitApplicants('?sort=submitted&submittedFrom=2024-03-01')
  expect(screen.queryByText(/^Only those/)).toBeNull()
})

test('a list without rows says how they come, and with a filter that nothing fits', async () => {
  api.answer({ staffPeople: { rows: [], next: null, count: { value: 0, more: false } } })
  const page = await visit('/people')
  await screen.findByText('Nobody has been invited yet.')
  expect(screen.getByRole('status').textContent).toBe('0 staff members')
  page.unmount()
  await visit('/people?q=nobody')
  await screen.findByText('Nothing fits this search. Remove a filter, or search for less.')
  cleanup()
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffApplicants: { rows: [], next: null, count: { value: 0, more: false } } })
  await visit('/applicants?q=nobody')
  await screen.findByText('Nothing fits this search. Remove a filter, or search for less.')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a further page whose rows have gone since is not taken for a list without rows', async () => {
  const left: StaffData<'staffPeople'> = { rows: [], next: null, count: { value: 50, more: false } }
  api.answer({ staffPeople: ({ query }) => (query.after ? left : people) })
  for (const filter of ['', 'status=active&']) {
    const page = await visit(`/people?${filter}after=${getId(9)}`)
    await screen.findByText('There are no further staff members.')
    expect(screen.queryByText(/^Nothing fits|^Nobody has been invited/)).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('50 staff members')
    await click('Previous')
    await screen.findByRole('table')
    page.unmount()
  }
})

test.each([
  [{ value: 1, more: false }, '1 staff member'],
  [{ value: 10_000, more: true }, '10,000+ staff members'],
])('a list of %j says: %s', async (count, text) => {
  api.answer({ staffPeople: { ...people, count } })
  await visitPeople()
  expect(screen.getByText(text)).toBeDefined()
})

test('a page that is no longer known leads to the first one', async () => {
  api.answer({ staffPeople: ({ query }) => (query.after ? refuse('cursor_invalid') : people) })
  const page = await visit(`/people?status=active&after=${getId(9)}`)
  await screen.findByText(/^This page of the list is no longer known. Begin with the first one./)
  await click('Previous')
  await screen.findByRole('table')
  expect(page.path()).toBe('/people?status=active')
})

test('a list that could not be loaded keeps its filters, and is tried again', async () => {
  api.answer({ staffPeople: refuse('unexpected') })
  const page = await visit('/people?status=active')
  await screen.findByText('The staff members could not be loaded')
  api.answer({ staffPeople: people })
  await click('Try again')
  await screen.findByRole('table')
  expect(page.path()).toBe('/people?status=active')
  expect(screen.getByRole('button', { name: 'Remove the filter Status: Active' })).toBeDefined()
  // What was read stays, and is not taken for the newest when it cannot be read again.
  expect(screen.queryByText('This could not be updated')).toBeNull()
  api.answer({ staffPeople: refuse('unavailable') })
  await comeBackLater()
  await screen.findByText('This could not be updated')
  expect(screen.getByRole('table')).toBeDefined()
  api.answer({ staffPeople: people })
  await click('Try again')
  await waitFor(() => expect(screen.queryByText('This could not be updated')).toBeNull())
})

test('columns are chosen for this person on this device; the one with the link stays', async () => {
  const page = await visitPeople()
  await click('Columns')
  const dialog = await findDialog('Columns')
  expect(dialog.queryByLabelText('Name')).toBeNull()
  await user.click(dialog.getByLabelText('Email'))
  await click('Show these columns', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  const readHeads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(readHeads()).not.toContain('Email')
  expect(readHeads()[0]).toContain('Name')
  page.unmount()
  await visitPeople()
  expect(readHeads()).not.toContain('Email')
})

test('a choice of columns that is cancelled changes nothing', async () => {
  await visitPeople()
  await click('Columns')
  const dialog = await findDialog('Columns')
  await user.click(dialog.getByLabelText('Email'))
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Email' })).toBeDefined()
})

test('on a phone a row has its name, its number and the status that matters; what sorts it is heard, what is empty left out', async () => {
  await visitApplicants()
  const [, row] = screen.getAllByRole('row')
  const cells = within(row as HTMLElement).getAllByRole('cell')
  expect(cells.filter(({ dataset }) => dataset.noWrap).map(({ dataset }) => dataset.label)).toEqual([
    'User ID',
    'Stage',
    'Issued',
    'Submitted',
  ])
  const places = cells
    .filter(({ dataset, textContent }) => dataset.phone && textContent)
    .map(({ dataset, textContent }) => [dataset.phone, textContent])
  expect(places).toEqual([
    ['title', 'Amina Bello'],
    ['fact', 'RE24-00000'],
    ['status', 'Account issued'],
    ['unseen', '4 Mar 2024'],
  ])
  expect(screen.getByRole('link', { name: 'Amina Bello' }).dataset.rowLink).toBe('true')
})

test('a day is short, without its year in the same one, and names its moment on demand', async () => {
  const issued = [`${new Date().getFullYear()}-01-05T09:30:00.000Z`, '2023-03-05T09:30:00.000Z'] as const
  const rows = issued.map((moment, n) => buildApplicantRow({ userId: getUserId(n), issued: moment }))
  api.answer({ staffApplicants: { rows, next: null, count: { value: 2, more: false } } })
  await visitApplicants()
  const day = screen.getByText('5 Jan')
  expect([day.getAttribute('datetime'), day.title]).toEqual([
    issued[0],
    `5 January ${new Date().getFullYear()}, 10:30 am`,
  ])
  expect(screen.getByText('5 Mar 2023').title).toBe('5 March 2023, 10:30 am')
})

test('an applicant whose page the person may not read has no link, and no key opens it', async () => {
  const rows = [true, false].map((opens, n) => buildApplicantRow({ userId: getUserId(n), name: names[n] ?? '', opens }))
  api.answer({ staffApplicants: { rows, next: null, count: { value: 2, more: false } } })
  const page = await visitApplicants()
  expect(names.slice(0, 2).map((name) => screen.queryByRole('link', { name }) !== null)).toEqual([true, false])
  await user.keyboard('jj{Enter}')
  expect(page.path()).toBe('/applicants')
  cleanup()
  // The bursar opens the page of no applicant, whatever a row says.
  api.signInAs({ roles: ['bursar'] })
  const again = await visit('/applicants')
  expect(within(await screen.findByRole('table')).queryByRole('link')).toBeNull()
  await user.keyboard('j{Enter}')
  expect(again.path()).toBe('/applicants')
})

const stages = [
  { stage: 'issued', count: 1_200 },
  { stage: 'entered', count: 0 },
  { stage: 'submitted', count: 4 },
]
const listTotals = () =>
  within(screen.getByRole('navigation', { name: 'Applicants by stage' }))
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])

test('totals by stage stand above a list and filter it; a stage at which nobody is is left out', async () => {
  const counted = Promise.withResolvers<StaffData<'staffStages'>>()
  api.answer({ staffStages: () => counted.promise })
  const page = await visitApplicants()
  expect(listTotals()).toEqual([])
  counted.resolve({ stages })
  await screen.findByRole('link', { name: 'Submitted 4' })
  expect(listTotals()).toEqual([
    ['All 1,204', '/staff/applicants', 'true'],
    ['Account issued 1,200', '/staff/applicants?stage=issued', null],
    ['Submitted 4', '/staff/applicants?stage=submitted', null],
  ])
  await user.click(screen.getByRole('link', { name: 'Submitted 4' }))
  await waitFor(() => expect(page.path()).toBe('/applicants?stage=submitted'))
  await waitFor(() => expect(api.requests('staffApplicants').at(-1)?.query).toMatchObject({ stage: 'submitted' }))
  expect(listTotals().map(([, , current]) => current)).toEqual([null, null, 'true'])
  await fill('Find', 'bello')
  await click('Find')
  await waitFor(() => expect(page.path()).toBe('/applicants?stage=submitted&q=bello'))
  expect(listTotals().map(([, , current]) => current)).toEqual([null, null, null])
  expect(api.requests('staffStages')).toEqual([{ query: { list: 'applicants', exercise: '2024' } }])
})

test('a stage that is filtered by has its total also while nobody is there', async () => {
  api.answer({ staffStages: { stages } })
  await visitApplicants('?stage=entered')
  await screen.findByRole('link', { name: 'Submitted 4' })
  expect(listTotals()[2]?.slice(1)).toEqual(['/staff/applicants?stage=entered', 'true'])
})

test('totals that could not be counted say so beside the list, and are counted again on demand', async () => {
  api.answer({ staffStages: refuse('unexpected') })
  await visitApplicants()
  await screen.findByRole('link', { name: 'Amina Bello' })
  await screen.findByText('The totals could not be counted.')
  api.answer({ staffStages: { stages } })
  await click('Try again')
  await screen.findByRole('link', { name: 'Submitted 4' })
  expect(screen.queryByText('The totals could not be counted.')).toBeNull()
})

const view = { id: getId(50), name: 'Left us', query: { status: 'left', sort: '-added' } }

test('a view is saved without what was searched for, opened with all its filters, and deleted', async () => {
  api.answer({ staffViews: { rows: [] }, saveView: view })
  const page = await visitPeople(`?status=left&sort=-added&q=bello&after=${getId(3)}`)
  await click('Views')
  await findDialog('Saved views')
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  await click('Views')
  const dialog = await findDialog('Saved views')
  await dialog.findByText(/^None yet\./)
  await click('Save', dialog)
  await dialog.findByText('Enter a name.')
  await fill('Save the current filters as', 'Left us', dialog)
  api.answer({ staffViews: { rows: [view] } })
  await click('Save', dialog)
  await dialog.findByText('Saved as Left us.')
  expect(api.requests('saveView').at(-1)).toEqual({ body: { list: 'people', name: 'Left us', query: view.query } })
  await fill('Save the current filters as', '', dialog)
  await click('Save', dialog)
  await dialog.findByText('Enter a name.')
  expect(dialog.queryByText('Saved as Left us.')).toBeNull()
  await click('Close', dialog)
  await user.click(screen.getByRole('button', { name: 'Remove the filter Status: Has left' }))
  await click('Views')
  await click('Left us', await findDialog('Saved views'))
  await waitFor(() => expect(page.path()).toBe('/people?status=left&sort=-added'))
  expect(screen.queryByRole('dialog')).toBeNull()

  api.answer({ deleteView: {} })
  await click('Views')
  const again = await findDialog('Saved views')
  api.answer({ staffViews: { rows: [] } })
  await click('Delete the view Left us', again)
  await again.findByText(/^None yet\./)
  expect(api.requests('deleteView')).toEqual([{ params: { id: view.id } }])
})

test('a view is of whichever exercise is chosen when it is opened', async () => {
  const saved = { ...view, query: { stage: 'issued' } }
  api.answer({ staffViews: { rows: [] }, saveView: saved })
  await visitApplicants('?stage=issued&exercise=2024')
  await click('Views')
  const dialog = await findDialog('Saved views')
  await fill('Save the current filters as', 'Issued', dialog)
  await click('Save', dialog)
  await dialog.findByText(/^Saved as/)
  expect(api.requests('saveView')).toEqual([{ body: { list: 'applicants', name: 'Issued', query: saved.query } }])
})

test('a view that was deleted in another window goes from the list', async () => {
  api.answer({ staffViews: { rows: [view] }, deleteView: refuse('not_found') })
  await visitPeople()
  await click('Views')
  const button = await screen.findByRole('button', { name: 'Delete the view Left us' })
  api.answer({ staffViews: { rows: [] } })
  await user.click(button)
  await screen.findByText(/^None yet\./)
})

test('views that could not be loaded or saved say so', async () => {
  api.answer({ staffViews: refuse('unexpected'), saveView: refuse('too_many_views') })
  await visitPeople()
  await click('Views')
  const dialog = await findDialog('Saved views')
  await dialog.findByText('Your views could not be loaded')
  await fill('Save the current filters as', 'Left us', dialog)
  await click('Save', dialog)
  await dialog.findByText('You have saved as many views of this list as possible. Delete one first.')
  api.answer({ staffViews: { rows: [view] } })
  await click('Try again', dialog)
  await dialog.findByRole('button', { name: 'Left us' })
})

const findMarked = () => document.querySelector('[data-current]')?.textContent ?? ''

test('keys move through the rows, open one, and show what there is', async () => {
  api.answer({ staffPerson: refuse('not_found') })
  const page = await visitPeople()
  await user.keyboard('jj')
  expect(findMarked()).toContain('Chidi Okafor')
  // A screen reader reads the row that has the focus.
  expect(document.activeElement?.textContent).toBe(findMarked())
  await user.keyboard('k')
  expect(findMarked()).toContain('Amina Bello')
  await user.keyboard('kjjjjjjj')
  expect(findMarked()).toContain('Zainab Lawal')
  await user.keyboard('f')
  expect(screen.getByRole('form', { name: 'Filters' })).toBeDefined()
  await user.keyboard('f')
  expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull()
  await user.keyboard('?')
  const help = await findDialog('Keys')
  expect(help.queryByText('Choose the row, or take it out')).toBeNull()
  await hitEscape()
  await user.keyboard('s')
  expect(document.activeElement).toBe(screen.getByLabelText('Find'))
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(page.path()).toBe(`/people/${getId(3)}`))
  page.unmount()
  const again = await visitPeople()
  await user.keyboard('j{Enter}')
  await waitFor(() => expect(again.path()).toBe(`/people/${getId(0)}`))
})

test('the row that the keys have reached is the same one after the list was read again', async () => {
  api.answer({ staffPerson: refuse('not_found') })
  const page = await visitPeople()
  await user.keyboard('j')
  const rows = [buildPerson({ id: getId(8), name: 'Bola Ade' }), ...people.rows]
  api.answer({ staffPeople: { ...people, rows } })
  await comeBackLater()
  await screen.findByText('Bola Ade')
  expect(findMarked()).toContain('Amina Bello')
  api.answer({ staffPeople: { ...people, rows: rows.filter(({ id }) => id !== getId(0)) } })
  await comeBackLater()
  await waitFor(() => expect(screen.queryByText('Amina Bello')).toBeNull())
  expect(findMarked()).toBe('')
  await user.keyboard('{Enter}')
  expect(page.path()).toBe('/people')
  await user.keyboard('jj{Enter}')
  await waitFor(() => expect(page.path()).toBe(`/people/${getId(1)}`))
})

test('keys do nothing while somebody types: neither rows, filters nor pages', async () => {
  api.answer({ staffPeople: { ...people, next: getId(9) } })
  const page = await visitPeople()
  const search = screen.getByLabelText<HTMLInputElement>('Find')
  await user.click(search)
  await user.keyboard('jxskf]?/')
  expect(search.value).toBe('jxskf]?/')
  expect(findMarked()).toBe('')
  expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.path()).toBe('/people')
})

test('keys do nothing in a choice of a filter, behind a dialog, or with a control key', async () => {
  await visitPeople()
  await click('Filters')
  screen.getByLabelText('Waits for approval').focus()
  await user.keyboard('j')
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('{Control>}j{/Control}{Meta>}j{/Meta}{Alt>}j{/Alt}')
  expect(findMarked()).toBe('')
  await click('Columns')
  await user.keyboard('j')
  expect(findMarked()).toBe('')
})

test('Enter on a link or button acts on that, not on the row that the keys have reached', async () => {
  const page = await visitPeople()
  await user.keyboard('j')
  screen.getByRole('button', { name: 'Columns' }).focus()
  await user.keyboard('{Enter}')
  await findDialog('Columns')
  expect(page.path()).toBe('/people')
})

test('Enter on a filter unfolds it, and opens no row that the keys have reached', async () => {
  const page = await visitPeople()
  await user.keyboard('jf')
  screen.getByLabelText('Status: Any').focus()
  expect(document.activeElement?.tagName).toBe('SUMMARY')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(enter)
  expect(enter.defaultPrevented).toBe(false)
  expect(page.path()).toBe('/people')
})

test('keys can be turned off under My account', async () => {
  api.answer({
    staffPasskeys: { passkeys: [], hasPassword: true },
    ownRecoveryCodes: { left: 10 },
    ownStaffSessions: { sessions: [] },
  })
  const account = await visit('/me')
  const keys = screen.getByLabelText<HTMLInputElement>('Use keys in lists and reviews, such as j for the next row')
  expect(keys.checked).toBe(true)
  await user.click(keys)
  expect(keys.checked).toBe(false)
  account.unmount()
  await visitPeople()
  await user.keyboard('jf')
  expect(findMarked()).toBe('')
  expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull()
})

test('pages are turned by buttons and by keys', async () => {
  api.answer({
    staffPeople: ({ query }) => (query.after ? { ...people, next: null } : { ...people, next: getId(9) }),
  })
  const page = await visitPeople()
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
  await user.keyboard('[[')
  expect(page.path()).toBe('/people')
  await click('Next')
  await waitFor(() => expect(page.path()).toBe(`/people?after=${getId(9)}`))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Next' })).toBeNull())
  await user.keyboard('[[')
  await waitFor(() => expect(page.path()).toBe('/people'))
  await screen.findByRole('button', { name: 'Next' })
  await user.keyboard(']')
  await waitFor(() => expect(page.path()).toBe(`/people?after=${getId(9)}`))
  await click('Previous')
  await waitFor(() => expect(page.path()).toBe('/people'))
})

test('of a page whose address was opened by itself, the page before is the first', async () => {
  // Also in a tab in which other pages were open before.
  vi.spyOn(history, 'length', 'get').mockReturnValue(3)
  const page = await visitPeople(`?status=active&after=${getId(9)}`)
  await click('Previous')
  await waitFor(() => expect(page.path()).toBe('/people?status=active'))
})

test('the page before is the one that was left, also far from the first', async () => {
  api.answer({
    staffPeople: ({ query }) => ({ ...people, next: query.after === undefined ? getId(8) : getId(9) }),
  })
  const page = await visitPeople()
  for (const after of [getId(8), getId(9)]) {
    await click('Next')
    await waitFor(() => expect(page.path()).toBe(`/people?after=${after}`))
    await screen.findByRole('table')
  }
  await click('Previous')
  await waitFor(() => expect(page.path()).toBe(`/people?after=${getId(8)}`))
})

const getBox = (n: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Choose ${getUserId(n)}` })
const listChosen = () => {
  const chosen = [0, 1, 2, 3].filter((n) => getBox(n).checked)
  expect([...document.querySelectorAll('[data-chosen]')]).toEqual(chosen.map((n) => getBox(n).closest('tr')))
  return chosen
}
const readChoice = () =>
  within(screen.getByRole('region', { name: 'Chosen applicants' })).getByRole('status').textContent

test('rows are chosen by mouse, a range with Shift, and all of the page at once', async () => {
  await visitApplicants()
  expect(readChoice()).toBe('')
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all 4 on this page' })
  expect(all.indeterminate).toBe(false)
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
  await user.click(getBox(0))
  expect(readChoice()).toBe('1 applicant chosen.')
  await user.keyboard('{Shift>}')
  await user.click(getBox(2))
  await user.keyboard('{/Shift}')
  expect(listChosen()).toEqual([0, 1, 2])
  await user.click(getBox(1))
  expect(listChosen()).toEqual([0, 2])
  expect([all.indeterminate, all.checked]).toEqual([true, false])
  await user.click(getBox(1))
  await user.click(getBox(3))
  expect([all.indeterminate, all.checked]).toEqual([false, true])
  await user.click(all)
  expect([all.indeterminate, all.checked]).toEqual([false, false])
  await user.click(all)
  expect(readChoice()).toBe('4 applicants chosen.')
  expect(screen.queryByRole('button', { name: /that the list shows$/ })).toBeNull()
  await click('Clear selection')
  expect(listChosen()).toEqual([])
})

test('rows are chosen by keys, a range with Shift', async () => {
  await visitApplicants()
  await user.keyboard('xX')
  expect(listChosen()).toEqual([])
  await user.keyboard('jX')
  expect(listChosen()).toEqual([0])
  expect(screen.queryByText(/^At most /)).toBeNull()
  await user.keyboard('jjX')
  expect(listChosen()).toEqual([0, 1, 2])
  await user.keyboard('x')
  expect(listChosen()).toEqual([0, 1])
  await user.keyboard('kxjx')
  expect(listChosen()).toEqual([0, 2])
  // A range is chosen, also one that ends at a row that was.
  await user.keyboard('kkX')
  expect(listChosen()).toEqual([0, 1, 2])
  await user.keyboard('x')
  expect(listChosen()).toEqual([1, 2])
  await user.keyboard('?')
  const help = await findDialog('Keys')
  expect(help.getByText('Choose the row, or take it out')).toBeDefined()
})

test('what is chosen is kept on other pages and while a row is open, and forgotten by signing out', async () => {
  const rows = [buildApplicantRow({ userId: 'RE24-00009', name: 'Uche Eze' })]
  const pages = { more: { ...applicants, rows, next: 'gone' }, gone: { ...applicants, rows: [] } }
  const first = { ...applicants, next: 'more' }
  api.answer({ staffApplicants: ({ query }) => pages[query.after as keyof typeof pages] ?? first })
  await visitApplicants()
  await user.click(getBox(1))
  const elsewhere = '1 applicant chosen, 1 of them not on this page.'
  await click('Next')
  await screen.findByRole('link', { name: 'Uche Eze' })
  expect(readChoice()).toBe(elsewhere)
  await click('Next')
  await screen.findByText('There are no further applicants.')
  expect([readChoice(), screen.queryByRole('checkbox')]).toEqual([elsewhere, null])
  await click('Previous')
  api.answer({ staffApplicant: refuse('not_found') })
  await user.click(await screen.findByRole('link', { name: 'Uche Eze' }))
  await user.click(await screen.findByRole('link', { name: 'Find an applicant' }))
  await screen.findByRole('link', { name: 'Chidi Okafor' })
  expect(listChosen()).toEqual([1])

  api.answer({ signOut: {} })
  await click('Sign out')
  api.answer({
    signIn: { step: 'second', methods: ['totp'], attempt: 'attempt-1' },
    signInSecond: { me: buildMe({ roles: ['registry'] }) },
  })
  await fill('Email', 'bisi@example.org')
  await fill('Password', 'Seventeen quiet herons')
  await click('Continue')
  await fill('Code', '123456')
  await click('Sign in')
  await screen.findByRole('link', { name: 'Chidi Okafor' })
  expect(listChosen()).toEqual([])
})

test('all that the list shows are chosen but one; another filter is another list', async () => {
  api.answer({ staffApplicants: { ...applicants, next: 'more', count: { value: 1_234, more: false } } })
  await visitApplicants('?stage=issued')
  const [page, list] = ['Choose all 4 on this page', 'Choose all 1,234 that the list shows']
  await user.click(getBox(0))
  expect(screen.queryByRole('button', { name: list })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: page }))
  await click(list)
  expect(screen.queryByRole('button', { name: list })).toBeNull()
  await user.click(getBox(3))
  expect(readChoice()).toBe('1,233 applicants chosen.')
  api.answer({ makeMailing: buildMailing({ recipients: 0 }) })
  await click('Remind')
  await findDialog('Remind')
  await waitFor(() =>
    expect(api.requests('makeMailing')).toEqual([
      { body: { kind: 'reminder', filter: { stage: 'issued', exercise: 2024, except: [getUserId(3)] } } },
    ]),
  )
  await hitEscape()
  await user.click(screen.getByRole('button', { name: /^Remove the filter Stage/ }))
  await waitFor(() => expect(readChoice()).toBe(''))
})

test('what chooses all, or nothing any more, goes, and the tick-box before it has the focus', async () => {
  api.answer({ staffApplicants: { ...applicants, count: { value: 9, more: false } } })
  await visitApplicants()
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all 4 on this page' })
  await user.click(box)
  await click('Choose all 9 that the list shows')
  expect([document.activeElement, box.isConnected]).toEqual([box, true])
  await click('Clear selection')
  expect([document.activeElement, box.isConnected, box.checked]).toEqual([box, true, false])
})

test('a role that can do nothing with rows gets no tick-boxes, and x does nothing', async () => {
  api.signInAs({ roles: ['reviewer'] })
  await visit('/applicants')
  await screen.findByRole('table')
  await user.keyboard('jx')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test.each([
  ['chair', ['Export the chosen']],
  ['helpdesk', ['Remind', 'Send account details again']],
] as const)('the %s is offered for chosen applicants what the role may do', async (role, offered) => {
  api.signInAs({ roles: [role] })
  await visit('/applicants')
  await screen.findByRole('table')
  await user.click(getBox(0))
  const all = ['Remind', 'Send account details again', 'Export the chosen']
  await screen.findByRole('button', { name: offered[0] })
  expect(all.filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(offered)
})

test.each([
  ['registry', ['Export the chosen']],
  ['helpdesk', []],
] as const)('in an archived exercise the %s writes to nobody', async (role, offered) => {
  const archived = { year: 2024, title: 'Recruitment', isCurrent: true, isArchived: true }
  api.signInAs({ roles: [role], exercises: [archived] })
  await visit('/applicants')
  await screen.findByRole('table')
  expect(screen.queryAllByRole('checkbox').length > 0).toBe(offered.length > 0)
  if (offered.length > 0) await user.click(getBox(0))
  const all = ['Remind', 'Send account details again', 'Export the chosen']
  expect(all.filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(offered)
})

async function remind(...chosen: number[]) {
  await visitApplicants()
  for (const n of chosen) await user.click(getBox(n))
  await click('Remind')
  await findDialog('Remind')
}

/** After the applicants were counted. */
async function findCounted(text: string | RegExp, title = 'Remind') {
  await screen.findByText(text)
  return findDialog(title)
}

test('a mailing says before it is sent who gets it and who not, and what it did afterwards', async () => {
  const draft = buildMailing({ leftOut: [{ leftOutReason: 'on_hold', count: 1 }] })
  api.answer({ makeMailing: draft, ...afterFreshSignIn('startMailing', { ...draft, state: 'sending' }) })
  await remind(0, 1, 2)
  const dialog = await findCounted(/^2 applicants get an email\..*An email cannot be called back\.$/)
  expect(dialog.getByText('Left out: 1 (1 on hold).')).toBeDefined()
  expect(dialog.queryByText('The list has changed meanwhile')).toBeNull()
  await comeBackLater()
  expect(api.requests('makeMailing')).toHaveLength(1)
  await click('Send 2 emails', dialog)
  await dialog.findByText('Say why, in at least 10 characters.')
  await fill('Reason', 'The deadline is near.', dialog)
  let reads = 0
  api.answer({
    staffMailing: () => {
      reads += 1
      const skipped = [{ leftOutReason: 'submitted', count: 1 } as const]
      return reads < 2 ? { ...draft, state: 'sending', done: 1 } : { ...draft, state: 'sent', done: 1, skipped }
    },
  })
  const [begin, end] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  await click('Send 2 emails', dialog)
  await confirmWithCode()
  const progress = await findCounted('1 of 2 emails written. This goes on when you close the window.')
  const status = await progress.findByText('1 email written. They are being delivered one after the other.')
  expect(status.getAttribute('role')).toBe('status')
  // Nobody is asked any more once it is sent.
  const listPolls = () =>
    begin.mock.calls.flatMap(([, ms], n) => (ms === 1_000 ? [begin.mock.results[n]?.value as unknown] : []))
  const isEnded = (poll: unknown) => end.mock.calls.some(([ended]) => ended === poll)
  expect(listPolls()).not.toEqual([])
  await waitFor(() => expect(listPolls().every(isEnded)).toBe(true))
  expect(
    progress.getByText(/^Left out, because something changed in the meantime: 1 \(1 submitted already\)/),
  ).toBeDefined()
  expect(progress.getByRole('link').getAttribute('href')).toBe('/staff/emails?template=reminder')
  expect(api.requests('startMailing').at(-1)).toEqual({
    params: { id: draft.id },
    body: { count: 2, reason: 'The deadline is near.' },
  })
  await click('Close', progress)
  await waitForNoDialog()
})

test('a mailing that was begun is followed on after the person has signed in again', async () => {
  const draft = buildMailing({ recipients: 2 })
  api.answer({ makeMailing: draft, startMailing: draft, staffMailing: { ...draft, state: 'sending', done: 1 } })
  await remind(0, 1)
  const dialog = await findCounted(/^2 applicants get an email\./)
  await fill('Reason', 'The deadline is near.', dialog)
  await click('Send 2 emails', dialog)
  await findCounted(/^1 of 2 emails written\./)
  api.answer({ staffMailing: refuse('not_logged_in') })
  await screen.findByText('You have been signed out')
  api.answer({
    makeMailing: buildMailing({ id: getId(61), recipients: 2 }),
    staffMailing: { ...draft, state: 'sent', done: 2 },
  })
  await signInAgain(api, { roles: ['registry'] })
  await findCounted(/^2 emails written\./)
  expect(api.requests('makeMailing')).toHaveLength(1)
  expect(new Set(api.requests('staffMailing').map(({ params }) => params?.id))).toEqual(new Set([draft.id]))
})

test('who signs in again sends the mailing that was counted before, for the reason that was typed', async () => {
  const draft = buildMailing({ recipients: 2 })
  api.answer({ makeMailing: draft, startMailing: refuse('not_logged_in') })
  await remind(0, 1)
  const dialog = await findCounted(/^2 applicants get an email\./)
  await fill('Reason', 'The deadline is near.', dialog)
  await click('Send 2 emails', dialog)
  await signInAgain(api, { roles: ['registry'] })
  api.answer({ startMailing: draft, staffMailing: { ...draft, state: 'sent', done: 2 } })
  await click('Send 2 emails', await findDialog('Remind'))
  await findCounted(/^2 emails written\./)
  expect(api.requests('makeMailing')).toHaveLength(1)
  const { id } = draft
  expect(api.requests('startMailing').at(-1)).toMatchObject({
    params: { id },
    body: { reason: 'The deadline is near.' },
  })
})

test('a mailing that has other numbers than the list said so says that before', async () => {
  api.answer({ makeMailing: buildMailing({ recipients: 3 }) })
  await remind(0, 1)
  const dialog = await findCounted('The list has changed meanwhile')
  expect(dialog.getByText('2 were chosen. 3 match now: only these are concerned.')).toBeDefined()
  await hitEscape()
  await waitForNoDialog()
  api.answer({ makeMailing: buildMailing({ recipients: 2 }) })
  await click('Remind')
  const again = await findCounted(/^2 applicants get an email\./)
  expect(again.queryByText(/^Left out/)).toBeNull()
})

test('a mailing to nobody says why, and cannot be sent', async () => {
  const counted = Promise.withResolvers<StaffData<'makeMailing'>>()
  api.answer({ makeMailing: () => counted.promise })
  await remind(0, 1)
  const dialog = within(screen.getByRole('dialog', { name: 'Remind' }))
  const atFirst = [dialog.queryByText('Counting the applicants…') !== null, dialog.queryByRole('alert')]
  // Before anything can fail: a call without an answer would keep the tests after this one waiting.
  counted.resolve(buildMailing({ recipients: 0, leftOut: [{ leftOutReason: 'recent', count: 2 }] }))
  expect(atFirst).toEqual([true, null])
  await dialog.findByText('None of the chosen applicants gets this email.')
  expect(dialog.getByText('Left out: 2 (2 written to within the last 24 hours).')).toBeDefined()
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull()
  expect(dialog.queryByText('Counting the applicants…')).toBeNull()
})

test('recipients that could not be counted are not counted by themselves a second time', async () => {
  api.answer({ makeMailing: 'hang up' })
  await remind(0)
  await findCounted('The server did not answer. Check the connection and try again.')
  expect(api.requests('makeMailing')).toHaveLength(1)
})

test('after the exercise has closed nobody can be reminded', async () => {
  api.answer({ makeMailing: refuse('reminder_too_late') })
  await remind(0)
  const dialog = await findCounted('This exercise has closed, so nobody can be reminded any more.')
  expect(dialog.queryByText('Counting the applicants…')).toBeNull()
  expect(api.requests('makeMailing')).toHaveLength(1)
})

test('how far a mailing is may be unknown, which is said; its emails are those of its kind', async () => {
  const draft = buildMailing({ kind: 'firstEmail', recipients: 1 })
  api.answer({ makeMailing: draft, startMailing: refuse('unavailable'), staffMailing: refuse('unexpected') })
  await visitApplicants()
  await user.click(getBox(0))
  await click('Send account details again')
  const dialog = await findCounted(/^1 applicant gets an email/, 'Send account details again')
  await fill('Reason', 'They got no email.', dialog)
  await click('Send 1 email', dialog)
  await dialog.findByText(busyServer)
  api.answer({ startMailing: { ...draft, state: 'sending' } })
  await click('Send 1 email', dialog)
  await screen.findByText('0 of 1 email written. This goes on when you close the window.')
  await screen.findByText('Something went wrong on our side. Please try again.')
  expect(screen.queryByText('This could not be updated')).toBeNull()
  expect(screen.getByRole('link', { name: 'See them in the list of emails' }).getAttribute('href')).toBe(
    '/staff/emails?template=accountIssuedAgain',
  )
})

test('how far a mailing was is said to be an old number while it cannot be read again', async () => {
  const sending = buildMailing({ recipients: 2, state: 'sending', done: 1 })
  let isAway = false
  api.answer({
    makeMailing: buildMailing({ recipients: 2 }),
    startMailing: sending,
    staffMailing: () => {
      if (isAway) return refuse('unavailable')
      isAway = true
      return sending
    },
  })
  await remind(0, 1)
  const dialog = await findCounted(/^2 applicants get an email/)
  await fill('Reason', 'The deadline is near.', dialog)
  await click('Send 2 emails', dialog)
  await screen.findByText('This could not be updated')
  expect(screen.getByText(/^1 of 2 emails written/)).toBeDefined()
  api.answer({ staffMailing: { ...sending, state: 'sent', done: 2 } })
  await screen.findByText(/^2 emails written/)
  expect(screen.queryByText('This could not be updated')).toBeNull()
})

test('the other mailing tells about the account again, without a password', async () => {
  api.answer({ makeMailing: buildMailing({ kind: 'firstEmail', recipients: 1 }) })
  await visitApplicants()
  await user.click(getBox(0))
  await click('Send account details again')
  const dialog = await findCounted(/^1 applicant gets an email\..*No password is sent/, 'Send account details again')
  expect(dialog.getByRole('button', { name: 'Send 1 email' })).toBeDefined()
})

async function openExport() {
  await click('Export')
  return findDialog('Export applicants')
}

test('an export has the filters and columns of the list, in the format and for the reason that were given', async () => {
  const page = await visitApplicants('?stage=issued&q=bello')
  api.answer({ makeExport: { id: getId(60) }, staffExports: { rows: [], next: null } })
  const dialog = await openExport()
  expect(
    dialog.getByText('All rows that the list shows, on all its pages: found by “bello”; Stage: Account issued.'),
  ).toBeDefined()
  // Of facts, answers and lists this export has none.
  expect(dialog.getAllByRole('group')).toHaveLength(1)
  // Without a format it is a workbook.
  await user.selectOptions(dialog.getByLabelText('Format'), '')
  expect(dialog.getByLabelText<HTMLSelectElement>('Format').value).toBe('xlsx')
  await user.selectOptions(dialog.getByLabelText('Format'), 'csv')
  expect(dialog.getByRole('button', { name: 'Choose all: Columns' }).textContent).toBe('Choose all')
  await click('Choose all: Columns', dialog)
  expect(dialog.getByRole('button', { name: 'Choose none: Columns' }).textContent).toBe('Choose none')
  await click('Choose none: Columns', dialog)
  expect(dialog.queryByText('This file holds personal data')).toBeNull()
  await click('Export', dialog)
  await dialog.findByText('Choose at least one column.')
  expect(dialog.getByText('Say why, in at least 10 characters.')).toBeDefined()
  for (const column of ['Name', 'User ID', 'Name']) await user.click(dialog.getByLabelText(column))
  await fill('Reason', 'For the meeting of the panel.', dialog)
  const readOld = watchOldData()
  await click('Export', dialog)
  await findToast('The file is being made.')
  await waitFor(() => expect(page.path()).toBe('/exports'))
  expect(readOld()).toEqual(['exports'])
  expect(api.requests('makeExport').at(-1)).toEqual({
    body: {
      of: 'applicants',
      filter: { stage: 'issued', q: 'bello', exercise: '2024' },
      columns: ['userId'],
      format: 'csv',
      reason: 'For the meeting of the panel.',
    },
  })
})

test('an export of personal data warns, and needs a fresh sign-in', async () => {
  await visitApplicants()
  api.answer({ ...afterFreshSignIn('makeExport', { id: getId(60) }), staffExports: { rows: [], next: null } })
  const dialog = await openExport()
  expect(dialog.getByText('All rows of the list, on all its pages.')).toBeDefined()
  expect(dialog.getByText('This file holds personal data')).toBeDefined()
  // Only who may read an applicant gets it.
  expect(dialog.getByLabelText('Email')).toBeDefined()
  await fill('Reason', 'For the meeting of the panel.', dialog)
  await click('Export', dialog)
  await confirmWithCode()
  await findToast('The file is being made.')
})

test('an export says what becomes of the lists of the form; one of slips has no columns', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({
    staffApplications: { rows: [buildApplicationRow()], next: null, count: { value: 1, more: false } },
    makeExport: { id: getId(60) },
    staffExports: { rows: [], next: null },
  })
  await visit('/applications?submittedFrom=2024-03-04&submittedTo=2024-03-05')
  await screen.findByRole('table')
  await click('Export')
  const dialog = await findDialog('Export applications')
  dialog.getByText(
    'All rows that the list shows, on all its pages: Submitted from: 2024-03-04; Submitted to: 2024-03-05.',
  )
  expect(dialog.getByRole('group', { name: 'Columns' })).toBeDefined()
  expect(dialog.getByText('Each is a sheet of its own, with a row for each entry.')).toBeDefined()
  await user.selectOptions(dialog.getByLabelText('Format'), 'csv')
  expect(dialog.getByText('Each is a cell with a line for each entry.')).toBeDefined()
  await click('Choose all: Columns', dialog)
  await click('Choose none: Columns', dialog)
  await click('Export', dialog)
  // Once, with the columns of the list.
  await dialog.findByText('Choose at least one column.')
  await user.selectOptions(dialog.getByLabelText('Format'), 'zip-pdf')
  expect(dialog.queryByRole('group', { name: 'Columns' })).toBeNull()
  dialog.getByText('This file holds personal data')
  await fill('Reason', 'For the meeting of the panel.', dialog)
  await click('Export', dialog)
  await findToast('The file is being made.')
  expect(api.requests('makeExport').at(-1)).toMatchObject({ body: { columns: [], format: 'zip-pdf' } })
})

test('an export that is refused says why in its dialog', async () => {
  await visitApplicants()
  api.answer({ makeExport: refuse('export_running') })
  const dialog = await openExport()
  await fill('Reason', 'For the meeting of the panel.', dialog)
  await click('Export', dialog)
  await dialog.findByText('Another export of yours is being made. Wait until it is ready, or cancel it.')
})

test('an export says of how many that are chosen it is', async () => {
  api.answer({ staffApplicants: { ...applicants, next: 'more', count: { value: 1_000, more: true } } })
  await visitApplicants()
  const openChosen = async () => {
    await click('Export the chosen')
    return findDialog('Export applicants')
  }
  await user.click(getBox(0))
  expect((await openChosen()).getByText('The one that is chosen.')).toBeDefined()
  await click('Cancel')
  await user.click(screen.getByRole('checkbox', { name: 'Choose all 4 on this page' }))
  await click('Choose all 1,000+ that the list shows')
  expect((await openChosen()).getByText('The 1,000+ that are chosen.')).toBeDefined()
})

test('all that are chosen are exported in the order of the list', async () => {
  api.answer({
    staffApplicants: { ...applicants, next: 'more', count: { value: 70, more: false } },
    makeExport: { id: getId(60) },
    staffExports: { rows: [], next: null },
  })
  await visitApplicants('?sort=-name')
  await user.click(screen.getByRole('checkbox', { name: 'Choose all 4 on this page' }))
  await click('Choose all 70 that the list shows')
  await click('Export the chosen')
  const dialog = await findDialog('Export applicants')
  await fill('Reason', 'For the meeting of the panel.', dialog)
  await click('Export', dialog)
  await findToast('The file is being made.')
  expect(api.requests('makeExport')).toMatchObject([{ body: { filter: { sort: '-name' } } }])
})

test.each([
  ['registry', true],
  ['chair', false],
] as const)(
  'exactly the chosen applicants are exported by the role %s, which may write to them: %s',
  async (role, mayWrite) => {
    api.signInAs({ roles: [role] })
    api.answer({ makeExport: { id: getId(60) }, staffExports: { rows: [], next: null } })
    await visit('/applicants?stage=issued')
    await screen.findByRole('table')
    await user.click(getBox(1))
    await user.click(getBox(3))
    expect(screen.queryByRole('button', { name: 'Remind' }) !== null).toBe(mayWrite)
    expect(screen.queryByRole('dialog')).toBeNull()
    await click('Export the chosen')
    await click('Cancel', await findDialog('Export applicants'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await click('Export the chosen')
    const dialog = await findDialog('Export applicants')
    expect(dialog.getByText('The 2 that are chosen.')).toBeDefined()
    await fill('Reason', 'For the meeting of the panel.', dialog)
    await click('Export', dialog)
    await findToast('The file is being made.')
    expect(api.requests('makeExport')).toMatchObject([
      { body: { of: 'applicants', filter: { userIds: [getUserId(1), getUserId(3)], exercise: 2024 } } },
    ])
  },
)
