// What a role cannot use is not offered to it: no page of its menu makes a call that is refused.
import { type StaffRole, staffRoleNames } from '#shared/roles/permissions.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { useStaffSession as setStaffSession } from '#tests/support/browser/staff-pages.ts'

type Page = Parameters<typeof setStaffSession>[0]

for (const role of staffRoleNames)
  test(`every page and filter that the menu offers works for the role ${role}`, async ({ page, product }) => {
    // A dozen pages, each loaded anew.
    test.slow()
    await openAs(role, page, product)
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const name of await menu.getByRole('link').allTextContents()) {
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await applyEachFilter(page)
    }
  })

type Product = Parameters<typeof createStaff>[0] & { url: string }

/** On the last page of the menu, so that each of its links leads to another page. */
async function openAs(role: StaffRole, page: Page, product: Product) {
  await setStaffSession(page, product.url, await createStaff(product, [role]))
  await page.goto('/staff/me')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

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
