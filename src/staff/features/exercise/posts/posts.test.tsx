// The posts of an exercise: what is changed here, nothing of it sent before it was looked at.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { buildExercise } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  chooseFile,
  click,
  comeBackLater,
  fill,
  findAlert,
  findDialog,
  findToast,
  hitEscape,
  listBusyButtons,
  setUpStaffApi,
  user,
  visit,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const exercise = buildExercise()
const [lecturer, librarian] = exercise.posts as [(typeof exercise.posts)[0], (typeof exercise.posts)[0]]
const lecturerName = 'Lecturer II, Computer Science, Technology'
const librarianName = 'Librarian, Library'
const added: ExerciseEffect = { kind: 'post_added', count: null, text: 'It is added.', refused: false }
const preview = { effects: [added], secondPerson: true, unpaid: null }
const proposed = { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' }

beforeEach(() => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffExercise: exercise, previewExercise: preview })
})

const visitPosts = async () => {
  const page = await visit('/settings/posts')
  await screen.findByRole('heading', { level: 2, name: /posts?$/ })
  return page
}
const getPost = (role: string) => within(screen.getByText(role, { selector: 'span' }).closest('li') as HTMLElement)
const readStatus = () => screen.getByText(/changed (?:yet|here)/).textContent
const save = (dialog: Awaited<ReturnType<typeof findDialog>>, button = 'Keep') => click(button, dialog)

async function openPost(name: string | null) {
  await click(name ? `Edit ${name}` : 'Add a post')
  return findDialog(name ?? 'Add a post')
}

async function giveVacancies(count: string, name = lecturerName) {
  const dialog = await openPost(name)
  await fill('Vacancies (optional)', count, dialog)
  await save(dialog)
}

test('a post says its vacancies, what it asks for, when it closes and who holds it', async () => {
  const requirements = { minCertificate: 'msc', minYears: 4 }
  const closesAt = '2031-06-30T16:00:00.000Z'
  api.answer({
    staffExercise: buildExercise({ posts: [{ ...lecturer, vacancies: 1, requirements, closesAt }, librarian] }),
  })
  await visitPosts()
  expect(
    getPost('Lecturer II').getByText(
      '1 vacancy; asks for lowest certificate MSc, years of experience 4; closes 30 June 2031, 5:00 pm; 1 account',
    ),
  ).toBeDefined()
  expect(getPost('Librarian').getByText('0 accounts')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Computer Science, Technology' })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Library' })).toBeDefined()
})

test('details of a post are kept here, looked at, and proposed with nothing else', async () => {
  let busy: string[] = []
  api.answer({
    previewExercise() {
      busy = listBusyButtons()
      return preview
    },
  })
  await visitPosts()
  const dialog = await openPost(lecturerName)
  await fill('Vacancies (optional)', '3', dialog)
  await fill('Years of experience (optional)', '4', dialog)
  await fill('Publications (optional)', ' ', dialog)
  await user.selectOptions(dialog.getByLabelText(/^Lowest certificate/), 'MSc')
  await fill('Closes (optional)', '2031-06-30T17:00', dialog)
  await save(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getPost('Lecturer II').getByText('Changed, not saved')).toBeDefined()
  expect(readStatus()).toBe('1 post is changed here and not saved yet.')
  expect(api.requests('previewExercise')).toEqual([])
  await click('Review changes')
  await screen.findByText('It is added.')
  expect(busy).toEqual(['Review changes'])
  expect(
    screen
      .queryAllByRole('alert')
      .map(({ textContent }) => textContent)
      .filter(Boolean),
  ).toEqual([])
  api.answer({ changeExercise: proposed })
  await click('Propose the change')
  await findToast('Proposed. Somebody else must approve it.')
  await waitFor(() => expect(readStatus()).toBe('Nothing is changed yet.'))
  const { school, department, role } = lecturer
  const closesAt = '2031-06-30T17:00:00+01:00'
  const details = {
    school,
    department,
    role,
    vacancies: 3,
    requirements: { minCertificate: 'msc', minYears: 4 },
    closesAt,
  }
  expect(api.requests('changeExercise')).toEqual([
    {
      params: { year: '2024' },
      body: { postDetails: [details], effectiveAt: null, applyToUnpaid: false, version: 7 },
    },
  ])
})

