// Forced colours and reduced motion: selection and focus stay visible. More of it is checked on the visits of
// screens.spec.ts.
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, logInOnPage, restoreSession } from '#tests/support/browser/pages.ts'
import { saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'
import { readStyle } from '#tests/support/browser/screens/styles.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('with forced colours', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  test('the current page, the current step and the exam day are outlined', async ({ page }) => {
    await restoreSession(page, findDemoPerson('verified'))
    await page.goto('/app/dashboard')
    const current = page.getByRole('link', { name: 'Dashboard' })
    await expect(current).toHaveAttribute('aria-current', 'page')
    expect(await readStyle(current, 'border-top-style')).toEqual(['solid'])
    const [filled] = await readStyle(page.getByRole('gridcell', { name: /, today$/ }), 'background-color')
    await page.getByRole('button', { name: /^Exam: / }).click()
    const exam = page.getByRole('gridcell', { name: /, exam$/ })
    const [plain, ring] = await readStyle(exam, 'background-color', 'outline-style')
    expect(filled).not.toBe(plain)
    expect(ring).toBe('solid')
    await saveScreenshot(page, 'forced-dashboard-1280', { fullPage: true })

    await restoreSession(page, findDemoPerson('paid'))
    await page.goto('/app/application')
    const dots = page.getByRole('list', { name: 'Steps of the form' }).locator('li [class*="dot"]')
    expect(await readStyle(dots.first(), 'outline-style')).toEqual(['solid'])
    expect(await readStyle(dots.last(), 'outline-style')).toEqual(['none'])
    await saveScreenshot(page, 'forced-step-1-1280', { fullPage: true })
  })

  test('the focus is visible', async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByLabel('User ID').focus()
    for (let n = 0; n < 4; n += 1) {
      const [style, width] = await readStyle(page.locator(':focus'), 'outline-style', 'outline-width')
      expect([style, width]).toEqual(['solid', '3px'])
      await page.keyboard.press('Tab')
    }
  })
})

test('with reduced motion nothing moves', async ({ page, expectFailure }) => {
  expectFailure({ status: 401, url: /users\/login$/ })
  const findMaxDuration = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .flatMap(({ transitionDuration, animationDuration, animationName }) => [
          ...transitionDuration.split(','),
          // With reduced motion the spinner fades instead of turning.
          ...(/breathe/.test(animationName) ? [] : animationDuration.split(',')),
        ])
        .reduce((max, duration) => Math.max(max, Number.parseFloat(duration)), 0),
    )
  await logInOnPage(page, { userId: 'RE24-77777', password: 'wrong-one' })
  await expect(findToast(page, 'User ID or password is incorrect.')).toBeVisible()
  expect(await findMaxDuration()).toBe(0)
  await restoreSession(page, findDemoPerson('paid'))
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  expect(await findMaxDuration()).toBe(0)
})
