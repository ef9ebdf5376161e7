// An exercise from its settings to the accepted offer, by the staff of the demo in the browser. What applicants do meanwhile
// is done by their calls; a-whole-application.spec.ts does it in the browser.
import type { Page } from '@playwright/test'
import { toLocalDateTime } from '#shared/format/local-time.ts'
import { findFreeYear } from '#tests/support/browser/exercises.ts'
import { applyWithIssuedAccount, type SubmittedApplicant } from '#tests/support/browser/imported-applicants.ts'
import { expect, type Journey, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
import { captureStaffPage, signInDemoStaff } from '#tests/support/browser/staff-pages.ts'

const hour = 3_600_000
const fromNow = (ms: number) => toLocalDateTime(new Date(Date.now() + ms).toISOString())

interface Exercise {
  year: number
  /** Opens a page of the staff as this person of the demo. */
  open(mailbox: string, path: string): Promise<void>
  /** A sitting, whose results are none before. */
  begin(batch: string): Promise<void>
}

const people = ['Danjuma', 'Effiong'].map((surname) => ({
  surname,
  firstName: 'Ladi',
  email: `${surname.toLowerCase()}.whole@example.org`,
  dateOfBirth: '1985-06-15',
  gender: 'f' as const,
}))

/** The registry makes a publication on the page that is open, the chair approves it, and the emails go out. */
async function publish(page: Page, { open }: Exercise, { kind, title, count }: Publication, picture = false) {
  await page.getByLabel('What is published').selectOption(kind)
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await expect(page.getByText(`A draft with ${count}`)).toBeVisible()
  if (picture) await captureStaffPage(page, 'exercise-publication-of-seats')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await findToast(page, 'Proposed. Another person must approve it.').waitFor()
  await open('chair', new URL(page.url()).pathname.replace('/staff', ''))
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Approve/ })
  await dialog.getByLabel('How many applications are published').fill(count.split(' ')[0] ?? '')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^\d+ emails? (was|were) sent\.$/)).toBeVisible({ timeout: 30_000 })
}
interface Publication {
  kind: string
  title: string
  /** Such as "2 applications". */
  count: string
}

