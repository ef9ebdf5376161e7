// The dashboard of the demo's people: one next step for each stage.
import { expect, test } from '#tests/support/browser/journey.ts'
import { restoreSession } from '#tests/support/browser/pages.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

for (const [stage, title, path] of [
  ['paid', 'Verify your NIN', '/auth/verify-nin'],
  ['identified', 'Complete your application', '/app/application'],
  ['submitted', 'Your application is submitted', '/app/prints'],
  ['rejected', 'The registry has notes for you', '/contact'],
] as const)
  test(`the dashboard of an applicant who is ${stage} has one next step, and leads to it`, async ({ page }) => {
    await restoreSession(page, findDemoPerson(stage))
    await page.goto('/app/dashboard')
    const promo = page.getByRole('region', { name: title })
    await expect(promo.getByRole('link', { name: 'Continue Application' })).toBeVisible()
    await promo.getByRole('link').first().click()
    await expect(page).toHaveURL((url) => url.pathname === path)
  })

test('an applicant whose application was rejected can reply to the notes, with the number filled in', async ({
  page,
}) => {
  const { userId } = findDemoPerson('rejected')
  await restoreSession(page, findDemoPerson('rejected'))
  await page.goto('/app/dashboard')
  const card = page.getByRole('listitem').filter({ hasText: 'Application status' })
  await expect(card).toContainText(/Sent .+, APP-2024-\d{6}\. The registry has notes for you/)
  const number = /APP-2024-\d{6}/.exec((await card.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('Note: ')
  await page.getByRole('link', { name: 'Reply to the registry' }).first().click()
  await expect(page.getByLabel('User ID')).toHaveValue(userId)
  await expect(page.getByRole('textbox').last()).toHaveValue(`About my application ${number}:\n`)
})

test('the exam can be put into a calendar', async ({ page }) => {
  await page.goto('/auth/login')
  const { userId, password } = findDemoPerson('verified')
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Your exam' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)
})
