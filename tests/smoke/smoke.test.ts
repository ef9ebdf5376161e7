// The whole way of an applicant and of a reviewer in the other two engines, where they are installed. Everything else is
// tried in Chromium (tests/e2e).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { reviews } from '#server/database/schema/decisions/reviews.ts'
import { createStaff, getCode, staffPassword } from '#tests/support/api/staff.ts'
import { type ProductWithDatabase, startProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { buildProduct } from '#tests/support/build-product.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'
import {
  achievement,
  achievements,
  contactAddress,
  createCareer,
  hobbies,
  homeAddress,
  placeOfBirth,
  referees,
  sectionTitles,
} from '#tests/support/fixtures/sample-application.ts'
import { createPhonePhoto } from '#tests/support/fixtures/sample-files.ts'
import { browserKinds, type Driver } from '#tests/support/webdriver/drivers.ts'
import { createWebDriverPage, type WebDriverPage } from '#tests/support/webdriver/page.ts'

const newPassword = 'four calm rivers'
/** As WebDriver numbers the keys. */
const [control, enter] = ['\uE009', '\uE007']

describe.each(browserKinds)('$name', ({ isInstalled, packages, start }) => {
  if (!isInstalled) {
    test.skip(`is not installed: apt-get install ${packages}`)
    return
  }
  let product: ProductWithDatabase
  let driver: Driver
  let page: WebDriverPage
  let directory: string

  beforeAll(async () => {
    buildProduct()
    product = await startProductWithDatabase(inject('postgres'), 8)
    driver = await start()
    directory = await mkdtemp(join(tmpdir(), 'portal-smoke-'))
    page = createWebDriverPage(driver, product.url, directory)
  }, 300_000)
  afterAll(async () => {
    await driver?.close()
    await product?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('an applicant pays, verifies the NIN, fills the form, comes back to it, and submits it', async () => {
    const adaeze = findDemoPerson('new')
    await page.open('/auth/login')
    await page.type('User ID', adaeze.userId)
    await page.type('Password', adaeze.password)
    await page.click('button', 'Login')
    await page.expectPath('/auth/update-password')
    await page.type('Password', newPassword)
    await page.type('Confirm Password', newPassword)
    await page.click('button', 'Update Password')
    await page.expectPath('/auth/verify-nin')

    await page.click('link', 'Do this later')
    await page.click('button', 'Generate RRR')
    await page.click('button', 'Proceed to Payment')
    await page.click('button', 'Pay')
    await page.expectPath('/auth/success')
    await page.click('link', 'Verify Nin')
    await page.type('NIN', adaeze.nin)
    await page.tick()
    await page.click('button', 'Verify')
    await page.expectPath('/app/dashboard')
    await page.see('Okonkwo Adaeze Chiamaka')

    const { education, experience } = await createCareer()
    await page.click('link', 'Continue Application')
    await page.see('Step 1 of 7')
    await page.chooseFiles([await createPhonePhoto('me.jpg')], {})
    await page.see('Change passport photo')
    await page.fillIn({ 'Place of birth': placeOfBirth })
    await page.fillIn(homeAddress, { section: 'Home address' })
    await page.fillIn(contactAddress, { section: 'Contact address' })
    await page.see('Saved ')
    await page.reload()
    expect(await page.readField('Place of birth')).toBe(placeOfBirth)
    expect(await page.readField('Phone', { section: 'Contact address' })).toBe(contactAddress.Phone)
    await page.click('button', 'Next')

    for (const [step, entries] of [education, experience, achievements, referees].entries()) {
      await page.see(`Step ${step + 2} of 7`)
      for (const { list, noun, answers } of entries) await page.fillIn(answers, await addCard(list, noun))
      if (step < 3) await page.click('button', 'Next')
    }
    await page.fillIn({ Hobbies: hobbies, 'Professional achievement': achievement })
    await page.click('button', 'Preview')
    await page.see('Step 6 of 7')
    for (const title of sectionTitles) await page.see(title)
    await page.click('button', 'Submit')
    await page.see('Congratulations!')
    const [number] = /APP-2024-\d{6}/.exec(await page.readText()) ?? []
    await page.click('button', 'Print Slip')
    await page.expectPath('/app/prints')
    await page.see(number ?? 'a number')
  }, 600_000)

  /** The card that a required list has ready, or else a new one. */
  async function addCard(section: string, noun: string) {
    let number = 1
    const add = `Add ${noun.toLowerCase()}`
    const hasCard = () => page.has('card', '', { section, card: `${noun} ${number}` })
    await expect
      .poll(async () => (await hasCard()) || (await page.has('button', add, { section })), { timeout: 60_000 })
      .toBe(true)
    // Only its number stands in the heading of an entry without answers.
    const isReady = () => page.has('heading', `${noun} ${number}`, { section })
    while (!(await isReady()) && (await hasCard())) number += 1
    if (!(await isReady())) await page.click('button', add, { section })
    return { section, card: `${noun} ${number}` }
  }

  test('a reviewer signs in, opens a case from the list with its file, and records a review by keys', async () => {
    const school = createSchool()
    const [one] = await submitCases(product, school, ['Adeyemi', 'Bankole'])
    const { email } = await createStaff(product, [{ role: 'reviewer', school }], { name: 'Ngozi Reviewer' })
    await page.open('/staff/applications')
    await page.type('Email', email)
    await page.type('Password', staffPassword)
    await page.click('button', 'Continue')
    await page.type('Code', getCode(product))
    await page.click('button', 'Sign in')
    await page.expectPath('/staff/applications')
    await page.see(one?.name ?? '')
    await page.click('link', one?.number ?? '')
    await page.see('Academic qualifications')
    await page.click('link', 'View File 1')
    await page.seeFileFrame()
    await page.open('/staff/review')
    await page.see(one?.name ?? '')
    await page.sendKeys('1')
    await page.sendKeys(control, enter)
    await expect
      .poll(() => readVerdicts(product, one?.number ?? ''), { timeout: 60_000 })
      .toMatchObject([{ verdict: 'shortlist' }])
  }, 300_000)
})

const readVerdicts = ({ database: { db } }: ProductWithDatabase, number: string) =>
  db
    .select({ verdict: reviews.verdict })
    .from(reviews)
    .innerJoin(applications, eq(applications.id, reviews.applicationId))
    .where(eq(applications.number, number))
