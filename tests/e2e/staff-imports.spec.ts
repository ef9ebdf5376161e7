// The registry uploads a list of applicants, corrects it, issues its accounts and takes them back.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createStaff, getCode } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
const createLine = (email: string, lga = 'Zaria') =>
  `Bello,Amina,,${email},08031234567,1985-06-15,f,Kaduna,${lga},Technology,Computer Science,Lecturer II`
const createFile = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([headings, ...lines].join('\n')),
})

test('a list is checked, issued after its number is typed, and taken back while nobody has logged in', async ({
  page,
  product,
  expectFailure,
}) => {
  const { id: exerciseId } = await prepareExercise(product)
  await useStaffSession(page, product.url, await createStaff(product, [{ role: 'registry', exerciseId }]))
  await page.goto('/staff/imports')
  await expect(page.getByText('No list has been uploaded in this exercise yet.')).toBeVisible()
  await captureStaffPage(page, 'imports-none')
  await useStaffSession(page, product.url, await createStaff(product, ['registry']))
  await page.goto('/staff/imports')
  await page.getByRole('link', { name: 'Add one applicant' }).click()
  expectFailure({ status: 400, url: /imports\/applicant/ })
  await page.getByRole('button', { name: 'Check the applicant' }).click()
  await expect(page.getByText('Choose a gender.')).toBeVisible()
  await captureStaffPage(page, 'import-one')
  await page.getByLabel('Surname').fill('Bello')
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Email').fill(`one-${randomUUID()}@example.org`)
  await page.getByLabel('Phone').fill('08031234567')
  await page.getByLabel('Date of birth').fill('1985-06-15')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('State').selectOption('Kaduna')
  await page.getByLabel('LGA').selectOption('Zaria')
  await page.getByLabel('Post').selectOption('Lecturer II, Computer Science, Technology')
  await page.getByRole('button', { name: 'Check the applicant' }).click()
  await expect(page.getByRole('button', { name: 'Issue 1 account' })).toBeVisible()
  await page.getByRole('link', { name: 'Upload another list' }).click()

  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  expect(readFileSync(await (await template).path(), 'utf8')).toContain('"surname","first name"')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('Choose a file that is not empty.')).toBeVisible()
  await captureStaffPage(page, 'imports-new')

  const name = `applicants-${randomUUID()}.csv`
  const lines = Array.from({ length: 12 }, (_, index) => createLine(`import-${index}@${name}.example.org`))
  const wrong = [createLine('wrong address'), createLine('import-90@example.org', 'Nowhere')]
  await page.getByLabel('List of applicants').setInputFiles(createFile(name, ...lines, ...wrong))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('12 new, 0 unchanged, 2 failed')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Kaduna has no LGA Nowhere' })).toBeVisible()
  await captureStaffPage(page, 'import-checked')
  const errors = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the lines with errors (CSV)' }).click()
  expect(readFileSync(await (await errors).path(), 'utf8')).toContain('LGA: Kaduna has no LGA Nowhere')

  await page.getByRole('button', { name: 'Issue 12 accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Issue 12 accounts' })
  await dialog.getByLabel('How many accounts will be issued').fill('14')
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(dialog.getByText('Enter 12 to continue.')).toBeVisible()
  await captureStaffPage(page, 'import-count')
  await dialog.getByLabel('How many accounts will be issued').fill('12')
  expectFailure({ status: 403, url: /apply/ })
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Code').fill(getCode(product))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('12 accounts issued')).toBeVisible({ timeout: 30_000 })
  await captureStaffPage(page, 'import-applied')

  await page.getByRole('link', { name: 'All lists' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name}.*Issued`) })).toBeVisible()
  await captureStaffPage(page, 'imports')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Take the accounts back' }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(findToast(page, '12 accounts taken back.')).toBeVisible()
  await expect(page.getByText('The accounts were taken back')).toBeVisible()
  await captureStaffPage(page, 'import-undone')
})
