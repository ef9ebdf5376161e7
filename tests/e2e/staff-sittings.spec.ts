// The exam officer arranges where and when shortlisted applicants sit, and gives them seats.
import type { Pool } from 'pg'
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { type AddedApplication, addApplications } from '#tests/support/fixtures/many-applications.ts'

/** All are shortlisted and have a seat in one sitting. */
async function seatAll(
  { database: { pool } }: { database: { pool: Pick<Pool, 'query'> } },
  added: readonly AddedApplication[],
  exerciseId: number,
): Promise<void> {
  const ids = added.map(({ applicationId }) => applicationId)
  await pool.query(`update applications set decision = 'verified' where id = any($1)`, [ids])
  await pool.query(
    `with maker as (select id from staff limit 1), venue as (
      insert into venues (exercise_id, name, address, state) values ($2, 'Main hall', '12 College Road', 'ogun') returning id
    ), sitting as (
      insert into sittings (exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by)
      select $2, venue.id, 'cbt', 'Batch A', now(), now(), now() + interval '1 hour', 100, maker.id from venue, maker returning id
    ), run as (
      insert into seating_runs (exercise_id, kind, selection_id, sitting_ids, rules, seed, made_by)
      select $2, 'cbt', gen_random_uuid(), array[sitting.id], '{"homeState": "preferred", "groupsPosts": false}', 1, maker.id
      from sitting, maker returning id
    )
    insert into seats (sitting_id, kind, application_id, seat_number, run_id)
    select sitting.id, 'cbt', application, place, run.id
    from sitting, run, unnest($1::uuid[]) with ordinality as each (application, place)`,
    [ids, exerciseId],
  )
}

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
  await expect(page.getByRole('link', { name: '3', exact: true }).first()).toHaveAttribute(
    'href',
    `/staff/seats?sitting=${id}`,
  )
  await page.goto(`/staff/seats?sitting=${id}&exercise=${year}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await captureStaffPage(page, 'seats')

  await page.goto(`/staff/sittings/${id}?exercise=${year}`)
  await page.getByRole('link', { name: 'Publish the seats' }).click()
  await page.getByLabel('Title').fill('Seats of Batch A')
  await captureStaffPage(page, 'publication-of-seats-new')
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText('4 March 2039, 9:00 am').first()).toBeVisible()
  await page.getByRole('button', { name: 'Propose' }).click()
  await findToast(page, 'Proposed. Another person must approve it.')
  await captureStaffPage(page, 'publication-of-seats')

  await page.goto(`/staff/sittings/${id}?exercise=${year}`)
  await page.getByRole('button', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move the sitting' })
  await move.getByLabel('Starts').fill('2039-03-04T09:30')
  await captureStaffPage(page, 'sitting-move')
  await move.getByLabel('Reason').fill('The hall has no power until nine.')
  await move.getByRole('button', { name: 'Move' }).click()
  await findToast(page, 'The sitting is moved. Applicants read it once its seats are published.')
  await expect(page.getByText('3 applicants not told yet')).toBeVisible()
  await captureStaffPage(page, 'sitting-moved')
})

test('a file of results is checked, its errors are shown, it is stored, and a cut-off is counted', async ({
  page,
  product,
}) => {
  const officer = await createStaff(product, ['exam'])
  const { id: exerciseId, year } = await prepareExercise(product)
  const added = await addApplications(product, { count: 40, prefix: `RES${year}`, exerciseId })
  await seatAll(product, added, exerciseId)
  await useStaffSession(page, product.url, officer)
  await page.goto(`/staff/results?exercise=${year}`)
  await expect(page.getByText('There is no result yet.')).toBeVisible()
  await captureStaffPage(page, 'results-none')
  await expect(page.getByRole('link', { name: 'Import results' })).toBeVisible()
  await page.goto(`/staff/results/import?exercise=${year}`)
  const lines = added.map(({ number }, n) => `${number},${n === 3 ? 120 : 30 + ((n * 7) % 65)},Centre ${n % 3}`)
  const file = {
    name: 'cbt.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Reg No,Total,Centre', ...lines].join('\n')),
  }
  await page.getByLabel('File of results').setInputFiles(file)
  await page.getByLabel(/^Maximum score/).fill('100')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('cell', { name: 'is above the maximum of 100' })).toBeVisible()
  await captureStaffPage(page, 'results-checked')
  await page.getByRole('button', { name: 'Store 39 results' }).click()
  await findToast(page, '39 results stored. Applicants see them once they are published.')
  await page.goto(`/staff/results?exercise=${year}`)
  await expect(page.getByRole('link', { name: added[0]?.number ?? '' })).toBeVisible()
  await captureStaffPage(page, 'results')
  await page.goto(`/staff/results/cut-off?exercise=${year}`)
  await page.getByLabel('At least this score').fill('60')
  await page.getByRole('button', { name: 'Count' }).click()
  await expect(page.getByRole('heading', { name: /of 39 results with 60 or more/ })).toBeVisible()
  await captureStaffPage(page, 'cut-off')
})
