// The registry uploads a list of applicants, sees what is wrong with it, issues its accounts and takes them back.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { buildImport } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  chooseFile,
  click,
  comeBackLater,
  confirmWithCode,
  expectReadAgain,
  fill,
  findDialog,
  findToast,
  hitEscape,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
beforeEach(() => api.signInAs())

const list = buildImport()
const { id } = list
const path = `/imports/${id}`

test('without lists the page says so, and asks for those of the chosen exercise', async () => {
  api.answer({ staffImports: { rows: [] } })
  await visit('/imports')
  await screen.findByText('No list has been uploaded in this exercise yet.')
  expect(api.requests('staffImports')).toEqual([{ query: { exercise: '2024' } }])
})

test('each list leads to its page, with its state and numbers', async () => {
  const takenBack = buildImport({
    state: 'discarded',
    applied: 7,
    appliedAt: list.madeAt,
    name: '',
    id: id.replace('10', '11'),
  })
  const discarded = buildImport({ state: 'discarded', applied: 0, name: 'old.csv', id: id.replace('10', '12') })
  api.answer({ staffImports: { rows: [list, takenBack, discarded] } })
  await visit('/imports')
  const link = await screen.findByRole('link', { name: 'lecturers.csv' })
  expect(link.getAttribute('href')).toBe(`/staff/imports/${id}`)
  expect(link.closest('tr')?.textContent).toContain('Checked, nothing issued1,20011–')
  const row = screen.getByRole('link', { name: 'Without a name' }).closest('tr')
  expect(row?.textContent).toContain('Taken back1,200117')
  expect(screen.getByRole('link', { name: 'old.csv' }).closest('tr')?.textContent).toContain('Discarded')
})

test('what a list has none of is a dash, not a nought', async () => {
  const none = { good: 0, same: 0, failed: 0, applied: 0 }
  api.answer({ staffImports: { rows: [buildImport(none)] } })
  await visit('/imports')
  const row = (await screen.findByRole('link', { name: 'lecturers.csv' })).closest('tr')
  expect(row?.textContent).toMatch(/Checked, nothing issued––––\d/)
})

test('lists that could not be loaded are tried again', async () => {
  api.answer({ staffImports: refuse('unexpected') })
  await visit('/imports')
  await screen.findByText('The lists could not be loaded')
  api.answer({ staffImports: { rows: [list] } })
  await click('Try again')
  await screen.findByRole('link', { name: 'lecturers.csv' })
})

const choose = (content: string) =>
  chooseFile('List of applicants', new File([content], 'lecturers.csv', { type: 'text/csv' }))

test('no file, or an empty one, is not sent', async () => {
  await visit('/imports/new')
  await click('Check the list')
  await screen.findByText('Choose a file that is not empty.')
  choose('')
  await click('Check the list')
  expect(screen.getByText('Choose a file that is not empty.')).toBeDefined()
  expect(api.requests('uploadImport')).toEqual([])
})

test('a list is checked for the exercise that the page names, and its result is shown', async () => {
  api.answer({ uploadImport: list, staffImports: { rows: [] } })
  const page = await visit('/imports')
  await screen.findByText('No list has been uploaded in this exercise yet.')
  await user.click(screen.getByRole('link', { name: 'Upload a list' }))
  expect((await screen.findByText(/^The accounts will belong to the exercise/)).textContent).toContain('2024, current')
  choose('Surname\nBello')
  await click('Check the list')
  await screen.findByRole('heading', { name: 'lecturers.csv' })
  expect(page.path()).toBe(path)
  const [request] = api.requests('uploadImport')
  expect(request?.query).toEqual({ kind: 'accounts', exercise: '2024' })
  expect(request?.body).toContain('Surname\nBello')
  // The answer has it already, and the lists have another one.
  expect(api.requests('staffImport')).toEqual([])
  await user.click(screen.getByRole('link', { name: 'All lists' }))
  await waitFor(() => expect(api.requests('staffImports')).toHaveLength(2))
})

test('while the list is checked the button says so', async () => {
  const reply = Promise.withResolvers<typeof list>()
  api.answer({ uploadImport: () => reply.promise, staffImport: list })
  await visit('/imports/new')
  choose('Surname\nBello')
  await click('Check the list')
  expect((await screen.findByRole('button', { name: 'Checking the list' })).getAttribute('aria-busy')).toBe('true')
  reply.resolve(list)
  await screen.findByRole('heading', { name: 'lecturers.csv' })
})

