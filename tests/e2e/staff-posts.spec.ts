// Administrators say which posts an exercise has, how many vacancies, what they ask for and when they close.
import type { Page } from '@playwright/test'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

const findPost = (page: Page, role: string) =>
  page
    .getByRole('region', { name: 'Computer Science, Technology' })
    .getByRole('listitem')
    .filter({ has: page.getByText(role, { exact: true }) })
const readPosts = async (admin: TestStaff, year: number) =>
  (await admin.call('GET', `/staff/exercises/${year}`)).body.data

test('posts get vacancies, requirements and a closing time, are added and removed, after a look at what it does', async ({
  page,
  product,
}) => {
  const admin = await createStaff(product, ['admin'])
  const { year } = await prepareExercise(product)
  await useStaffSession(page, product.url, admin)
  await page.goto(`/staff/settings/exercise?exercise=${year}`)
  await page.getByLabel('Exercise', { exact: true }).selectOption(String(year))
  await page.getByRole('link', { name: 'Posts' }).click()
  await expect(page.getByRole('heading', { name: 'Posts', level: 1 })).toBeFocused()
  await expect(page.getByText('28 posts')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Lecturer II, Computer Science, Technology' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lecturer II, Computer Science, Technology' })
  await dialog.getByLabel('Vacancies').fill('three')
  await dialog.getByLabel('Years of experience').fill('200')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(dialog.getByRole('link', { name: 'Years of experience: Enter 60 at most.' })).toBeVisible()
  await captureStaffPage(page, 'posts-errors')
  await dialog.getByRole('link', { name: 'Enter the vacancies as a whole number, or leave it empty.' }).click()
  await expect(dialog.getByLabel('Vacancies')).toBeFocused()
  await dialog.getByLabel('Vacancies').fill('3')
  await dialog.getByLabel('Years of experience').fill('4')
  await dialog.getByLabel('Lowest certificate').selectOption('MSc')
  await dialog.getByLabel('Closes').fill('2031-06-30T17:00')
  await captureStaffPage(page, 'posts-edit')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  const row = findPost(page, 'Lecturer II')
  await expect(row).toContainText('lowest certificate MSc, years of experience 4')
  await expect(row).toContainText('Changed, not saved')

  await page.getByRole('button', { name: 'Remove Senior Lecturer, Accountancy, Management' }).click()
  await page.getByRole('button', { name: 'Add a post' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a post' })
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('Role must not be empty.').first()).toBeVisible()
  await adding.getByLabel('School').fill('Technology')
  await adding.getByLabel('Department').fill('Computer Science')
  await adding.getByLabel('Role').fill('Lecturer II')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('This post is in the list already.').first()).toBeVisible()
  await adding.getByLabel('Role').fill('Professor')
  await adding.getByLabel('Vacancies').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 posts are changed here and not saved yet.')).toBeVisible()
  await captureStaffPage(page, 'posts-changed')

  await page.getByRole('button', { name: 'See what it changes' }).click()
  const review = page.getByRole('region', { name: 'Check the change' })
  await expect(review.getByText('Professor, Computer Science, Technology: added.')).toBeVisible()
  await expect(review.getByText('Senior Lecturer, Accountancy, Management: removed; nobody holds it.')).toBeVisible()
  await expect(review.getByText(/closes earlier, on 30 June 2031, 5:00 pm: 0 drafts shut out/)).toBeVisible()
  await captureStaffPage(page, 'posts-review')
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(findToast(page, 'The settings are changed.')).toBeVisible()
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible()
  const { posts, settings } = await readPosts(admin, year)
  expect(posts.find(({ role }: { role: string }) => role === 'Professor')).toMatchObject({ vacancies: 1, accounts: 0 })
  expect(posts).toContainEqual({
    school: 'Technology',
    department: 'Computer Science',
    role: 'Lecturer II',
    vacancies: 3,
    requirements: { minCertificate: 'msc', minYears: 4 },
    closesAt: '2031-06-30T16:00:00.000Z',
    accounts: 0,
  })
  expect(settings.posts).toHaveLength(6)
})

