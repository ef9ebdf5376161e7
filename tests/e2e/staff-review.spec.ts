// A reviewer goes through a queue by keys alone; the next case appears at once.

import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { reviews } from '#server/database/schema/decisions/reviews.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { createReviewer, createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

type Product = Parameters<typeof submitCases>[0]

const readReviews = ({ database: { db } }: Product, number: string) =>
  db
    .select({ verdict: reviews.verdict, reasons: reviews.reasons, note: reviews.note })
    .from(reviews)
    .innerJoin(applications, eq(applications.id, reviews.applicationId))
    .where(eq(applications.number, number))

const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** The case after the one on the page has been loaded ahead. */
const waitForPrefetch = (page: Page, number: string) =>
  page.waitForResponse((response) => response.url().endsWith(`/staff/applications/${number}`))

test('a whole queue is reviewed by keys alone', async ({ page, product }) => {
  const school = createSchool()
  const [first, second, third] = await submitCases(product, school, ['Adeyemi', 'Bankole', 'Chukwu'])
  if (!first || !second || !third) throw new Error('Three cases were submitted.')
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Ngozi Reviewer'))
  const prefetched = waitForPrefetch(page, second.number)
  await page.goto('/staff/review')
  await expect(findHeading(page, first.name)).toBeVisible()
  await expect(page.getByText('0 of 3 today')).toBeVisible()
  await prefetched

  await page.keyboard.press('1')
  await expect(page.getByRole('radio', { name: 'Shortlist' })).toBeChecked()
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked()
  await page.keyboard.press('u')
  await expect(page.getByRole('radio', { name: 'Shortlist' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(findHeading(page, second.name)).toBeFocused()
  await expect(page.getByText('1 of 3 today')).toBeVisible()
  await expect.poll(() => readReviews(product, first.number)).toMatchObject([{ verdict: 'shortlist', reasons: [] }])

  await page.keyboard.press('2')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Choose at least one reason.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Your highest certificate is below' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Your highest certificate is below' })).toBeFocused()
  await expect(page.locator('[data-flagged]').getByRole('table', { name: 'Academic qualifications' })).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await expect(findHeading(page, third.name)).toBeFocused()
  await expect
    .poll(() => readReviews(product, second.number))
    .toMatchObject([{ verdict: 'reject', reasons: [{ code: 'certificate_too_low', about: 'academicQualification' }] }])

  await page.keyboard.press(']')
  await expect(page.getByText('Except the cases that you skipped.')).toBeVisible()
  await captureStaffPage(page, 'review-empty')
  await page.getByRole('button', { name: 'Show the skipped cases' }).press('Enter')
  await expect(findHeading(page, third.name)).toBeVisible()
  // A rejection with two reasons, of which one must say more.
  for (const key of ['2', 'g', 'o']) await page.keyboard.press(key)
  await expect(page.getByLabel('For the applicant', { exact: true })).toBeFocused()
  await page.keyboard.type('The page with the dates')
  await captureStaffPage(page, 'review-reasons')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect
    .poll(() => readReviews(product, third.number))
    .toMatchObject([
      { reasons: [{ code: 'experience_too_short' }, { code: 'incomplete', note: 'The page with the dates' }] },
    ])
  await expect(page.getByText('3 of 3 today')).toBeVisible()
})

test('the next case is there while the one before is being recorded, since it was loaded ahead', async ({
  page,
  product,
}) => {
  const school = createSchool()
  const [first, second] = await submitCases(product, school, ['Alabi', 'Bassey'])
  if (!first || !second) throw new Error('Two cases were submitted.')
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Quick Reviewer'))
  const prefetched = waitForPrefetch(page, second.number)
  await page.goto('/staff/review')
  await expect(findHeading(page, first.name)).toBeVisible()
  await prefetched
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/staff\//, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(findHeading(page, second.name)).toBeFocused()
  await expect(page.getByText('Recording…')).toBeVisible()
  expect(await readReviews(product, first.number)).toEqual([])
  release()
  await expect.poll(() => readReviews(product, first.number)).toHaveLength(1)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a review that could not be recorded comes back with all that was chosen and typed, also from another page', async ({
  page,
  product,
  expectFailure,
}) => {
  const school = createSchool()
  const [first, second] = await submitCases(product, school, ['Fagbemi', 'Gbadamosi'])
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Patient Reviewer'))
  await page.goto('/staff/review')
  await expect(findHeading(page, first?.name ?? '')).toBeVisible()
  const address = `**/api/v1/staff/applications/${first?.number}/reviews`
  expectFailure({ status: 503, url: /reviews$/ })
  await page.route(address, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.keyboard.press('3')
  await page.getByLabel('Note for colleagues').fill('Ask the second referee.')
  await page.keyboard.press('Control+Enter')
  await expect(findHeading(page, second?.name ?? '')).toBeVisible()
  await expect(page.getByText('What you chose and typed is kept.')).toBeVisible()
  await captureStaffPage(page, 'review-not-recorded')
  await page.unroute(address)
  await page.keyboard.press('2')
  await page.getByRole('button', { name: `Go back to ${first?.number}` }).click()
  await expect(findHeading(page, first?.name ?? '')).toBeVisible()
  await expect(page.getByText('What you chose and typed is kept.')).toBeHidden()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(findHeading(page, first?.name ?? '')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Hold' })).toBeChecked()
  await page.keyboard.press(']')
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked()
  await page.keyboard.press('[')
  await expect(findHeading(page, first?.name ?? '')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Hold' })).toBeChecked()
  await expect(page.getByLabel('Note for colleagues')).toHaveValue('Ask the second referee.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => readReviews(product, first?.number ?? ''))
    .toMatchObject([{ verdict: 'hold', note: 'Ask the second referee.' }])
})