test('a file that is no list is refused, and the page stays', async () => {
  api.answer({ uploadImport: refuse('list_unreadable') })
  await visit('/imports/new')
  choose('%PDF')
  await click('Check the list')
  await screen.findByText(/^This file is neither CSV nor an Excel workbook/)
})

test('a checked list says what it would issue and what is wrong, line by line', async () => {
  api.answer({ staffImport: list })
  await visit(path)
  expect(screen.getByText('1,200 new, 1 unchanged, 1 failed')).toBeDefined()
  const nothingYet = 'Nothing is issued yet. New lines get an account; unchanged ones and those with errors do not.'
  expect(screen.getByText(nothingYet)).toBeDefined()
  expect(screen.getByText(/^1 line has an error\./)).toBeDefined()
  const row = screen.getByRole('cell', { name: 'Kaduna has no LGA Nowhere' }).closest('tr')
  expect(row?.textContent).toBe('7LGAKaduna has no LGA Nowhere')
  expect(screen.getByRole('link', { name: 'Download the lines with errors (CSV)' }).getAttribute('href')).toBe(
    `/api/v1/staff/imports/${id}/errors.csv`,
  )
})

test.each([
  [1, 'Warning: '],
  [0, 'Information: '],
])('a checked list with %i errors stands under “%s”', async (failed, tone) => {
  api.answer({ staffImport: buildImport({ failed }) })
  await visit(path)
  const banner = screen.getByText(/1 unchanged/).parentElement
  expect(banner?.textContent.startsWith(tone)).toBe(true)
  expect(banner?.textContent.includes('those with errors')).toBe(failed > 0)
})

test.each([
  ['checked', 'Discard the list'],
  ['applied', undefined],
] as const)(
  'in an archived exercise nothing is uploaded, issued or taken back: a list that is %s',
  async (state, offered) => {
    api.signInAs({ exercises: [{ year: list.exercise, title: 'Recruitment', isCurrent: true, isArchived: true }] })
    api.answer({
      staffImports: { rows: [list] },
      staffImport: buildImport({ state, applied: 7, appliedAt: list.madeAt }),
    })
    await visit('/imports')
    const found = await screen.findByRole('link', { name: 'lecturers.csv' })
    expect(screen.queryByRole('link', { name: /^(?:Upload|Add)/ })).toBeNull()
    await user.click(found)
    await screen.findByRole('link', { name: 'All lists' })
    expect(screen.queryByRole('link', { name: 'Upload another list' })).toBeNull()
    const acts = /^(?:Issue|Take|Discard)/
    expect(screen.queryAllByRole('button', { name: acts }).map(({ textContent }) => textContent)).toEqual(
      offered ? [offered] : [],
    )
  },
)

test('a list without anything new issues nothing', async () => {
  api.answer({ staffImport: buildImport({ good: 0, errors: [], failed: 0 }) })
  await visit(path)
  expect(screen.getByText('There is nothing to issue.')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Errors' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Issue/ })).toBeNull()
})

test('accounts are issued after their number was typed, with a thousands separator or without', async () => {
  api.answer({ staffImport: list, staffImports: { rows: [list] } })
  await visitFromList(api, 'Issue accounts', 'lecturers.csv')
  await click('Issue 1,200 accounts')
  const dialog = await findDialog('Issue 1,200 accounts')
  await fill('How many accounts will be issued', '1,202', dialog)
  await click('Issue', dialog)
  await dialog.findByText('Enter 1,200 to continue.')
  expect(api.requests('applyImport')).toEqual([])
  await fill('How many accounts will be issued', '1,200', dialog)
  const applied = buildImport({ state: 'applied', applied: 1_200, appliedAt: '2024-03-04T10:00:00.000Z', errors: [] })
  api.answer({ applyImport: buildImport({ state: 'applying' }), staffImport: applied })
  await click('Issue', dialog)
  await screen.findByText('1,200 accounts issued')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests('applyImport')).toEqual([{ params: { id }, body: { count: 1_200 } }])
  await expectReadAgain(api, 'Issue accounts', 'staffImports')
})