test('a post that is opened while the effects are looked at stays open with what is typed', async () => {
  const assessed = Promise.withResolvers<typeof preview>()
  api.answer({ previewExercise: () => assessed.promise })
  await visitPosts()
  const first = await openPost(lecturerName)
  await fill('Vacancies (optional)', '3', first)
  await save(first)
  await click('Review changes')
  const again = await openPost(lecturerName)
  await fill('Vacancies (optional)', '4', again)
  assessed.resolve(preview)
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  await save(again)
  api.answer({ previewExercise: preview })
  await click('Review changes')
  await screen.findByRole('region', { name: 'Check the change' })
  expect(api.requests('previewExercise').at(-1)?.body).toMatchObject({ postDetails: [{ vacancies: 4 }] })
})

test('posts are added and removed; the whole list is sent, by department', async () => {
  await visitPosts()
  await click(`Remove ${librarianName}`)
  expect(getPost('Librarian').getByText('To be removed')).toBeDefined()
  expect(screen.queryByRole('button', { name: `Edit ${librarianName}` })).toBeNull()
  const dialog = await openPost(null)
  await fill('School', 'Technology', dialog)
  await fill('Department (optional)', 'Computer Science', dialog)
  await fill('Role', 'Professor', dialog)
  await fill('Vacancies (optional)', '1', dialog)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getPost('Professor').getByText('New, not saved')).toBeDefined()
  expect(readStatus()).toBe('2 posts are changed here and not saved yet.')
  await click('Review changes')
  await screen.findByText('It is added.')
  const professor = { school: 'Technology', department: 'Computer Science', role: 'Professor' }
  expect(api.requests('previewExercise')).toMatchObject([
    {
      body: {
        posts: [{ school: 'Technology', department: 'Computer Science', roles: ['Lecturer II', 'Professor'] }],
        postDetails: [{ ...professor, vacancies: 1, requirements: {}, closesAt: null }],
      },
    },
  ])
})

test('each change can be undone, and all of them discarded', async () => {
  await visitPosts()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await click(`Remove ${librarianName}`)
  // There is no other post to which they could be copied.
  for (const name of [`Remove ${librarianName}`, `Edit ${librarianName}`, 'Copy requirements'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await giveVacancies('9')
  expect(getPost('Lecturer II').getByText(/^9 vacancies/)).toBeDefined()
  await giveVacancies(' ')
  expect(getPost('Lecturer II').queryByText(/vacanc/)).toBeNull()
  await giveVacancies('9')
  await click(`Undo the change of ${librarianName}`)
  // The button is gone.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(getPost('Librarian').queryByText('To be removed')).toBeNull()
  expect(getPost('Lecturer II').getByText(/^9 vacancies/)).toBeDefined()
  expect(readStatus()).toBe('1 post is changed here and not saved yet.')
  await click('Discard my changes')
  expect(getPost('Lecturer II').queryByText(/vacancies/)).toBeNull()
  expect(readStatus()).toBe('Nothing is changed yet.')
  expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull()
})

test('a post that accounts hold cannot be removed', async () => {
  await visitPosts()
  expect(screen.queryByRole('button', { name: `Remove ${lecturerName}` })).toBeNull()
  expect(screen.getByRole('button', { name: `Remove ${librarianName}` })).toBeDefined()
})

test('what is wrong with a post is said on top and at the field, which keeps what was typed', async () => {
  await visitPosts()
  const dialog = await openPost(lecturerName)
  await fill('Vacancies (optional)', 'three', dialog)
  await fill('Years of experience (optional)', '61', dialog)
  await save(dialog)
  const summary = within(dialog.getByRole('alert', { name: 'There is a problem' }))
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Enter the vacancies as a whole number, or leave it empty.',
    'Years of experience: Enter 60 at most.',
  ])
  expect(dialog.getByLabelText('Vacancies (optional)').getAttribute('aria-invalid')).toBe('true')
  await user.click(summary.getByRole('link', { name: /^Years/ }))
  const field = dialog.getByLabelText<HTMLInputElement>(/^Years of experience/)
  await new Promise((r) => setTimeout(r, 500))
  expect(document.activeElement).toBe(field)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['61', 'true'])
  await fill('Vacancies (optional)', '3', dialog)
  await fill('Years of experience (optional)', '60', dialog)
  await save(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who corrects a post keeps the focus when the page is read again by itself', async () => {
  await visitPosts()
  const dialog = await openPost(lecturerName)
  await fill('Vacancies (optional)', 'three', dialog)
  await save(dialog)
  expect(document.activeElement).toBe(dialog.getByRole('alert', { name: 'There is a problem' }))
  const field = dialog.getByLabelText('Vacancies (optional)')
  await fill('Vacancies (optional)', '3', dialog)
  api.answer({ staffExercise: refuse('unavailable') })
  await comeBackLater()
  await screen.findByText('This could not be updated')
  expect(document.activeElement).toBe(field)
})

