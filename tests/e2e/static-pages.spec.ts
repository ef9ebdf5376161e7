// Pages without forms: start page, slips, notifications.
import type { Page } from '@playwright/test'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { findChromium } from '#tests/support/browser/chromium.ts'
import { findFreeYear } from '#tests/support/browser/exercises.ts'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { expectNoSidewaysScroll, restoreSession } from '#tests/support/browser/pages.ts'
import { useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

/** Clicks Print and returns whether the page called `window.print`. */
async function isPrintRequested(page: Page): Promise<boolean> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  return page.evaluate(() => document.body.hasAttribute('data-printed'))
}

test('the start page says who recruits for what, whether applications are open, and how to apply', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Academic Staff Recruitment 2024')
  await expect(page.getByRole('banner')).toContainText('State Institute of Technology and Management')
  await expect(page.getByRole('main').getByText('Application is currently closed')).toBeVisible()
  const schools = page.getByRole('region', { name: 'Posts' }).getByRole('article')
  await expect(schools.getByRole('heading', { level: 3 })).toHaveText([
    'School of Technology',
    'School of Management',
    'School of General Studies',
  ])
  await expect(schools.nth(1).getByRole('heading', { level: 4 })).toHaveText(['Accountancy'])
  await expect(schools.nth(2)).toContainText('Lecturer II Entrepreneurship')
  await expect(page.getByRole('region', { name: 'How to apply' }).getByRole('listitem')).toHaveCount(5)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login')
  await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  const advert = main.getByRole('link', { name: 'Download the advert (PDF)' })
  await expect(advert).toHaveAttribute('href', '/api/v1/exercise/advert.pdf')
})

test('the privacy notice says who keeps what, why, for how long and what applicants can ask, and every footer links to it', async ({
  page,
}) => {
  for (const path of ['/', '/auth/login']) {
    await page.goto(path)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy notice')
  }
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Who is responsible',
    'What we use, and why',
    'Who else receives it',
    'How long we keep it',
    'What you can ask of us',
  ])
  const main = page.getByRole('main')
  await expect(main).toContainText('State Institute of Technology and Management')
  await expect(main).toContainText('Version of')
  await expect(main.getByRole('link', { name: 'Nigeria Data Protection Commission' })).toBeVisible()
  await expectAccessible(page)

  await restoreSession(page, findDemoPerson('submitted'))
  await page.goto('/app/dashboard')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
})

test('the payment slip shows the applicant and a table of the payment, and can be printed', async ({ page }) => {
  const { surname, firstName, middleName, phone, email } = findDemoPerson('submitted')
  await restoreSession(page, findDemoPerson('submitted'))
  await page.goto('/app/payment')
  const slip = page.getByRole('article')
  for (const fact of ['Recruitment 2024', `${surname} ${firstName} ${middleName}`, phone, email])
    await expect(slip).toContainText(fact)
  await expect(slip.getByRole('columnheader')).toHaveText([
    'Date paid',
    'RRR',
    'Amount',
    'Amount charged',
    'Type',
    'Status',
  ])
  const cells = slip.getByRole('cell')
  await expect(cells.nth(0)).toHaveText(/\d{4}, \d+:\d\d [ap]m/)
  await expect(cells.nth(1)).toHaveText(/^\d{4} \d{4} \d{4}$/)
  await expect(cells.nth(2)).toHaveText('₦12,000.00')
  await expect(cells.nth(3)).toHaveText('₦12,500.00')
  await expect(cells.nth(4)).not.toBeEmpty()
  await expect(cells.nth(5)).toHaveText('Paid')
  expect(await isPrintRequested(page)).toBe(true)
})

test('titles name the institution, and shared links have a description', async ({ page }) => {
  for (const [path, title] of [
    ['/', 'Academic staff recruitment – SITM Recruitment 2024'],
    ['/auth/login', 'Log in – SITM Recruitment 2024'],
    ['/contact', 'Contact us – SITM Recruitment 2024'],
  ] as const) {
    const html = await (await page.request.get(path)).text()
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain(`<meta property="og:title" content="${title}"`)
    expect(html).toMatch(/<meta\s+name="description"\s+content="Apply for academic posts/)
    // Apps that draw a link take no relative address.
    expect(html).toMatch(/<meta property="og:image" content="https?:\/\/[^"/]+\/icon-512\.png"/)
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
  const html = await (await page.request.get('/app/dashboard')).text()
  expect(html).toContain('<title>Dashboard – SITM Recruitment 2024</title>')
})

test('the HTML of public pages has the facts of the running exercise, as text and as data, and hydrates without an error', async ({
  page,
  product,
}) => {
  const { setExercise } = createExerciseService(product.database)
  const facts = { institution: 'Hillside Polytechnic & College', shortName: 'HPC', title: 'Senior Staff Search' }
  const posts = [{ school: 'Mining', department: 'Geology', roles: ['Reader <I>'] }]
  const year = await findFreeYear(product)
  await setExercise({ year, ...facts, posts, status: 'open', current: true })
  try {
    for (const path of ['/', '/auth/login']) {
      const read = async () => (await page.request.get(path)).text()
      await expect.poll(read, { timeout: 15_000 }).toContain('Hillside Polytechnic &amp; College')
      const html = await read()
      expect(html).toMatch(new RegExp(`Senior Staff Search(<!-- -->)? (<!-- -->)?${year}`))
      expect(html).toMatch(new RegExp(`<title>[^<]* – HPC Recruitment ${year}</title>`))
      expect(html).not.toMatch(/State Institute|SITM|2024|Academic Staff Recruitment/)
      expect(html).not.toContain('currently closed')
    }
    // Whatever is hydrated is as it was sent: the call that would correct it is never answered.
    await page.route('**/api/v1/exercise', () => {})
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Senior Staff Search ${year}`)
    await expect(page.getByRole('heading', { name: 'School of Mining' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveTitle(`Log in – HPC Recruitment ${year}`)
    await page.goto('/auth/login')
    await expect(page.getByRole('contentinfo')).toContainText('Hillside Polytechnic & College')
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await setExercise({ year: 2024, current: true })
    await expect.poll(async () => (await page.request.get('/')).text(), { timeout: 15_000 }).toContain('2024')
  }
})

test('with scrollbars that take room, as on most desks, no page and no part of it has a needless one', async ({
  playwright,
  product,
}) => {
  const { executablePath, args, env } = await findChromium()
  const browser = await playwright.chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1280, height: 800 } })
  const listNeedless = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('html, body *')]
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element)
          const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
          const [wide, high] = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]
          if (element === document.documentElement) return wide > 0
          // A few pixels are no content that somebody would look for.
          return (scrolls(overflowX) && wide > 0 && wide < 24) || (scrolls(overflowY) && high > 0 && high < 24)
        })
        .map((element) => element.outerHTML.slice(0, 160)),
    )
  const expectNone = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await listNeedless(), path).toEqual([])
  }
  await page.goto('/')
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  for (const path of ['/', '/contact', '/auth/login', '/privacy']) await expectNone(path)
  await restoreSession(page, findDemoPerson('submitted'))
  for (const path of ['/app/dashboard', '/app/prints', '/app/settings', '/app/notification']) await expectNone(path)
  await useStaffSession(page, product.url, await createStaff(product, ['registry']))
  for (const path of ['/staff/', '/staff/applicants', '/staff/applications', '/staff/audit']) await expectNone(path)
  await browser.close()
})

test('an address that leads to nothing fits on a phone, however long its words are', async ({
  page,
  expectFailure,
}) => {
  expectFailure({ status: 404, url: /recruitment/ })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/${'recruitment'.repeat(8)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
