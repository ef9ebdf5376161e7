// From the outcome that two persons record to the offer that the applicant accepts.
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('one person selects an applicant, another confirms it, it is published, and the applicant accepts the offer', async ({
  page,
  product,
  openBrowser,
}) => {
  test.setTimeout(120_000)
  const school = createSchool()
  const [one] = await submitCases(product, school, ['Selected'])
  if (!one) throw new Error('Nothing was submitted.')
  const { pool } = product.database
  await pool.query(`update applications set decision = 'verified' where number = $1`, [one.number])
  // One of the advertised posts: another one would stand on the start page of other journeys.
  await pool.query(
    `with post as (
      update posts set vacancies = 2 where id = (
        select id from posts where exercise_id = (select exercise_id from accounts where user_id = $1) order by id limit 1)
      returning school, department, role
    ) update accounts set school = post.school, department = post.department, role = post.role from post where user_id = $1`,
    [one.applicant.userId],
  )
  const chair = await createStaff(product, ['chair'], { name: 'Ibrahim Musa', isFresh: true })
  const registry = await createStaff(product, ['registry'], { name: 'Ngozi Eze', isFresh: true })
  const staffPage = await openBrowser()

  await test.step('the chair records it, the registry confirms it', async () => {
    await useStaffSession(staffPage, product.url, chair)
    await staffPage.goto(`/staff/applications/${one.number}`)
    await staffPage.getByRole('button', { name: 'Record an outcome…' }).click()
    const dialog = staffPage.getByRole('dialog', { name: /^Final outcome of/ })
    await dialog.getByLabel('The offer can be answered until').fill(inTenDays())
    await captureStaffPage(staffPage, 'final-outcome-record')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await findToast(staffPage, 'Recorded. Another person must confirm it.')
    await useStaffSession(staffPage, product.url, registry)
    await staffPage.goto(`/staff/applications/${one.number}`)
    await staffPage.getByRole('button', { name: 'Confirm the outcome' }).click()
    await expect(
      staffPage.getByText('Confirmed. The applicant sees it once it is published', { exact: true }),
    ).toBeVisible()
    await captureStaffPage(staffPage, 'final-outcome')
  })

  await test.step('it is published by two persons', async () => {
    const body = { of: 'applications', filter: { numbers: [one.number] } }
    const selection = (await registry.call('POST', '/staff/selections', { body })).body.data.id
    const made = await registry.call('POST', '/staff/publications', {
      body: { kind: 'offer', title: 'Offers', selection },
    })
    const { id, version } = made.body.data
    const proposed = (await registry.call('POST', `/staff/publications/${id}/propose`, { body: { version } })).body.data
    const approval = { digest: proposed.digest, version: proposed.version }
    expect((await chair.call('POST', `/staff/publications/${id}/approve`, { body: approval })).status).toBe(200)
    await expect
      .poll(async () => (await registry.call('GET', `/staff/publications/${id}`)).body.data.state, { timeout: 30_000 })
      .toBe('published')
  })

  await test.step('the applicant reads the letter and accepts', async () => {
    await restoreSession(page, one.applicant)
    await page.goto('/app/dashboard')
    await expect(page.getByText('You are offered an appointment')).toBeVisible()
    await captureScreen(page, 'dashboard-offer')
    const [letter] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Offer letter (PDF)' }).click(),
    ])
    expect(letter.suggestedFilename()).toMatch(/\.pdf$/)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await captureScreen(page, 'dashboard-offer-accept')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the offer' }).click()
    await expect(page.getByText(/^You have accepted this offer/)).toBeVisible()
    await captureScreen(page, 'dashboard-offer-accepted')
  })

  await staffPage.goto(`/staff/offers?q=${one.number}`)
  await expect(staffPage.getByRole('cell', { name: 'Accepted' })).toBeVisible()
  await captureStaffPage(staffPage, 'offers')
})

const inTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
