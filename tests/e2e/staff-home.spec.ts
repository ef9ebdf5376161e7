// The first page after signing in: the steps of the exercise and what waits, as links into filtered lists.
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('counts that failed are asked for again, and lead into lists of as many', async ({
  page,
  product,
  expectFailure,
}) => {
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  const calls = /api\/v1\/staff\/counts/
  expectFailure({ status: 503, url: calls })
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff')
  await expect(page.getByText('What waits for you could not be counted')).toBeVisible()
  await captureStaffPage(page, 'home-failed')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  const submitted = page.getByRole('region', { name: 'Progress' }).getByRole('link', { name: /^Submitted/ })
  const count = Number(/Submitted (\d+)/.exec((await submitted.textContent()) ?? '')?.[1])
  await captureStaffPage(page, 'home-helpdesk')
  await submitted.click()
  await expect(page).toHaveURL('/staff/applicants?stage=submitted')
  await expect(page.getByText(`${count} applicant${count === 1 ? '' : 's'}`, { exact: true })).toBeVisible()

  await useStaffSession(page, product.url, await createStaff(product, ['chair']))
  await page.goto('/staff')
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await captureStaffPage(page, 'home-chair')
})

test('the code of a page comes while the session is asked for', async ({ page, product }) => {
  await useStaffSession(page, product.url, await createStaff(product, ['registry']))
  const { promise: codeIsThere, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/v1/staff/session', async (route) => {
    await codeIsThere
    await route.continue()
  })
  const code = page.waitForResponse(/\/applicants-page-[^/]*\.js$/)
  await page.goto('/staff/applicants')
  await code
  answer()
  await expect(page.getByRole('heading', { name: 'Applicants', level: 1 })).toBeVisible()
})

test('a page that is reached before Home has loaded has the focus on its heading', async ({ page, product }) => {
  await useStaffSession(page, product.url, await createStaff(product, ['admin']))
  // Never answered.
  await page.route(/\/home-page-[^/]*\.js$/, () => {})
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Exercise settings' })).toBeFocused()
})