test('half a closing time is refused, not taken for none', async () => {
  await visitPosts()
  const dialog = await openPost(lecturerName)
  Object.defineProperty(dialog.getByLabelText('Closes (optional)'), 'validity', { value: { badInput: true } })
  await save(dialog)
  expect(dialog.getAllByText('Enter the whole date and time, or clear all of it.')).toHaveLength(2)
})

test('a new post needs a name, which no other post has; known names are suggested', async () => {
  await visitPosts()
  const dialog = await openPost(null)
  await save(dialog, 'Add')
  expect(dialog.getAllByText('School must not be empty.')).toHaveLength(2)
  expect(dialog.getAllByText('Role must not be empty.')).toHaveLength(2)
  const listKnown = (label: string | RegExp) =>
    [...(dialog.getByLabelText<HTMLInputElement>(label).list?.options ?? [])].map(({ value }) => value)
  expect(['School', /^Department/, 'Role'].map(listKnown)).toEqual([
    ['Technology', 'Library'],
    ['Computer Science'],
    ['Lecturer II', 'Librarian'],
  ])
  await fill('School', ' Library ', dialog)
  await fill('Role', 'Librarian', dialog)
  await save(dialog, 'Add')
  expect(dialog.getAllByText('This post is in the list already.')).toHaveLength(2)
  await fill('Role', 'Head librarian', dialog)
  await save(dialog, 'Add')
  expect(getPost('Head librarian').getByText('New, not saved')).toBeDefined()
})

test('a dialog that is left by Escape or Cancel changes nothing', async () => {
  await visitPosts()
  const dialog = await openPost(lecturerName)
  await fill('Vacancies (optional)', '3', dialog)
  await hitEscape()
  const again = await openPost(lecturerName)
  expect(again.getByLabelText<HTMLInputElement>('Vacancies (optional)').value).toBe('')
  await fill('Vacancies (optional)', '3', again)
  await click('Cancel', again)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(readStatus()).toBe('Nothing is changed yet.')
})

test('a change that is not possible is not sent; what was changed is still there to undo', async () => {
  api.answer({ previewExercise: { ...preview, effects: [{ ...added, text: 'Somebody holds it.', refused: true }] } })
  await visitPosts()
  await click(`Remove ${librarianName}`)
  await click('Review changes')
  await screen.findByText('This change is not possible')
  expect(screen.queryByRole('button', { name: 'Propose the change' })).toBeNull()
  const posts = [{ school: lecturer.school, department: lecturer.department, roles: [lecturer.role] }]
  expect(api.requests('previewExercise')[0]?.body).toEqual({ posts, effectiveAt: null, applyToUnpaid: false })
  await click('Go back and edit')
  expect(getPost('Librarian').getByText('To be removed')).toBeDefined()
})

