// Every page of the staff in a narrow window and with large text, by keys, and whether it moves while it loads.
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { staffBase, staffPaths } from '#shared/staff/paths.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { expectKeyboardWalk } from '#tests/support/browser/keyboard-walk.ts'
import { expectNoSidewaysScroll } from '#tests/support/browser/pages.ts'
import { areScreenshotsWanted } from '#tests/support/browser/screens/screenshots.ts'
import { withTextSize } from '#tests/support/browser/screens/text-clipping.ts'
import { useStaffSession } from '#tests/support/browser/staff-pages.ts'

type Page = Parameters<typeof useStaffSession>[0]

/** The narrowest phones, and a desk at 400 % zoom. */
const narrow = { width: 320, height: 640 }
/** Home has two columns there. */
const desk = { width: 1280, height: 800 }

const { signIn: _signIn, recover: _recover, invitation: _invitation, ...pathsBehindSignIn } = staffPaths
const pages = Object.values(pathsBehindSignIn)

/** Lists of which the demo has entries. */
const { applicants, applications, publications, payments, cases, settlements, complaints, people } = staffPaths
const lists = [applicants, applications, publications, payments, cases, settlements, complaints, people]

/** All that one person may hold together. */
const roles = staffRoleNames.filter((role) => role !== 'dpo' && role !== 'auditor')

test('no page scrolls sideways at 320 px, or with text of twice the size, or moves while it loads; Tab reaches all, and each cell has its head', async ({
  page,
  product,
}) => {
  // Half a hundred pages.
  test.setTimeout(300_000)
  // Whatever somebody is called.
  const name = 'Oluwaseunfunmilayo'.repeat(3)
  await useStaffSession(page, product.url, await createStaff(product, roles, { name }))
  await page.addInitScript(sumLayoutShifts)
  await page.setViewportSize(desk)
  await openStill(page, staffPaths.home)
  await page.setViewportSize(narrow)
  const entries: string[] = []
  for (const path of pages) {
    await openNarrow(page, path)
    const [first] = await page.locator(`a[href^="${staffBase}${path}/"][data-row-link]`).all()
    if (first) entries.push((await first.getAttribute('href')) ?? '')
  }
  expect(lists.filter((list) => !entries.some((entry) => entry.startsWith(`${staffBase}${list}/`)))).toEqual([])
  for (const entry of entries) await openNarrow(page, entry.slice(staffBase.length))
})

async function openStill(page: Page, path: string) {
  await page.goto(staffBase + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('alert')).toHaveCount(0)
  const shift = await page.evaluate(() => globalThis.sumOfLayoutShifts)
  expect.soft(shift, `the layout shift of ${path}`).toBeLessThanOrEqual(0.01)
}

async function openNarrow(page: Page, path: string) {
  await test.step(path, async () => {
    await openStill(page, path)
    await expectNoSidewaysScroll(page)
    expect(await page.evaluate(findCellsWithoutHead), `rows of ${path} whose cells have other heads`).toEqual([])
    await expectKeyboardWalk(page)
    if (areScreenshotsWanted) await expectAccessible(page)
    await withTextSize(page, '200%', () => expectNoSidewaysScroll(page))
  })
}

/** The rows that have not the columns of the heads of their table: a screen reader would name the wrong ones. Runs in the page. */
function findCellsWithoutHead(): string[] {
  const readColumns = (row: Element | null) =>
    [...(row?.children ?? [])].flatMap((cell, at) => (getComputedStyle(cell).display === 'none' ? [] : [at]))
  return [...document.querySelectorAll('table:has(thead)')].flatMap((table) => {
    const heads = readColumns(table.querySelector('thead tr')).join()
    const rows = [...table.querySelectorAll('tbody tr')]
    return rows.filter((row) => readColumns(row).join() !== heads).map((row) => row.outerHTML.slice(0, 200))
  })
}

declare global {
  var sumOfLayoutShifts: number
}

/** Runs in the page before its own scripts. */
function sumLayoutShifts() {
  globalThis.sumOfLayoutShifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.sumOfLayoutShifts += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
