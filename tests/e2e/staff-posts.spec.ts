// Administrators say which posts an exercise has, how many vacancies, what they ask for and when they close.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

const lecturer = 'Lecturer II, Computer Science, Technology'

test('posts get vacancies, requirements and a closing time, are added and removed, after a look at what it does', async ({
  page,
  product,
}) => {
  const admin = await createStaff(product, ['admin'])
  const { id: exerciseId, year } = await prepareExercise(product)
  await useStaffSession(page, product.url, admin)
  await page.goto(`/staff/settings/posts?exercise=${year}`)
  await expect(page.getByText('28 posts')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Lecturer III, Computer Science, Technology' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lecturer III, Computer Science, Technology' })
  await dialog.getByLabel('Vacancies').fill('three')
  await dialog.getByLabel('Years of experience').fill('200')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await captureStaffPage(page, 'posts-errors')
  await dialog.getByRole('link', { name: 'Enter the vacancies as a whole number, or leave it empty.' }).click()
  await expect(dialog.getByLabel('Vacancies')).toBeFocused()
  await dialog.getByLabel('Vacancies').fill('3')
  await dialog.getByLabel('Years of experience').fill('4')
  await dialog.getByLabel('Lowest certificate').selectOption('MSc')
  await dialog.getByLabel('Closes').fill('2031-06-30T17:00')
  await captureStaffPage(page, 'posts-edit')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: `Remove ${lecturer}` }).click()
  await page.getByRole('button', { name: 'Add a post' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a post' })
  await adding.getByLabel('School').fill('Technology')
  await adding.getByLabel('Department').fill('Computer Science')
  await adding.getByLabel('Role').fill('Professor')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 posts are changed here and not saved yet.')).toBeVisible()
  await captureStaffPage(page, 'posts-changed')

  await page.getByRole('button', { name: 'Upload a list' }).click()
  const upload = page.getByRole('dialog', { name: 'Upload a list of posts' })
  const list =
    'school,department,role,vacancies\nManagement,Accountancy,Lecturer I,2\nManagement,Accountancy,Lecturer II,many'
  await upload
    .getByLabel('List of posts')
    .setInputFiles({ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await upload.getByRole('button', { name: 'Check the list' }).click()
  await expect(upload.getByText('1 new or changed, 0 unchanged, 1 failed')).toBeVisible()
  await captureStaffPage(page, 'posts-upload')
  await upload.getByRole('button', { name: 'Take over 1 post' }).click()
  await expect(page.getByText('4 posts are changed here and not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy requirements' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy requirements' })
  await copy.getByLabel('From').selectOption('Lecturer III, Computer Science, Technology')
  await copy.getByLabel('Professor, Computer Science, Technology').check()
  await captureStaffPage(page, 'posts-copy')
  await copy.getByRole('button', { name: 'Copy to 1 post' }).click()
  await expect(page.getByText('4 posts are changed here and not saved yet.')).toBeVisible()

  await createApplicant(product, { exerciseId })
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByText('removed, but 1 account holds it.')).toBeVisible()
  await captureStaffPage(page, 'posts-refused')
  await page.getByRole('button', { name: 'Go back and edit' }).click()
  await page.getByRole('button', { name: `Undo the change of ${lecturer}` }).click()
  await page.getByRole('button', { name: 'Review changes' }).click()
  const review = page.getByRole('region', { name: 'Check the change' })
  await expect(review.getByText('Professor, Computer Science, Technology: added.')).toBeVisible()
  await expect(review.getByText(/closes (earlier, )?on 30 June 2031, 5:00 pm/)).toBeVisible()
  await captureStaffPage(page, 'posts-review')
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(findToast(page, 'Proposed. Somebody else must approve it.')).toBeVisible()
  await captureStaffPage(page, 'posts-proposed')
})