test('a list that somebody else applied meanwhile is refused in the dialog', async () => {
  api.answer({ staffImport: list, applyImport: refuse('already_applied') })
  await visit(path)
  await click('Issue 1,200 accounts')
  const dialog = await findDialog('Issue 1,200 accounts')
  await fill('How many accounts will be issued', '1200', dialog)
  api.answer({ staffImport: buildImport({ state: 'applied', applied: 1_200, appliedAt: list.madeAt }) })
  await click('Issue', dialog)
  await dialog.findByText('The accounts of this list have been issued, or are being issued.')
  await screen.findByText('1,200 accounts issued')
})

test('while accounts are issued the page says how far it is, until it is done', async () => {
  let reads = 0
  api.answer({
    staffImport: () => {
      reads += 1
      return reads < 2
        ? buildImport({ state: 'applying', applied: 300, errors: [] })
        : buildImport({ state: 'applied', applied: 1_200, appliedAt: list.madeAt, errors: [] })
    },
  })
  await visit(path)
  expect(screen.getByRole('status').textContent).toContain('300 of 1,200 accounts issued.')
  expect(screen.queryByRole('button', { name: /^(Issue|Discard|Take)/ })).toBeNull()
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Accounts issued' }).value).toBe(25)
  await screen.findByText('1,200 accounts issued')
})

test('the lists are read again as long as accounts of one are issued', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const listAs = (state: 'applying' | 'applied') => ({ rows: [buildImport({ state, appliedAt: list.madeAt })] })
  api.answer({ staffImports: listAs('applying') })
  await visit('/imports')
  await screen.findByText('Being issued')
  api.answer({ staffImports: listAs('applied') })
  const passTime = () => act(async () => void vi.advanceTimersByTime(2_000))
  await passTime()
  await waitFor(() => expect(screen.queryByText('Being issued')).toBeNull())
  await passTime()
  expect(api.requests('staffImports')).toHaveLength(2)
})

test('a number that cannot be read again is said to be an old one, until the server answers', async () => {
  let isAway = false
  api.answer({
    staffImport: () => {
      if (isAway) return refuse('unavailable')
      isAway = true
      return buildImport({ state: 'applying', applied: 83, errors: [] })
    },
  })
  await visit(path)
  await screen.findByText('This could not be updated')
  expect(screen.getByText(/^83 of 1,200 accounts issued/)).toBeDefined()
  api.answer({ staffImport: buildImport({ state: 'applying', applied: 133, errors: [] }) })
  await screen.findByText(/^133 of 1,200 accounts issued/)
  expect(screen.queryByText('This could not be updated')).toBeNull()
})

