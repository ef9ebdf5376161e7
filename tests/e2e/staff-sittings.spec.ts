// The exam officer arranges where and when shortlisted applicants sit. How they get seats is part of a-whole-exercise.spec.ts.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'

test('a venue is added, and a sitting moves with everybody who has a seat in it', async ({
  page,
  product,
  expectFailure,
}) => {
  const officer = await createStaff(product, ['exam'])
  const { id: exerciseId, year } = await prepareExercise(product)
  const { id, applicants } = await addSeatedSitting(product, { count: 3, madeBy: officer.id, exerciseId })
  await product.database.pool.query(`update applications set decision = 'verified' where id = any($1)`, [
    applicants.map(({ applicationId }) => applicationId),
  ])
  const other = await addSeatedSitting(product, {
    applications: [],
    madeBy: officer.id,
    exerciseId,
    sitting: { label: 'Batch B', capacity: 10 },
  })
  await useStaffSession(page, product.url, officer)

  await page.goto(`/staff/sittings/venues?exercise=${year}`)
  await page.getByRole('button', { name: 'Add a venue' }).click()
  const venue = page.getByRole('dialog', { name: 'Add a venue' })
  await venue.getByLabel('Name').fill('Centre for Information Technology')
  expectFailure({ status: 400, url: /\/venues$/ })
  await venue.getByRole('button', { name: 'Add' }).click()
  await expect(venue.getByText('Enter the address.')).toBeVisible()
  await captureStaffPage(page, 'venue-errors')
  await venue.getByLabel('Address').fill('12 College Road, Abeokuta')
  await venue.getByLabel('State').selectOption({ label: 'Ogun' })
  await venue.getByRole('button', { name: 'Add' }).click()
  await expect(findToast(page, 'The venue is added.')).toBeVisible()
  await captureStaffPage(page, 'venues')

  await page.getByRole('main').getByRole('link', { name: 'Sittings' }).click()
  await expect(page.getByRole('link', { name: 'Batch A' })).toBeVisible()
  await captureStaffPage(page, 'sittings')
  await page.getByRole('link', { name: 'Batch A' }).click()
  await page.getByRole('link', { name: '3', exact: true }).first().click()
  await expect(page).toHaveURL(`/staff/seats?sitting=${id}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page
    .getByRole('checkbox', { name: /^Choose APP-/ })
    .first()
    .check()
  await captureStaffPage(page, 'seats')
  await page.getByRole('button', { name: 'Move to another sitting' }).click()
  const moveSeat = page.getByRole('dialog', { name: 'Move to another sitting' })
  await moveSeat.getByLabel('Sitting').selectOption(other.id)
  await captureStaffPage(page, 'seats-move')
  await moveSeat.getByLabel('Reason').fill('A wheelchair user.')
  await moveSeat.getByRole('button', { name: 'Move' }).click()
  await expect(
    findToast(page, 'The seats are moved. Applicants read it once the new ones are published.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Batch B/ })).toBeVisible()

  await addSeatedSitting(product, {
    applications: applicants.slice(1).map(({ applicationId }) => applicationId),
    madeBy: officer.id,
    exerciseId,
    sitting: { kind: 'interview', label: 'Panel A' },
  })
  await page.goto(`/staff/sittings/${id}`)
  await page.getByRole('button', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move the sitting' })
  await move.getByLabel('Starts').fill('2039-03-04T09:30')
  await captureStaffPage(page, 'sitting-move')
  await move.getByLabel('Reason').fill('The hall has no power until nine.')
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(findToast(page, 'The sitting is moved. Applicants read it once its seats are published.')).toBeVisible()
  await expect(page.getByText('2 applicants not told yet')).toBeVisible()
  await expect(page.getByText('2 applicants have another sitting at this time')).toBeVisible()
  await captureStaffPage(page, 'sitting-moved')
})
