// The exam officer arranges where and when shortlisted applicants sit, and gives them seats.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'

test('venues and a sitting are added, shortlisted applicants get seats after a preview, and the list says who sits where', async ({
  page,
  product,
  expectFailure,
}) => {
  const officer = await createStaff(product, ['exam'])
  const { id: exerciseId, year } = await prepareExercise(product)
  const added = await addApplications(product, { count: 5, prefix: `SIT${year}`, exerciseId })
  await product.database.pool.query(`update applications set decision = 'verified' where id = any($1)`, [
    added.map(({ applicationId }) => applicationId),
  ])
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
  await findToast(page, 'The venue is added.')
  await captureStaffPage(page, 'venues')

  await page.goto(`/staff/sittings?exercise=${year}`)
  await page.getByRole('button', { name: 'Add a sitting' }).click()
  const sitting = page.getByRole('dialog', { name: 'Add a sitting' })
  await sitting.getByLabel('Venue').selectOption({ label: 'Centre for Information Technology' })
  await sitting.getByLabel('Batch').fill('Batch A')
  await sitting.getByLabel('Applicants report at').fill('2039-03-04T08:00')
  await sitting.getByLabel('Starts').fill('2039-03-04T09:00')
  await sitting.getByLabel('Ends').fill('2039-03-04T11:00')
  await sitting.getByLabel('Capacity').fill('3')
  await captureStaffPage(page, 'sitting-add')
  await sitting.getByRole('button', { name: 'Add' }).click()
  await findToast(page, 'The sitting is added.')
  await expect(page.getByRole('link', { name: 'Batch A' })).toBeVisible()
  await captureStaffPage(page, 'sittings')

  await page.goto(`/staff/sittings/seating?exercise=${year}`)
  await page.getByLabel(/^CBT, Batch A/).check()
  await page.getByLabel('Seed').fill('42')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '3 applicants get a seat, 2 get none.' })).toBeVisible()
  await page.getByText('Which applications these are').click()
  await captureStaffPage(page, 'seating')
  await page.getByRole('button', { name: 'Give the seats' }).click()
  await findToast(page, '3 applicants have a seat now.')

  await page.goto(`/staff/sittings?exercise=${year}`)
  await page.getByRole('link', { name: 'Batch A' }).click()
  await expect(page.getByRole('heading', { name: 'Batch A, Centre for Information Technology' })).toBeVisible()
  await captureStaffPage(page, 'sitting')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await expect(page.getByRole('link', { name: '3', exact: true })).toHaveAttribute('href', `/staff/seats?sitting=${id}`)
  await page.goto(`/staff/seats?sitting=${id}&exercise=${year}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await captureStaffPage(page, 'seats')
})