async function prepare(page: Page, { year, open }: Exercise) {
  await open('admin', '/settings/exercise?exercise=2024')
  await page.getByRole('button', { name: 'Prepare another year' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prepare another year' })
  await dialog.getByLabel('Year').fill(`${year}`)
  await dialog.getByRole('button', { name: 'Prepare' }).click()
  await findToast(page, `The exercise of ${year} is prepared.`).waitFor()
  const save = async () => {
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByRole('button', { name: 'Save the change' }).click()
    await findToast(page, 'The settings are changed.').waitFor()
  }
  await page.goto(`/staff/settings/exercise?exercise=${year}`)
  await page.getByLabel('Deadline').fill('2031-12-31T23:59')
  await page.getByText('Interviews', { exact: true }).last().click()
  const criteria = page.getByLabel('What panels score')
  await criteria.fill((await criteria.inputValue()).replace('Conduct and judgement', 'Seminar'))
  await save()
  await page.goto(`/staff/settings/posts?exercise=${year}`)
  await page.getByRole('button', { name: 'Edit Lecturer II, Computer Science, Technology' }).click()
  await page.getByRole('dialog').getByLabel('Vacancies').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  await save()
}

async function issueAccounts(page: Page, { open }: Exercise) {
  await open('registry', '/imports/new')
  const lines = people.map(
    ({ surname, firstName, email, dateOfBirth }) =>
      `${surname},${firstName},,${email},08031234567,${dateOfBirth},f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`,
  )
  const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
  const file = { name: 'applicants.csv', mimeType: 'text/csv', buffer: Buffer.from([headings, ...lines].join('\n')) }
  await page.getByLabel('List of applicants').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Issue 2 accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Issue 2 accounts' })
  await dialog.getByLabel('How many accounts will be issued').fill('2')
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByText('2 accounts issued')).toBeVisible({ timeout: 30_000 })
}

async function review(page: Page, { open }: Exercise, numbers: readonly string[]) {
  for (const reviewer of ['reviewer', 'reviewer2'])
    for (const number of numbers) {
      await open(reviewer, `/applications/${number}`)
      await page.getByRole('radio', { name: 'Shortlist' }).check()
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await findToast(page, 'Your review is recorded.').waitFor()
    }
}

interface NewSitting {
  kind: string
  batch: string
  /** Hours from now. */
  starts: number
}

/** Adds a sitting with two seats in the hall of the exercise, and gives them to those who are shortlisted, or chosen. */
async function seat(
  page: Page,
  { open }: Exercise,
  { kind, batch, starts }: NewSitting,
  addChosen?: () => Promise<void>,
) {
  await open('exam', '/sittings')
  await page.getByRole('button', { name: 'Add a sitting' }).click()
  const sitting = page.getByRole('dialog', { name: 'Add a sitting' })
  await sitting.getByLabel('Kind').selectOption(kind)
  await sitting.getByLabel('Venue').selectOption({ label: 'Centre for Information Technology' })
  await sitting.getByLabel('Batch').fill(batch)
  await sitting.getByLabel('Applicants report at').fill(fromNow((starts - 1) * hour))
  await sitting.getByLabel('Starts').fill(fromNow(starts * hour))
  await sitting.getByLabel('Ends').fill(fromNow((starts + 2) * hour))
  await sitting.getByLabel('Capacity').fill('2')
  if (kind === 'CBT') await captureStaffPage(page, 'sitting-add')
  await sitting.getByRole('button', { name: 'Add' }).click()
  await findToast(page, 'The sitting is added.').waitFor()
  if (addChosen) await addChosen()
  else await page.getByRole('link', { name: 'Give seats' }).click()
  await page.getByLabel(new RegExp(`^${kind}, ${batch}`)).check()
  await page.getByLabel('Seed').fill('42')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /applicants? gets? a seat, 0 get none\./ })).toBeVisible()
  if (kind === 'CBT') await captureStaffPage(page, 'seating')
  await page.getByRole('button', { name: 'Give the seats' }).click()
  await findToast(page, /a seat now\.$/).waitFor()
  await page.getByRole('link', { name: batch }).click()
  await expect(page.getByRole('heading', { name: `${batch}, Centre for Information Technology` })).toBeVisible()
}

test('an exercise runs from its settings to an accepted offer in the browser, by the staff of the demo', async ({
  page,
  product,
  openBrowser,
}) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(20_000)
  const year = await findFreeYear(product)
  const exercise: Exercise = {
    year,
    async open(mailbox, path) {
      await signInDemoStaff(page, product, mailbox)
      await page.goto(`/staff${path}${path.includes('?') ? '&' : '?'}exercise=${year}`)
    },
    async begin(batch) {
      const { rows } = await product.database.pool.query(
        `update sittings set reports_at = now() - interval '2 hours', starts_at = now() - interval '1 hour'
          where label = $1 and exercise_id = (select id from exercises where year = $2) returning id`,
        [batch, year],
      )
      await product.database.pool.query(
        `update interview_slots set starts_at = now() - interval '1 hour', ends_at = now() - interval '40 minutes'
          where sitting_id = $1`,
        [rows[0].id],
      )
    },
  }
  const { open } = exercise

  await test.step('the administrator prepares the exercise, and the registry issues the accounts', async () => {
    await prepare(page, exercise)
    await issueAccounts(page, exercise)
  })

  const applicants = await test.step('applicants pay, verify the NIN and submit', async () =>
    Promise.all(people.map((person) => applyWithIssuedAccount(product, person))))
  const numbers = applicants.map(({ number }) => number)

  await test.step('two reviewers shortlist them, which is published', async () => {
    await review(page, exercise, numbers)
    await open('registry', '/publications/new')
    await publish(page, exercise, { kind: 'Shortlist', title: 'Shortlist', count: '2 applications' })
  })

  await sitTest(page, exercise, numbers)
  await interview(page, exercise, numbers[0] ?? '')
  await decide(page, exercise, numbers)
  await answer(openBrowser, applicants[0] as SubmittedApplicant)

  await open('registry', '/offers')
  await expect(page.getByRole('cell', { name: 'Accepted' })).toBeVisible()
  await captureStaffPage(page, 'offers')
})