test('a checked list is discarded; Escape leaves it', async () => {
  api.answer({ staffImport: list, discardImport: {} })
  await visit(path)
  await click('Discard the list')
  await hitEscape()
  expect(api.requests('discardImport')).toEqual([])
  await click('Discard the list')
  const dialog = await findDialog('Discard the list')
  dialog.getByText('Its lines are removed. Nothing was issued from it.')
  // A colleague issues the accounts meanwhile, which the page reads by itself.
  const issued = buildImport({ state: 'applied', applied: 1_200, appliedAt: list.madeAt, errors: [] })
  api.answer({ staffImport: issued, discardImport: refuse('changed_meanwhile') })
  await comeBackLater()
  await screen.findByText('1,200 accounts issued')
  await click('Discard', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  expect(api.requests('discardImport')).toEqual([{ params: { id: list.id }, query: { state: 'checked' } }])
  api.answer({ staffImport: buildImport({ state: 'discarded', errors: [] }), discardImport: {} })
  await click('Discard', dialog)
  await findToast('The list is discarded.')
  await screen.findByText('The list was discarded')
  expect(screen.getByText('Nothing was issued from it.')).toBeDefined()
})

/** Of what is not dangerous. */
const readUsualClass = () => screen.getByRole('link', { name: 'Upload another list' }).className

test('accounts are taken back, unless an applicant has used theirs', async () => {
  const applied = buildImport({ state: 'applied', applied: 1, good: 1, appliedAt: list.madeAt, errors: [] })
  api.answer({ staffImport: applied, discardImport: refuse('accounts_in_use') })
  await visit(path)
  const said = (await screen.findByText('1 account issued')).closest('[role=status]')
  expect(said?.querySelector('a')).toBeNull()
  expect(screen.getByText('Issued')).toBeDefined()
  expect(said?.textContent).toMatch(/Finished on \d+ \w+ 2024, .*\. Each applicant gets an email/)
  expect(screen.getByRole('button', { name: 'Take the accounts back' }).className).not.toBe(readUsualClass())
  await click('Take the accounts back')
  const dialog = await findDialog('Take 1 account back')
  dialog.getByText(/^The accounts are removed, which is possible while no applicant of the list has logged in/)
  await click('Take back', dialog)
  await dialog.findByText('An applicant of this list has used the account already, so it cannot be taken back.')
  const readOld = watchOldData()
  api.answer({ discardImport: {}, staffImport: { ...applied, state: 'discarded' } })
  await click('Take back', dialog)
  await findToast('1 account taken back.')
  expect(readOld()).toEqual(['import', 'imports'])
  await screen.findByText('The accounts were taken back')
  expect(screen.getByText('Their user IDs are not used again.')).toBeDefined()
})

test('a list that cannot be read says so, and can only be discarded', async () => {
  api.answer({ staffImport: buildImport({ state: 'failed', good: 0 }) })
  await visit(path)
  expect(screen.getByText('The list cannot be read')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Issue/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Discard the list' }).className).toBe(readUsualClass())
})

test('there is no such list', async () => {
  api.answer({ staffImport: refuse('not_found') })
  await visit(path)
  expect(screen.getByText('There is no such list, or not within your roles.')).toBeDefined()
  await waitFor(() => expect(screen.getByRole('link', { name: 'All lists' })).toBeDefined())
})

test('a list without a name, with errors of whole lines and more than are listed, says so', async () => {
  const errors = [{ line: 7, column: '', reason: 'has too many cells' }]
  api.answer({ staffImport: buildImport({ name: '', errors, moreErrors: true }) })
  const page = await visit(path)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('List of applicants')
  expect(screen.getByText('The first 1 error:')).toBeDefined()
  expect(screen.getByRole('row', { name: '7 The whole line has too many cells' })).toBeDefined()
  page.unmount()
  const many = Array.from({ length: 101 }, (_, n) => ({ ...errors[0]!, line: n }))
  api.answer({ staffImport: buildImport({ errors: many, moreErrors: false }) })
  const other = await visit(path)
  expect(screen.getByText('The first 100 errors:')).toBeDefined()
  other.unmount()
  api.answer({ staffImport: buildImport({ errors: many.slice(1), moreErrors: false }) })
  await visit(path)
  expect(screen.queryByText(/^The first/)).toBeNull()
})

test('a list whose applicants a colleague has issued meanwhile says that nobody gets an email, and has nothing to take back', async () => {
  api.answer({ staffImport: buildImport({ state: 'applied', applied: 0, appliedAt: list.madeAt }) })
  await visit(path)
  await screen.findByText('No account was issued')
  expect(screen.queryByText(/Each applicant gets an email/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Issue|Discard|Take)/ })).toBeNull()
})

test('one code confirms all that waits for it: nothing that was sent is forgotten for what was sent after it', async () => {
  let isFresh = false
  const first = Promise.withResolvers<void>()
  const one = buildImport({ good: 1 })
  api.answer({
    staffImport: one,
    staffPasskeys: { passkeys: [], hasPassword: true },
    signInFresh: () => {
      isFresh = true
      return { freshUntil: '2024-03-04T09:05:00.000Z' }
    },
    async applyImport() {
      await first.promise
      return isFresh ? one : refuse('fresh_sign_in_required')
    },
    discardImport: () => (isFresh ? {} : refuse('fresh_sign_in_required')),
  })
  await visit(path)
  await click('Issue 1 account')
  const issuing = await findDialog('Issue 1 account')
  await fill(/^How many/, '1', issuing)
  await click('Issue', issuing)
  await hitEscape()
  await click('Discard the list')
  await click('Discard', await findDialog('Discard the list'))
  await findDialog('Confirm that it is you')
  first.resolve()
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  await confirmWithCode()
  await waitFor(() => expect(api.requests('applyImport')).toHaveLength(2))
  await waitFor(() => expect(api.requests('discardImport')).toHaveLength(2))
  await waitForNoDialog()
})
