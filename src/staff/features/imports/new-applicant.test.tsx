// Somebody who is on no list is added in a form.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { accountListColumns } from '#shared/staff/account-list.ts'
import { buildImport } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  fill,
  findFieldErrors,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const posts = [
  { school: 'Technology', department: 'Computer Science', role: 'Lecturer II', closed: false },
  { school: 'General Studies', department: null, role: 'Lecturer II Mathematics', closed: false },
]
beforeEach(() => {
  api.signInAs()
  api.answer({ staffPosts: { posts } })
})

const one = buildImport({ name: 'One applicant', lines: 1, good: 1, same: 0, failed: 0, errors: [] })

test('an applicant is checked for the chosen exercise, and then issued on the page of such a list', async () => {
  api.answer({ staffImports: { rows: [] }, checkApplicant: one })
  const page = await visit('/imports')
  await screen.findByText('No list has been uploaded in this exercise yet.')
  await user.click(await screen.findByRole('link', { name: 'Add one applicant' }))
  await fill('Surname', ' Bello ')
  await fill('First name', 'Amina')
  await fill('Email', 'amina@example.org')
  await fill('Phone', '08031234567')
  await fill('Date of birth', '1985-06-15')
  await user.selectOptions(screen.getByLabelText('Gender'), 'Female')
  await user.selectOptions(screen.getByLabelText('State'), 'Kaduna')
  await user.selectOptions(screen.getByLabelText('LGA'), 'Zaria')
  await user.selectOptions(screen.getByLabelText('Post'), 'Lecturer II Mathematics, General Studies')
  await fill(/^Application fee/, '9000')
  await click('Check the applicant')
  await screen.findByRole('button', { name: 'Issue 1 account' })
  expect(page.path()).toBe(`/imports/${one.id}`)
  // The answer has it already.
  expect(api.requests('staffImport')).toEqual([])
  expect(api.requests('checkApplicant')).toEqual([
    {
      query: { exercise: '2024' },
      body: {
        surname: 'Bello',
        firstName: 'Amina',
        middleName: '',
        email: 'amina@example.org',
        phone: '08031234567',
        dateOfBirth: '1985-06-15',
        gender: 'f',
        state: 'kaduna',
        lga: 'Zaria',
        school: 'General Studies',
        department: '',
        role: 'Lecturer II Mathematics',
        fee: '9000',
        charge: '',
      },
    },
  ])
  await user.click(screen.getByRole('link', { name: 'All lists' }))
  await waitFor(() => expect(api.requests('staffImports')).toHaveLength(2))
})

test.each([
  ['applicant', 'Surname'],
  ['new', 'List of applicants'],
])('the form of /imports/%s names the exercise, unless there is none', async (page, field) => {
  await visit(`/imports/${page}`)
  expect(screen.getByText(/ will belong to the exercise .*, 2024, current\.$/)).toBeDefined()
  cleanup()
  api.signInAs({ exercises: [] })
  await visit(`/imports/${page}`)
  expect(await screen.findByLabelText(field)).toBeDefined()
  expect(screen.queryByText(/ will belong to /)).toBeNull()
})

test('a post that was chosen stays when a colleague adds another, and posts that cannot be read are not taken for none', async () => {
  api.answer({ staffPosts: refuse('unavailable') })
  await visit('/imports/applicant')
  const unread = 'The posts have not been read yet, so that none can be chosen.'
  expect(screen.getByLabelText('Post')).toBe(screen.getByRole('combobox', { description: unread }))
  api.answer({ staffPosts: { posts: posts.slice(0, 1) } })
  await comeBackLater()
  const chosen = await screen.findByRole<HTMLOptionElement>('option', { name: /^Lecturer II, Computer Science/ })
  await user.selectOptions(screen.getByLabelText('Post'), chosen.value)
  expect(screen.queryByText(unread)).toBeNull()
  api.answer({ staffPosts: { posts } })
  await comeBackLater()
  await screen.findByRole('option', { name: 'Lecturer II Mathematics, General Studies' })
  expect(screen.getByLabelText('Post')).toHaveProperty('value', chosen.value)
})

test('each field says what is wrong with it', async () => {
  const columns = accountListColumns.filter((one) => one !== 'role' && one !== 'department')
  api.answer({ checkApplicant: refuseFields(...columns) })
  await visit('/imports/applicant')
  await click('Check the applicant')
  expect(await findFieldErrors()).toEqual({
    Surname: 'Not this surname.',
    'First name': 'Not this firstName.',
    'Middle name (optional)': 'Not this middleName.',
    Email: 'Not this email.',
    Phone: 'Not this phone.',
    'Date of birth': 'Not this dateOfBirth.',
    Gender: 'Not this gender.',
    State: 'Not this state.',
    LGA: 'Not this lga.',
    Post: 'Not this school.',
    'Application fee (optional)': 'Not this fee.',
    'Charge (optional)': 'Not this charge.',
  })
  for (const column of ['department', 'role']) {
    api.answer({ checkApplicant: refuseFields(column) })
    await click('Check the applicant')
    await waitFor(async () => expect(await findFieldErrors()).toEqual({ Post: `Not this ${column}.` }))
  }
})

test('once the account is issued its page is one click away', async () => {
  const userId = 'RE24-00013'
  api.answer({ staffImport: { ...one, state: 'applied', applied: 1, appliedAt: one.madeAt, userId } })
  await visit(`/imports/${one.id}`)
  expect(screen.getByRole('link', { name: userId }).getAttribute('href')).toBe(`/staff/applicants/${userId}`)
})