/** The CBT: hall, seats, door and results. */
async function sitTest(page: Page, exercise: Exercise, numbers: readonly string[]) {
  const { open } = exercise
  await test.step('the exam officer adds a hall and a CBT, and gives seats, which are published', async () => {
    await open('exam', '/sittings/venues')
    await page.getByRole('button', { name: 'Add a venue' }).click()
    const venue = page.getByRole('dialog', { name: 'Add a venue' })
    await venue.getByLabel('Name').fill('Centre for Information Technology')
    await venue.getByLabel('Address').fill('12 College Road, Abeokuta')
    await venue.getByLabel('State').selectOption({ label: 'Ogun' })
    await venue.getByRole('button', { name: 'Add' }).click()
    await findToast(page, 'The venue is added.').waitFor()
    await seat(page, exercise, { kind: 'CBT', batch: 'Batch A', starts: 2 })
    await captureStaffPage(page, 'sitting')
    await page.getByRole('link', { name: 'Publish the seats' }).click()
    await publish(page, exercise, { kind: 'Seats', title: 'Seats of Batch A', count: '2 applications' }, true)
  })

  await test.step('both come to the door', async () => {
    await open('exam', '/sittings')
    await page.getByRole('link', { name: 'Batch A' }).click()
    await page.getByRole('link', { name: 'Open the door' }).click()
    for (const number of numbers) {
      await page.getByLabel('Seat, application number, slip code or name').fill(number)
      await page.keyboard.press('Enter')
      const result = page.getByRole('region', { name: 'Result' })
      await result.getByRole('button', { name: 'Present' }).click()
      await expect(result.getByText('Present', { exact: true })).toBeVisible()
    }
    await expect(page.getByRole('status').filter({ hasText: /Every mark of this device is sent/ })).toBeVisible()
  })

  await exercise.begin('Batch A')
  await test.step('a file of results is checked, stored, cut off and published', async () => {
    await open('exam', '/results/import')
    const lines = [
      ...numbers.map((number, n) => `${number},${n === 0 ? 71 : 48}`),
      'APP-2024-999999,55',
      `${numbers[0]},120`,
    ]
    const file = { name: 'cbt.csv', mimeType: 'text/csv', buffer: Buffer.from(['Reg No,Total', ...lines].join('\n')) }
    await page.getByLabel('File of results').setInputFiles(file)
    await page.getByLabel(/^Maximum score/).fill('100')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('cell', { name: 'is above the maximum of 100' })).toBeVisible()
    await captureStaffPage(page, 'results-checked')
    await page.getByRole('button', { name: 'Store 2 results' }).click()
    await findToast(page, '2 results stored.').waitFor()
    await open('exam', '/results')
    await expect(page.getByRole('link', { name: numbers[0] ?? '' })).toBeVisible()
    await captureStaffPage(page, 'results')
    await open('registry', '/publications/new')
    await publish(page, exercise, { kind: 'CBT results', title: 'Results of the CBT', count: '2 applications' })
  })
}

