// Administrators change the settings of an exercise, see first what a change does, and approve each other's.
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { findFreeYear, prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

const settingsPath = '/staff/settings/exercise'
const readSettings = async (admin: TestStaff, year: number) =>
  (await admin.call('GET', `/staff/exercises/${year}`)).body.data

test('an administrator sees in numbers what a change does, proposes it, and another one approves it', async ({
  page,
  product,
  openBrowser,
}) => {
  const admin = await createStaff(product, ['admin'], { name: 'Ngozi Maker' })
  const second = await createStaff(product, ['admin'], { name: 'Chidi Second' })
  const { id: exerciseId, year } = await prepareExercise(product)
  await createApplicant(product, { exerciseId })
  const before = await readSettings(admin, year)
  await useStaffSession(page, product.url, admin)
  await page.goto('/staff')
  await page.getByLabel('Exercise', { exact: true }).selectOption(String(year))
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Exercise settings' })).toBeFocused()
  await expect(page.getByLabel('Institution')).toHaveValue(before.settings.institution)
  await captureStaffPage(page, 'settings')

  await page.getByRole('button', { name: 'See what it changes' }).click()
  await expect(page.getByText('Nothing is changed yet. Change a setting first.')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Teaching Staff Recruitment')
  await page.getByLabel('Deadline').fill('2031-12-31T23:59')
  await page.getByLabel('Application fee').fill('₦15,000.50')
  await page.getByRole('button', { name: 'See what it changes' }).click()
  const review = page.getByRole('region', { name: 'Check the change' })
  await expect(review.getByRole('row', { name: 'Application fee ₦12,000.00 ₦15,000.50' })).toBeVisible()
  await expect(
    review.getByText(
      'The deadline moves earlier, to 31 December 2031, 11:59 pm: 0 drafts shut out unless submitted by then.',
    ),
  ).toBeVisible()
  await expect(
    review.getByText(/The fee changes from ₦12,000\.00 to ₦15,000\.50: 1 unpaid account keeps its own/),
  ).toBeVisible()
  await captureStaffPage(page, 'settings-review')
  await page.getByRole('button', { name: 'Go back and edit' }).click()
  await expect(page.getByLabel('Deadline')).toHaveValue('2031-12-31T23:59')
  await expect(page.getByLabel('Application fee')).toHaveValue('₦15,000.50')
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(findToast(page, 'Proposed. Somebody else must approve it.')).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Waiting for a second person' })
  await expect(waiting.getByText('Another administrator must approve it.')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Approve' })).toBeHidden()
  await captureStaffPage(page, 'settings-proposed')
  expect((await readSettings(admin, year)).settings).toEqual(before.settings)

  const other = await openBrowser()
  await useStaffSession(other, product.url, second)
  await other.goto(`${settingsPath}?exercise=${year}`)
  await expect(other.getByText('Proposed by Ngozi Maker')).toBeVisible()
  await captureStaffPage(other, 'settings-approve')
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(other, 'Approved. The settings are changed.')).toBeVisible()
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('Teaching Staff Recruitment')
  await expect(other.getByText('Proposed by Ngozi Maker')).toBeHidden()
  expect((await readSettings(admin, year)).settings).toMatchObject({
    fee: 15_000.5,
    deadline: '2031-12-31T22:59:00.000Z',
  })
})

test('an administrator lowers how many persons a shortlisting needs, and sees first what that means', async ({
  page,
  product,
}) => {
  const admin = await createStaff(product, ['admin'])
  const { year } = await prepareExercise(product)
  await useStaffSession(page, product.url, admin)
  await page.goto(`${settingsPath}?exercise=${year}`)
  const rule = page.getByLabel('Shortlisting needs')
  await expect(rule).toHaveValue('2')
  await expect(rule).toHaveAccessibleDescription(/A rejection always needs two persons/)
  await rule.selectOption({ label: 'One person' })
  await page.getByRole('button', { name: 'See what it changes' }).click()
  const review = page.getByRole('region', { name: 'Check the change' })
  await expect(review.getByRole('row', { name: 'Shortlisting needs Two persons who agree One person' })).toBeVisible()
  await expect(review.getByText(/One review is enough to shortlist an application from now on/)).toBeVisible()
  await captureStaffPage(page, 'settings-review-rules')
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(findToast(page, 'The settings are changed.')).toBeVisible()
  await expect(rule).toHaveValue('1')
  expect((await readSettings(admin, year)).settings.reviewRules).toEqual({ shortlistReviews: 1 })
})

test('a proposal is declined or withdrawn, and the registry only proposes', async ({ page, product, openBrowser }) => {
  const admin = await createStaff(product, ['admin'])
  const registry = await createStaff(product, ['registry'], { name: 'Amaka Registry' })
  const { year } = await prepareExercise(product)
  await useStaffSession(page, product.url, registry)
  await page.goto(`${settingsPath}?exercise=${year}`)
  await expect(page.getByRole('button', { name: 'Prepare another year' })).toBeHidden()
  for (const name of ['First Proposal', 'Second Proposal']) {
    await page.getByLabel('Short name').fill(name)
    await page.getByRole('button', { name: 'See what it changes' }).click()
    await page.getByRole('button', { name: 'Propose the change' }).click()
    await expect(page.getByRole('row', { name: new RegExp(`Short name .* ${name}`) })).toBeVisible()
  }
  const own = page.getByRole('listitem').filter({ hasText: 'First Proposal' })
  await own.getByRole('button', { name: 'Withdraw' }).click()
  await expect(findToast(page, 'The proposal is withdrawn.')).toBeVisible()
  await expect(own).toBeHidden()

  const other = await openBrowser()
  await useStaffSession(other, product.url, admin)
  await other.goto(`${settingsPath}?exercise=${year}`)
  await expect(other.getByText('Proposed by Amaka Registry')).toBeVisible()
  await other.getByRole('button', { name: 'Decline' }).click()
  await expect(findToast(other, 'The proposal is declined. Nothing changes.')).toBeVisible()
  await expect(other.getByText('Proposed by Amaka Registry')).toBeHidden()
})

test('what was typed survives a change that somebody else saved meanwhile, and wrong settings are named', async ({
  page,
  product,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'])
  const { year } = await prepareExercise(product)
  await useStaffSession(page, product.url, admin)
  await page.goto(`${settingsPath}?exercise=${year}`)
  expectFailure({ status: 400, url: /preview/ })
  await page.getByLabel('Application fee').fill('a lot')
  await page.getByLabel('Institution').fill('')
  await page.getByLabel('Web address of the vendor').fill('example')
  await page.getByLabel('Phone of the registry').fill('call us')
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await expect(page.getByRole('link', { name: 'Phone of the registry must be one phone number of' })).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'Application fee must be a number of naira, such as 12000.' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Institution must not be empty.' })).toBeVisible()
  await captureStaffPage(page, 'settings-errors')
  await page.getByRole('link', { name: 'Web address of the vendor must be a web address.' }).click()
  await expect(page.getByLabel('Web address of the vendor')).toBeFocused()
  await page.getByRole('button', { name: 'Discard what I typed' }).click()
  await expect(page.getByLabel('Application fee')).toHaveValue('12000')

  await page.getByLabel('Title', { exact: true }).fill('My Own Title')
  await page.getByLabel('Address of the registry').fill('Registry\n12 College Road')
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await admin.call('PUT', `/staff/exercises/${year}`, { body: { title: 'Theirs', charge: 750, version: 1 } })
  expectFailure({ status: 409, url: /exercises/ })
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(page.getByText('Somebody changed the settings meanwhile')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My Own Title')
  await expect(page.getByLabel('Charge')).toHaveValue('750')
  await captureStaffPage(page, 'settings-meanwhile')
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await expect(page.getByRole('row', { name: 'Title Theirs My Own Title' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Address of the registry None Registry, 12 College Road' })).toBeVisible()
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(findToast(page, 'The settings are changed.')).toBeVisible()
  expect((await readSettings(admin, year)).settings).toMatchObject({ title: 'My Own Title', charge: 750 })
})

test("next year's exercise is prepared beside this year's, chosen in the head of the page, and made current", async ({
  page,
  product,
}) => {
  const admin = await createStaff(product, ['admin', 'registry'])
  const second = await createStaff(product, ['admin'])
  await useStaffSession(page, product.url, admin)
  await page.goto(settingsPath)
  await page.getByRole('button', { name: 'Prepare another year' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prepare another year' })
  const year = await findFreeYear(product)
  await dialog.getByLabel('Year').fill(String(year))
  await dialog.getByLabel('Copy the settings of').selectOption('2024')
  await captureStaffPage(page, 'settings-prepare')
  await dialog.getByRole('button', { name: 'Prepare', exact: true }).click()
  await expect(findToast(page, `The exercise of ${year} is prepared. It is not public yet.`)).toBeVisible()
  const switcher = page.getByLabel('Exercise', { exact: true })
  await expect(switcher).toHaveValue(String(year))
  await expect(page.getByText('Nobody has an account in it yet.')).toBeVisible()
  await captureStaffPage(page, 'settings-next-year')

  await page.getByRole('link', { name: 'Applicants', exact: true }).click()
  await expect(page.getByText('No account has been issued in this exercise yet.')).toBeVisible()
  await switcher.selectOption('2024')
  await expect(page.getByText('No account has been issued in this exercise yet.')).toBeHidden()
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  await page.reload()
  await expect(switcher).toHaveValue('2024')

  await page.goto(`${settingsPath}?exercise=${year}`)
  await page.getByRole('button', { name: 'Make it the current exercise' }).click()
  await expect(page.getByText(`The public pages show the exercise of ${year} instead of the one of 2024`)).toBeVisible()
  await captureStaffPage(page, 'settings-make-current')
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(findToast(page, 'Proposed. Somebody else must approve it.')).toBeVisible()
  const { proposals } = await readSettings(second, year)
  await second.call('POST', `/staff/exercise-changes/${proposals[0].id}`, { body: { decision: 'approve' } })
  await page.reload()
  await expect(page.getByText('This is the current exercise')).toBeVisible()

  const { version } = await readSettings(admin, 2024)
  const back = await admin.call('PUT', '/staff/exercises/2024', { body: { current: true, version } })
  await second.call('POST', `/staff/exercise-changes/${back.body.data.proposal}`, { body: { decision: 'approve' } })
})

test('settings that cannot be loaded, and an exercise that does not exist, say what to do', async ({
  page,
  product,
  expectFailure,
}) => {
  await useStaffSession(page, product.url, await createStaff(product, ['admin']))
  expectFailure({ status: 503, url: /staff\/exercises/ })
  await page.route(/api\/v1\/staff\/exercises\//, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(settingsPath)
  await expect(page.getByText('The settings could not be loaded')).toBeVisible()
  await captureStaffPage(page, 'settings-failed')
  await page.unroute(/api\/v1\/staff\/exercises\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Institution')).toBeVisible()
})

test('the reasons that reviewers choose from are listed with what an applicant reads', async ({ page, product }) => {
  await useStaffSession(page, product.url, await createStaff(product, ['admin']))
  await page.goto(settingsPath)
  await page.getByRole('link', { name: 'Reasons' }).click()
  await expect(page.getByRole('heading', { name: 'Reasons', level: 1 })).toBeFocused()
  const about = page.getByRole('table', { name: 'Identity' })
  await expect(about.getByRole('row')).toHaveText([
    /Sentence/,
    /Your details do not agree with your identity record\..*Personal details.*Needed/,
  ])
  await captureStaffPage(page, 'reasons')
})

test('a change is planned for a moment, holds for accounts without an open RRR when that is ticked, and is cancelled', async ({
  page,
  product,
  openBrowser,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'], { name: 'Ngozi Maker' })
  const second = await createStaff(product, ['admin'], { name: 'Chidi Second' })
  const { id: exerciseId, year } = await prepareExercise(product)
  for (const _ of [1, 2]) await createApplicant(product, { exerciseId })
  await useStaffSession(page, product.url, admin)
  await page.goto(`${settingsPath}?exercise=${year}`)
  await page.getByLabel('Application fee').fill('15000')
  await page.getByRole('button', { name: 'See what it changes' }).click()
  const review = page.getByRole('region', { name: 'Check the change' })
  await expect(
    review.getByText(/2 unpaid accounts keep theirs; it holds for accounts issued from now on\./),
  ).toBeVisible()
  await review.getByLabel('Also for the 2 unpaid accounts without an open RRR').check()
  await expect(review.getByText(/and for 2 unpaid accounts without an open RRR\./)).toBeVisible()

  expectFailure({ status: 400, url: /preview/ })
  await review.getByLabel('When it takes effect').fill('2020-01-01T09:00')
  await review.getByLabel('When it takes effect').blur()
  await expect(review.getByText('The moment must not have passed.')).toBeVisible()
  const moment = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 11)
  await review.getByLabel('When it takes effect').fill(`${moment}09:00`)
  await review.getByLabel('When it takes effect').blur()
  await expect(review.getByText(/^It takes effect on .* 9:00 am\. Until then nothing changes\.$/)).toBeVisible()
  await captureStaffPage(page, 'settings-review-moment')
  await review.getByRole('button', { name: 'Propose the change' }).click()
  await expect(findToast(page, 'Proposed. Somebody else must approve it.')).toBeVisible()

  const other = await openBrowser()
  await useStaffSession(other, product.url, second)
  await other.goto(`${settingsPath}?exercise=${year}`)
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(other, 'Approved. It takes effect at its moment.')).toBeVisible()
  const planned = other.getByRole('region', { name: 'Planned' })
  await expect(planned.getByText('approved by Chidi Second')).toBeVisible()
  await expect(planned.getByText(/^It takes effect on/)).toBeVisible()
  await expect(other.getByLabel('Application fee')).toHaveValue('12000')
  await captureStaffPage(other, 'settings-planned')
  await planned.getByRole('button', { name: 'Cancel the plan' }).click()
  await expect(findToast(other, 'The plan is cancelled. Nothing changes.')).toBeVisible()
  await expect(planned).toBeHidden()
  expect(await readSettings(admin, year)).toMatchObject({ settings: { fee: 12_000 }, planned: [] })
})
