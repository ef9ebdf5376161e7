import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { logInOnPage, readLocalStorage } from '#tests/support/browser/pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { waitForMail } from '#tests/support/simulators/simulator-controls.ts'

const newPassword = 'four calm rivers'

test('V7.4.1 V14.3.1 a paid applicant lands on the dashboard, and logging out ends the session in the browser and on the server', async ({
  page,
  product,
}) => {
  await page.goto('/auth/login')
  const notice = page.getByText('Application is currently closed')
  await expect(notice).toHaveCSS('font-weight', '700')
  await expect(notice).toHaveCSS('color', 'rgb(179, 37, 27)')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Click to Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  await logInOnPage(page, await createPaidApplicant(product))
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, Example Amina Bola' })).toBeVisible()
  const { token } = await readLocalStorage(page)
  expect((await product.call('GET', '/users/me', { token })).status).toBe(200)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  const left = Object.keys(await readLocalStorage(page))
  for (const key of ['user', 'token', 'applyData', 'rrr']) expect(left).not.toContain(key)
  // The page does not wait for the server's answer to the logout.
  await expect.poll(async () => (await product.call('GET', '/users/me', { token })).status).toBe(401)

  await page.goBack()
  await expect(page).toHaveURL('/auth/login')
})

test('the link in a password email works once', async ({ page, product, expectFailure }) => {
  const { userId, email } = await createPaidApplicant(product)
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expectAccessible(page)
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()

  const link = linkIn((await waitForMail(product, email, /password/i)).text)
  await page.goto(link)
  await expectAccessible(page)
  const replace = async (password: string) => {
    await page.getByLabel('User ID').fill(userId)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password').fill(password)
    await page.getByRole('button', { name: 'Update Password' }).click()
  }
  await replace('short')
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible()
  await replace(newPassword)
  await expect(page).toHaveURL('/app/dashboard')

  expectFailure({ status: 403, url: /\/users\/update-password-user$/ })
  await page.goto(link)
  await replace('another calm river')
  await expect(page.getByRole('main').getByText('This link has expired or has been used.')).toBeVisible()
  expect((await product.call('POST', '/users/login', { body: { userId, password: newPassword } })).status).toBe(200)
})

const linkIn = (text: string) => /https?:\/\/\S+code=[\w-]+/.exec(text)?.[0] ?? ''