test('after a change of somebody else the own changes are kept above the newest posts', async () => {
  await visitPosts()
  await click(`Remove ${librarianName}`)
  await giveVacancies('9')
  await click('Review changes')
  await screen.findByText('It is added.')
  const theirs = { requirements: { minYears: 4 }, closesAt: '2031-06-30T16:00:00.000Z' }
  const newest = buildExercise({
    version: 9,
    posts: [{ ...lecturer, accounts: 5, ...theirs }, librarian, { ...librarian, role: 'Archivist' }],
  })
  api.answer({ changeExercise: refuse('changed_meanwhile', { data: newest }) })
  await click('Propose the change')
  await findAlert('Somebody changed the settings meanwhile')
  expect(getPost('Lecturer II').getByText(/^9 vacancies; asks for .* 4; closes .*; 5 accounts$/)).toBeDefined()
  expect(getPost('Archivist')).toBeDefined()
  api.answer({ changeExercise: proposed })
  await click('Review changes')
  await screen.findByText('It is added.')
  await click('Propose the change')
  await findToast('Proposed. Somebody else must approve it.')
  const posts = [
    { school: 'Technology', department: 'Computer Science', roles: ['Lecturer II'] },
    { school: 'Library', department: null, roles: ['Archivist'] },
  ]
  const { school, department, role } = lecturer
  const postDetails = [{ school, department, role, vacancies: 9, ...theirs }]
  expect(api.requests('changeExercise').at(-1)).toMatchObject({ body: { posts, postDetails, version: 9 } })
})

test('posts of which nothing is changed here are the newest', async () => {
  await visitPosts()
  api.answer({ staffExercise: buildExercise({ version: 9, posts: [lecturer, { ...librarian, role: 'Archivist' }] }) })
  await comeBackLater()
  await waitFor(() => expect(getPost('Archivist')).toBeDefined())
})

test('a look that fails says why, and the changes are kept', async () => {
  api.answer({ previewExercise: refuse('exercise_archived') })
  await visitPosts()
  await giveVacancies('9')
  await click('Review changes')
  await screen.findByText('This exercise is archived: it can only be read.')
  expect(readStatus()).toBe('1 post is changed here and not saved yet.')
  await click('Discard my changes')
  expect(screen.queryByText('This exercise is archived: it can only be read.')).toBeNull()
})

test('the posts of an archived exercise can only be read', async () => {
  api.answer({ staffExercise: buildExercise({ isArchived: true, posts: [librarian] }) })
  await visitPosts()
  expect(screen.getByRole('heading', { name: '1 post' })).toBeDefined()
  expect(screen.getByText('This exercise is archived. Its posts cannot be changed any more.')).toBeDefined()
  expectNoChange()
})

test('who only reads settings only reads the posts, of which nothing says that they are archived', async () => {
  api.signInAs({ permissions: ['settings:read'] })
  await visitPosts()
  expect(screen.queryByText(/^This exercise is archived/)).toBeNull()
  expectNoChange()
})

function expectNoChange() {
  expect(screen.queryByRole('button', { name: /^(?:Edit|Remove|Add|Upload|Copy)/ })).toBeNull()
  expect(screen.queryByText('Nothing is changed yet.')).toBeNull()
}

test('a list is checked, and what it changes is taken over as if it were typed', async () => {
  const { school, department, role } = lecturer
  const changed = { school, department, role, vacancies: 5, requirements: {}, closesAt: null }
  const fresh = { ...changed, role: 'Professor' }
  const errors = [{ line: 4, column: 'vacancies', reason: 'must be a whole number up to 10000, or empty' }]
  await visitPosts()
  await click('Upload a list')
  const dialog = await findDialog('Upload a list of posts')
  expect(dialog.getByLabelText('List of posts').getAttribute('accept')).toMatch(/^\.csv,\.xlsx,/)
  await click('Check the list', dialog)
  await dialog.findByText('Choose a file that is not empty.')
  chooseFile('List of posts', new File(['school,department,role'], 'posts.csv', { type: 'text/csv' }))
  api.answer({ checkPosts: refuse('list_unreadable') })
  await click('Check the list', dialog)
  await dialog.findByText(/^This file is neither CSV nor an Excel workbook/)
  api.answer({ checkPosts: { posts: [changed, fresh], same: 1, failed: 1, errors, moreErrors: false } })
  await click('Check the list', dialog)
  await screen.findByText('2 new or changed, 1 unchanged, 1 failed')
  const result = await findDialog('Upload a list of posts')
  expect(result.getByRole('cell', { name: /whole number/ }).closest('tr')?.textContent).toContain('4vacancies')
  await click('Take over 2 posts', result)
  expect(getPost('Lecturer II').getByText('Changed, not saved')).toBeDefined()
  expect(getPost('Professor').getByText('New, not saved')).toBeDefined()
  expect(readStatus()).toBe('2 posts are changed here and not saved yet.')
  await click('Review changes')
  await screen.findByText('It is added.')
  const posts = [
    { school, department, roles: [role, 'Professor'] },
    { school: librarian.school, department: null, roles: [librarian.role] },
  ]
  expect(api.requests('previewExercise')).toMatchObject([{ body: { posts, postDetails: [changed, fresh] } }])
})

