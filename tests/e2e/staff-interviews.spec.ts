// A result that somebody enters by hand. Interviews and their panels are part of a-whole-exercise.spec.ts.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'

test('a result is entered by hand', async ({ page, product }) => {
  const officer = await createStaff(product, ['exam'])
  const { id: exerciseId, year } = await prepareExercise(product)
  const { applicants } = await addSeatedSitting(product, {
    count: 1,
    madeBy: officer.id,
    exerciseId,
    sitting: formerTimes,
  })
  await useStaffSession(page, product.url, officer)
  await page.goto(`/staff/results?exercise=${year}`)
  await page.getByRole('button', { name: 'Enter a result…' }).click()
  await page.getByLabel('Application number').fill(applicants[0]?.number ?? '')
  await captureStaffPage(page, 'result-enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Score').fill('61.5')
  await captureStaffPage(page, 'result-enter-score')
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(findToast(page, 'Entered. Another person must confirm it.')).toBeVisible()
  await expect(page.getByRole('cell', { name: '61.5 of 100' })).toBeVisible()
})
