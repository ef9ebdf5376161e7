// The exercise that is chosen in the head of the page decides what the inbox and the lists of accounts show.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'

test('complaints and lists of accounts follow the exercise in the head of the page', async ({ page, product }) => {
  const person = await createStaff(product, ['registry', 'helpdesk'], { isFresh: true })
  const { id: exerciseId, year } = await prepareExercise(product)
  const later = await createUnusedAccount(product, { exerciseId, userId: `RE${year % 100}-00001` })
  const complain = async (sender: object): Promise<string> => {
    const body = { complain: `About the year ${year}, please help me.`, ...sender }
    return (await product.call('POST', '/contact/create', { body })).body.data.number
  }
  const own = await complain({ userId: 'RE24-00005' })
  const theirs = await complain({ userId: later.userId })
  const unknown = await complain({ fullname: 'A Person', email: `switcher${year}@example.org` })

  await useStaffSession(page, product.url, person)
  await page.goto(`/staff/complaints?q=${encodeURIComponent(`the year ${year}`)}`)
  const rows = page.getByRole('table', { name: 'complaints' })
  await expect(rows.getByRole('link', { name: own })).toBeVisible()
  await expect(rows.getByRole('link', { name: unknown })).toBeVisible()
  await expect(rows.getByRole('link', { name: theirs })).toHaveCount(0)
  const switcher = page.getByLabel('Exercise', { exact: true })
  await switcher.selectOption(String(year))
  await expect(rows.getByRole('link', { name: theirs })).toBeVisible()
  await expect(rows.getByRole('link', { name: unknown })).toBeVisible()
  await expect(rows.getByRole('link', { name: own })).toHaveCount(0)
  await captureStaffPage(page, 'complaints-of-a-year')

  await page.getByRole('link', { name: 'Issue accounts' }).click()
  await expect(page.getByText('No list has been uploaded in this exercise yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Upload a list' }).click()
  await expect(page.getByText(`${year}, in preparation`, { exact: false }).last()).toBeVisible()
  await page.getByLabel('List of applicants').setInputFiles({
    name: `accounts-of-${year}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role
Bello,Amina,,new${year}@example.org,08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`,
    ),
  })
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('1 new · 0 unchanged · 0 failed')).toBeVisible()
  await page.getByRole('link', { name: 'Issue accounts' }).click()
  await expect(page.getByRole('link', { name: `accounts-of-${year}.csv` })).toBeVisible()
  await switcher.selectOption('2024')
  await expect(page.getByRole('link', { name: `accounts-of-${year}.csv` })).toHaveCount(0)
})