/** The interview of who reached the cut-off: panel, sheets, mean and its confirmation. */
async function interview(page: Page, exercise: Exercise, number: string) {
  const { open } = exercise
  await test.step('who reaches the cut-off gets a seat and a time in an interview, which is published', async () => {
    await seat(page, exercise, { kind: 'Interview', batch: 'Day 1', starts: 26 }, async () => {
      await open('exam', '/results/cut-off')
      await page.getByLabel('At least this score').fill('60')
      await page.getByRole('button', { name: 'Count' }).click()
      await expect(page.getByRole('heading', { name: '1 of 2 results with 60 or more' })).toBeVisible()
      await captureStaffPage(page, 'cut-off')
      await page.getByRole('button', { name: 'Give seats' }).click()
    })
    await page.getByRole('button', { name: 'Add a panel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a panel' })
    await dialog.getByLabel('Name').fill('Panel A')
    for (const name of ['Ifeoma Nwosu', 'Prof. Amaka Udeh']) await dialog.getByLabel(name).check()
    await captureStaffPage(page, 'panel-add')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await findToast(page, 'The panel is added.').waitFor()
    await page.getByRole('button', { name: 'Arrange the times' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Arrange' }).click()
    await expect(page.getByText('1 applicant has a time now.')).toBeVisible()
    await captureStaffPage(page, 'slots-arranged')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('cell', { name: '0 of 2' })).toBeVisible()
    await captureStaffPage(page, 'sitting-interview')
    await page.getByRole('link', { name: 'Publish the seats' }).click()
    await publish(page, exercise, { kind: 'Seats', title: 'Interviews', count: '1 application' })
  })

  await exercise.begin('Day 1')
  const applicant = page.locator('tr', { hasText: number }).getByRole('link')
  for (const [index, member] of ['reviewer', 'chair'].entries())
    await test.step(`the ${member} scores the interview alone`, async () => {
      await open(member, '/interviews')
      await captureStaffPage(page, `interviews-${index}`)
      await applicant.click()
      await page.getByLabel('Command of the subject').fill('25')
      await captureStaffPage(page, `interview-sheet-${index}`)
      for (const label of ['Teaching', 'Research', 'Experience', 'Seminar']) await page.getByLabel(label).fill('15')
      await page.getByLabel('Command of the subject').fill(String(12 + index * 4))
      await expect(page.getByText(`Total: ${72 + index * 4} of 100`)).toBeVisible()
      await page.getByRole('button', { name: 'Hand in the sheet' }).click()
      await findToast(page, 'Your sheet is handed in.').waitFor()
      await captureStaffPage(page, `interview-handed-in-${index}`)
    })

  await test.step('the officer enters the mean, the registry confirms it, and it is published', async () => {
    await open('exam', new URL(page.url()).pathname.replace('/staff', ''))
    await expect(page.getByText('72 and 76')).toBeVisible()
    await captureStaffPage(page, 'interview-complete')
    await page.getByRole('button', { name: 'Enter the mean as the result' }).click()
    await findToast(page, 'Entered. Another person must confirm it.').waitFor()
    await open('registry', '/results')
    await expect(page.getByRole('cell', { name: '74 of 100' })).toBeVisible()
    await captureStaffPage(page, 'results-waiting')
    await page.getByRole('button', { name: /^Confirm the Interview result of/ }).click()
    await findToast(page, 'Confirmed. The applicant sees it once it is published.').waitFor()
    await open('registry', '/publications/new')
    await publish(page, exercise, {
      kind: 'Interview results',
      title: 'Results of the interviews',
      count: '1 application',
    })
  })
}

/** One is selected and the other is on the reserve list, by two persons, which is published. */
async function decide(page: Page, exercise: Exercise, numbers: readonly string[]) {
  const { open } = exercise
  await test.step('the chair records who is selected and who is the reserve, and the registry confirms it', async () => {
    for (const [index, number] of numbers.entries()) {
      await open('chair', `/applications/${number}`)
      await page.getByRole('button', { name: 'Record an outcome…' }).click()
      const dialog = page.getByRole('dialog', { name: /^Final outcome of/ })
      if (index === 0) await dialog.getByLabel('The offer can be answered until').fill(fromNow(240 * hour))
      else {
        await dialog.getByLabel('Outcome').selectOption('Reserve list')
        await dialog.getByLabel('Rank on the reserve list').fill('1')
      }
      await captureStaffPage(page, `final-outcome-record-${index}`)
      await dialog.getByRole('button', { name: 'Record' }).click()
      await findToast(page, 'Recorded. Another person must confirm it.').waitFor()
      await open('registry', `/applications/${number}`)
      await page.getByRole('button', { name: 'Confirm the outcome' }).click()
      await expect(
        page.getByText('Confirmed. The applicant sees it once it is published', { exact: true }),
      ).toBeVisible()
    }
    await captureStaffPage(page, 'final-outcome')
    await open('registry', '/publications/new')
    await publish(page, exercise, { kind: 'Offers', title: 'Offers', count: '2 applications' })
  })
}

async function answer(openBrowser: Journey['openBrowser'], selected: SubmittedApplicant) {
  await test.step('the applicant reads the letter and accepts', async () => {
    const page = await openBrowser()
    await restoreSession(page, selected)
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
    // The button that opened the dialog has gone too.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await captureScreen(page, 'dashboard-offer-accepted')
  })
}