test('what one post asks for is copied to all others, or to chosen ones', async () => {
  const requirements = { minCertificate: 'msc', minYears: 4 }
  const third = { ...librarian, role: 'Archivist', vacancies: 2 }
  api.answer({ staffExercise: buildExercise({ posts: [{ ...lecturer, requirements }, librarian, third] }) })
  await visitPosts()
  await click('Copy requirements')
  const dialog = await findDialog('Copy requirements')
  await click('Copy', dialog)
  await dialog.findByText('Choose the post whose requirements are copied.')
  await user.selectOptions(dialog.getByLabelText('From'), librarianName)
  await dialog.findByText('Asks for nothing.')
  await user.selectOptions(dialog.getByLabelText('From'), lecturerName)
  await dialog.findByText('Asks for lowest certificate MSc, years of experience 4.')
  await click('Select all', dialog)
  await user.click(dialog.getByLabelText(librarianName))
  await click('Copy to 1 post', dialog)
  expect(getPost('Archivist').getByText(/^2 vacancies; asks for lowest certificate MSc/)).toBeDefined()
  expect(getPost('Librarian').getByText('0 accounts')).toBeDefined()
  expect(readStatus()).toBe('1 post is changed here and not saved yet.')
})

test('requirements are copied to at least one post; all others are chosen and cleared at once', async () => {
  await visitPosts()
  await click('Copy requirements')
  const dialog = await findDialog('Copy requirements')
  await user.selectOptions(dialog.getByLabelText('From'), dialog.getAllByRole<HTMLOptionElement>('option')[1]!)
  await click('Copy', dialog)
  await dialog.findByText('Choose at least one post to copy them to.')
  const boxes = () => dialog.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  await click('Select all', dialog)
  expect(boxes().every(Boolean)).toBe(true)
  expect(
    dialog.getByRole('button', { name: `Copy to ${boxes().length} post${boxes().length === 1 ? '' : 's'}` }),
  ).toBeDefined()
  await click('Clear selection', dialog)
  expect(boxes().some(Boolean)).toBe(false)
  expect(dialog.getByRole('button', { name: 'Copy' })).toBeDefined()
  const [first] = dialog.getAllByRole('checkbox')
  await user.click(first!)
  expect(boxes()[0]).toBe(true)
  await user.click(first!)
  expect(boxes()[0]).toBe(false)
})

test.each([
  [101, false, 'The first 100 errors:'],
  [1, true, 'The first 1 error:'],
  [1, false, null],
  [0, false, null],
])('of a list with %i errors, and more: %s, the page says: %s', async (count, moreErrors, said) => {
  const errors = Array.from({ length: count }, (_, line) => ({ line, column: '', reason: 'has no role' }))
  api.answer({ checkPosts: { posts: [], same: 1, failed: count, errors, moreErrors } })
  await visitPosts()
  await click('Upload a list')
  const dialog = await findDialog('Upload a list of posts')
  chooseFile('List of posts', new File([''], 'posts.csv', { type: 'text/csv' }))
  await click('Check the list', dialog)
  await dialog.findByText('Choose a file that is not empty.')
  chooseFile('List of posts', new File(['school'], 'posts.csv', { type: 'text/csv' }))
  await click('Check the list', dialog)
  await screen.findByText(/^0 new or changed/)
  const result = await findDialog('Upload a list of posts')
  expect(result.queryByText(/^The first/)?.textContent ?? null).toBe(said)
  expect(result.queryByRole('table') !== null).toBe(count > 0)
  expect(result.queryAllByText('The whole line')).toHaveLength(Math.min(count, 100))
  expect(result.queryByRole('button', { name: /^Take over/ })).toBeNull()
  await click('Cancel', result)
  expect(screen.queryByRole('dialog')).toBeNull()
})