test('a post that accounts hold cannot be removed, and what was typed survives a change of somebody else', async ({
  page,
  product,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'])
  const second = await createStaff(product, ['admin'])
  const { id: exerciseId, year } = await prepareExercise(product)
  await useStaffSession(page, product.url, admin)
  await page.goto(`/staff/settings/posts?exercise=${year}`)
  await page.getByRole('button', { name: 'Remove Lecturer II, Computer Science, Technology' }).click()
  await page.getByRole('button', { name: 'Edit Lecturer III, Computer Science, Technology' }).click()
  await page.getByRole('dialog').getByLabel('Vacancies').fill('9')
  await page.keyboard.press('Enter')
  await createApplicant(product, { exerciseId })
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await expect(page.getByText('removed, but 1 account holds it.')).toBeVisible()
  await expect(page.getByText('This change is not possible')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Propose the change' })).toBeHidden()
  await captureStaffPage(page, 'posts-refused')
  await page.getByRole('button', { name: 'Go back and edit' }).click()
  await page.getByRole('button', { name: 'Undo the change of Lecturer II, Computer Science, Technology' }).click()

  await page.getByRole('button', { name: 'See what it changes' }).click()
  const body = { body: { title: 'Theirs', version: 1 } }
  const { proposal } = (await second.call('PUT', `/staff/exercises/${year}`, body)).body.data
  const third = await createStaff(product, ['admin'])
  await third.call('POST', `/staff/exercise-changes/${proposal}`, { body: { decision: 'approve' } })
  expectFailure({ status: 409, url: /exercises/ })
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(page.getByText('Somebody changed the settings meanwhile')).toBeVisible()
  await expect(findPost(page, 'Lecturer III')).toContainText('9 vacancies')
  await expect(page.getByRole('button', { name: 'Remove Lecturer II, Computer Science, Technology' })).toBeHidden()
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(findToast(page, 'Proposed. Somebody else must approve it.')).toBeVisible()
  await expect(
    page.getByText('Lecturer III, Computer Science, Technology: vacancies change from not stated to 9.'),
  ).toBeVisible()
  await captureStaffPage(page, 'posts-proposed')
})

test('lists are filtered by the posts that the exercise has now; a filter by a former one keeps its name', async ({
  page,
  product,
}) => {
  const admin = await createStaff(product, ['admin', 'registry'])
  const { id: exerciseId, year } = await prepareExercise(product)
  const { settings, version } = await readPosts(admin, year)
  const posts = [
    { school: 'Health Sciences', department: null, roles: ['Chief Nursing Tutor'] },
    ...settings.posts.filter(({ school }: { school: string }) => school !== 'Management'),
  ]
  const saved = await admin.call('PUT', `/staff/exercises/${year}`, { body: { posts, version } })
  expect(saved.status).toBe(200)
  const facts = { exerciseId, school: 'Health Sciences', department: null, role: 'Chief Nursing Tutor' }
  const { userId } = await createApplicant(product, facts)

  await useStaffSession(page, product.url, admin)
  for (const list of ['applicants', 'applications']) {
    await page.goto(`/staff/${list}?exercise=${year}&school=Management`)
    await expect(page.getByRole('button', { name: 'Remove the filter School: Management' })).toBeVisible()
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    const school = page.getByRole('group', { name: 'School' })
    await expect(school.getByLabel('Health Sciences')).toBeVisible()
    await expect(school.getByLabel('Management')).toBeChecked()
    await school.getByLabel('Management').uncheck()
    await school.getByLabel('Health Sciences').check()
    await page.getByLabel('Post', { exact: true }).selectOption('Chief Nursing Tutor')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL(/school=Health(\+|%20)Sciences/)
    await expect(
      page.getByText(list === 'applicants' ? '1 applicant' : '0 applications', { exact: true }),
    ).toBeVisible()
    await captureStaffPage(page, `${list}-new-post`)
  }
  await page.goto(`/staff/applicants/${userId}`)
  await expect(page.getByText('Health Sciences')).toBeVisible()

  await page.goto('/staff/people/new')
  await page.getByLabel('Role', { exact: true }).selectOption('Reviewer')
  await page.getByLabel('School').selectOption('Health Sciences')
  await page.getByRole('group', { name: 'Role 1' }).getByLabel('Exercise').selectOption(String(year))
  await expect(page.getByLabel('School').getByRole('option', { name: 'Management' })).toHaveCount(0)
  await expect(page.getByLabel('School')).toHaveValue('Health Sciences')
})
