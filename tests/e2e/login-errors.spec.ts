// Failed logins and their messages, and how long messages stay.

import { expect } from '#tests/support/browser/journey.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { installClock, stopClock } from '#tests/support/browser/page-clock.ts'
import { delayResponses, findToast, readLocalStorage } from '#tests/support/browser/pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'

test('the login form is centred, in the layout of all auth pages', async ({ page }) => {
  for (const name of ['login', 'update-password', 'forget-password', 'verify-nin', 'payment', 'success']) {
    await page.goto(`/auth/${name}`)
    const sheet = page.getByRole('main').locator('> *', { has: page.getByRole('heading', { level: 1 }) })
    // The page takes the place of its outline while this runs.
    await expect(async () => {
      const { x = 0, width = 0 } = (await sheet.boundingBox()) ?? {}
      expect(Math.abs(x + width / 2 - 640), name).toBeLessThan(8)
      expect(width, name).toBeLessThan(1000)
    }).toPass()
  }
})

test('while logging in the spinner turns; the next page opens after three seconds, the toast disappears after five', async ({
  page,
  product,
}) => {
  const { userId, password } = await createPaidApplicant(product)
  await installClock(page)
  await page.goto('/auth/login')
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const release = await delayResponses(page, '**/users/login')
  const button = page.getByRole('button', { name: 'Login' })
  await button.click()
  await expect(button).toBeDisabled()
  const spinner = button.locator('[data-spinner]')
  await expect(spinner).toHaveCSS('width', '20px')
  await expect(spinner).toHaveCSS('height', '20px')
  await expect(spinner).toHaveCSS('border-top-color', 'rgb(255, 255, 255)')

  await stopClock(page)
  release()
  const toast = findToast(page, 'Login successful.')
  await expect(toast).toBeVisible()
  const { token, user = '' } = await readLocalStorage(page)
  expect([token, JSON.parse(user)]).toEqual([expect.any(String), expect.objectContaining({ userId })])

  const box = page.getByRole('region', { name: 'Messages' }).locator('div').filter({ hasText: 'Login successful.' })
  await expect(box).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const { x = 0, y = 0, width = 0 } = (await box.boundingBox()) ?? {}
  expect([x + width > 1280 - 40, y < 40]).toEqual([true, true])

  await page.clock.runFor(2900)
  await expect(page).toHaveURL('/auth/login')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/app/dashboard')
  await page.clock.runFor(1700)
  await expect(toast).toBeVisible()
  await page.clock.runFor(300)
  await expect(toast).toBeHidden()
})
