// The registry's menu against the server: each page, and each of its filters. Which calls the pages make for which role is
// tested without a browser (src/staff/app/staff-app.test.tsx).
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { useStaffSession } from '#tests/support/browser/staff-pages.ts'

type Page = Parameters<typeof useStaffSession>[0]

test('every page and filter that the menu offers to the registry works', async ({ page, product }) => {
  // A dozen pages.
  test.slow()
  await useStaffSession(page, product.url, await createStaff(product, ['registry']))
  // The last page of the menu, so that each of its links leads to another page.
  await page.goto('/staff/me')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const name of await menu.getByRole('link').allTextContents()) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await applyEachFilter(page)
  }
})

/** Chooses the last choice of each filter, all together. */
async function applyEachFilter(page: Page) {
  const button = page.getByRole('button', { name: /^Filters/ })
  if ((await button.count()) === 0) return
  await button.click()
  const filters = page.getByRole('form', { name: 'Filters' })
  await expect(filters).toBeVisible()
  // At once: a list has up to twenty controls, and the form reads them when it is submitted.
  await filters.evaluate((form) => {
    for (const select of form.querySelectorAll('select')) select.selectedIndex = select.options.length - 1
    for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) box.checked = true
  })
  await filters.getByRole('button', { name: 'Apply filters' }).click()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('could not be loaded', { exact: false })).toHaveCount(0)
}
