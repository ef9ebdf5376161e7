// Public pages, whose HTML shows fields and buttons before their code has loaded.
import { expect, test } from '#tests/support/browser/journey.ts'
import { delayResponses, readLocalStorage } from '#tests/support/browser/pages.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test('a login that is sent while the code loads is done once it has loaded, with what was typed', async ({ page }) => {
  const { userId, password } = findDemoPerson('paid')
  const release = await delayResponses(page, '**/assets/*.js')
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('button', { name: 'Login' })
  await button.click()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(await readLocalStorage(page)).not.toHaveProperty('token')

  const logins: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/users/login')) logins.push(request.method())
  })
  release()
  await expect(page).toHaveURL('/app/dashboard')
  expect(logins).toEqual(['POST'])

  const releaseContact = await delayResponses(page, '**/assets/*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  const complaint = page.getByLabel('Complaint')
  await complaint.fill('My is misspelt.')
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await complaint.press(key)
  await page.keyboard.type('name')
  releaseContact()
  // Filled in by the code, beside what was typed before.
  await expect(page.getByLabel('User ID')).toHaveValue(userId)
  await page.keyboard.type(' ')
  await expect(complaint).toHaveValue('My name is misspelt.')
})

test('the Enter key in a field and the buttons beside the fields wait for the code, too', async ({ page }) => {
  const release = await delayResponses(page, '**/assets/*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByRole('tab', { name: 'New Applicant' }).click()
  await expect(page.getByRole('tab', { name: 'New Applicant' })).toHaveAttribute('aria-selected', 'false')
  release()
  await expect(page.getByRole('tab', { name: 'New Applicant' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('FullName')).toBeVisible()

  const releaseAgain = await delayResponses(page, '**/assets/*.js')
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByLabel('User ID').fill('RE24-77777')
  await page.getByLabel('Password', { exact: true }).fill('typed-early')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('User ID').press('Enter')
  await expect(page.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true')
  await page.route('**/users/login', () => {})
  const sent = page.waitForRequest('**/users/login')
  releaseAgain()
  expect((await sent).postDataJSON()).toEqual({ userId: 'RE24-77777', password: 'typed-early' })
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')

  const releaseContact = await delayResponses(page, '**/assets/*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('User ID').fill('RE24-77777')
  await page.getByLabel('Complaint').fill('My name is misspelt.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.route('**/contact/create', () => {})
  const complaint = page.waitForRequest('**/contact/create')
  releaseContact()
  expect((await complaint).postDataJSON()).toMatchObject({ userId: 'RE24-77777', complain: 'My name is misspelt.' })
})

test('when the code cannot be loaded, a form that is sent loads the page again', async ({ page, expectFailure }) => {
  expectFailure({ status: 'ERR_CONNECTION_FAILED', url: /\/assets\/.*\.js$/ })
  await page.route('**/assets/*.js', (route) => route.abort('connectionfailed'))
  await page.goto('/auth/login')
  await page.unroute('**/assets/*.js')
  await page.getByLabel('User ID').fill('RE24-77777')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Login' }).click()
  await loaded
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})
