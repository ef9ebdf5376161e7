// The form's steps: what each refuses and in which words, what its fields let in, and what depends on what.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/journey.ts'
import { comeBack, kept, toastOf } from '#tests/support/browser/pages.ts'
import { answer, entry, expectStep, goBack, goOn, section } from '#tests/support/browser/wizard-pages.ts'
import { aPaidApplicant } from '#tests/support/fixtures/accounts.ts'
import { docxFile } from '#tests/support/fixtures/documents.ts'
import { holdClock, stopClock } from '#tests/support/fixtures/stopped-clock.ts'
import { aWriter } from '#tests/support/postgres/writers.ts'

const incomplete = 'Please fill out all required fields before proceeding.'
const summary = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: 'There is a problem' })

/** The step is held with a toast, and its summary says this. */
async function expectHeld(page: Page, sentences: readonly string[], button: 'Next' | 'Preview' = 'Next') {
  await goOn(page, button)
  await expect(toastOf(page, incomplete)).toBeVisible()
  for (const sentence of sentences) await expect(summary(page)).toContainText(sentence)
}

interface ListOnScreen {
  list: string
  noun: string
  tooFew: string
  missing: string
}

/** A list without an entry, and with a blank one; afterwards it is as it was. */
async function expectListHeld(page: Page, { list, noun, tooFew, missing }: ListOnScreen) {
  const within = section(page, list)
  await within.getByRole('button', { name: `Remove ${noun} 1` }).click()
  await expectHeld(page, [tooFew])
  await within.getByRole('button', { name: 'Undo' }).click()
  await within.getByRole('button', { name: `Add ${noun.toLowerCase()}` }).click()
  await expectHeld(page, [missing])
  await within.getByRole('button', { name: `Remove ${noun} 2` }).click()
  await expect(summary(page)).toBeHidden()
  await opened(page, list, noun)
}

async function opened(page: Page, list: string, noun: string): Promise<Locator> {
  const card = entry(page, list, noun, 1)
  const fold = card.getByRole('button', { expanded: false })
  if (await fold.isVisible()) await fold.click()
  return card
}

async function expectYearsInOrder(page: Page, card: Locator, sentence: string) {
  const end = card.getByLabel('End year')
  const before = await end.inputValue()
  await end.fill('1990 or so')
  await expect(end).toHaveValue('1990')
  await expectHeld(page, [sentence])
  await end.fill(before)
  await expect(summary(page)).toBeHidden()
}

async function expectThreeHundred(box: Locator) {
  await box.fill('x'.repeat(299))
  await box.pressSequentially('yz')
  await expect(box).toHaveValue(`${'x'.repeat(299)}y`)
  await expect(box.locator('..')).toContainText('300 / 300')
}

test('each step holds what is missing or wrong, in the words of the specification', async ({ page, product }) => {
  test.setTimeout(180_000)
  await comeBack(page, await aWriter(product))
  await page.goto('/app/application?step=1')

  await test.step('1: the place of birth; phones of digits; LGAs that follow from the state', async () => {
    await expectStep(page, 1, 'Personal details')
    const birth = page.getByLabel('Place of birth')
    await birth.fill(' ')
    await expectHeld(page, ['Place of birth is required.'])
    await expect(birth).toBeFocused()
    await birth.fill('Jos')
    const phone = section(page, 'Contact address').getByLabel(/^Phone/)
    await phone.fill('o803-555-1234 56')
    await expect(phone).toHaveValue('80355512345')
    const home = section(page, 'Home address')
    const lga = home.getByLabel(/^LGA/)
    await expect(lga).toHaveValue('Ijebu Ode')
    await answer(home, { State: 'Lagos' })
    await expect(lga).toHaveValue('')
    await expect(lga.getByRole('option', { name: 'Ikeja', exact: true })).toHaveCount(1)
    // Cleared, and not only hidden because it is not in the list.
    await answer(home, { State: 'Ogun' })
    await expect(lga).toHaveValue('')
    await answer(home, { LGA: 'Ijebu Ode' })
    await expect(home.getByRole('definition')).toHaveText('Nigeria')
    const facts = page.getByRole('region', { name: 'As the institute holds it' })
    for (const fact of ['Example', 'Amina', '08011112222', '15 June 1985', 'Female', 'Technology', 'Lecturer II'])
      await expect(facts.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
    await expect(facts.getByRole('textbox')).toHaveCount(0)
    await goOn(page)
  })

  await test.step('2: an institution and a qualification, whole and in order', async () => {
    await expectStep(page, 2, 'Education')
    await expectListHeld(page, {
      list: 'Institutions attended',
      noun: 'Institution',
      tooFew: 'At least one institution is required, and all fields must be filled, including valid date ranges.',
      missing: 'All institution fields are required.',
    })
    const card = await opened(page, 'Institutions attended', 'Institution')
    const words = 'Invalid date range for institution 1: start year must be before end year.'
    await expectYearsInOrder(page, card, words)
    await expectListHeld(page, {
      list: 'Academic qualifications',
      noun: 'Academic qualification',
      tooFew:
        'At least one academic qualification is required, including certificate, institution, date awarded, and a file upload.',
      missing: 'All academic qualification fields are required.',
    })

    await card.getByLabel('End year').fill('1990')
    await goBack(page)
    await expect(toastOf(page, words)).toBeVisible()
    await expectStep(page, 1, 'Personal details')
    await goOn(page)
    await expectStep(page, 2, 'Education')
    await (await opened(page, 'Institutions attended', 'Institution')).getByLabel('End year').fill('2005')
    await goOn(page)
  })

  await test.step('3: an experience; the other position belongs to others', async () => {
    await expectStep(page, 3, 'Experience')
    await expectListHeld(page, {
      list: 'Experience',
      noun: 'Experience',
      tooFew: 'At least one experience entry is required and must include valid date ranges.',
      missing: 'All experience fields are required.',
    })
    const card = await opened(page, 'Experience', 'Experience')
    await expectYearsInOrder(page, card, 'Invalid date range for experience 1: start year must be before end year.')
    const other = card.getByLabel(/^Other position/)
    await expect(other).toHaveValue('Timetable Officer')
    await answer(card, { 'Administrative position': 'Bursar' })
    await expect(other).toBeHidden()
    await answer(card, { 'Administrative position': 'Others' })
    await expect(other).toHaveValue('')
    const description = card.getByLabel('Description')
    await expect(description).toHaveAttribute('rows', '4')
    await expectThreeHundred(description)
    await goOn(page)
  })

  await test.step('4: nothing is held; a grant is digits; no documents of Word', async () => {
    await expectStep(page, 4, 'Publications and awards')
    const grant = await opened(page, 'Grants', 'Grant')
    const amount = grant.getByLabel(/^Amount/)
    await amount.fill('₦2,500,000.x')
    await expect(amount).toHaveValue('2500000')
    await expectThreeHundred(grant.getByLabel(/^Experience/))
    const files = grant.getByRole('group', { name: /^Files/ })
    const picker = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: /^Choose/ }).click()
    const buffer = docxFile()
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    await (await picker).setFiles([{ name: 'cv.docx', mimeType, buffer }])
    await expect(files.getByRole('alert')).toHaveText('cv.docx: File type must be PDF, JPEG or PNG.')
    await section(page, 'Publications').getByRole('button', { name: 'Add publication' }).click()
    await goOn(page)
  })

  await test.step('5: three referees, whole, with an email and eleven digits', async () => {
    await expectStep(page, 5, 'Referees')
    const within = section(page, 'Referees')
    await expect(within.getByRole('button', { name: 'Add referee' })).toHaveCount(0)
    await expect(within).toContainText('Exactly 3 referees are asked for, so no more can be added.')
    await within.getByRole('button', { name: 'Remove Referee 3' }).click()
    await expectHeld(page, ['Please provide at least 3 referees.'], 'Preview')
    await within.getByRole('button', { name: 'Add referee' }).click()
    await expectHeld(
      page,
      ['name', 'portfolio', 'email', 'phone', 'location'].map((field) => `Referee 3 ${field} is required.`),
      'Preview',
    )
    const card = entry(page, 'Referees', 'Referee', 3)
    const given = { Name: 'Sani Garba', Portfolio: 'Director', Location: 'Zaria' }
    await answer(card, { ...given, Email: 'sani@nowhere', Phone: '0801 234 567' })
    await expectHeld(
      page,
      ['Referee 3 must have a valid email format.', 'Referee 3 phone number must be exactly 11 digits.'],
      'Preview',
    )
    await answer(card, { Email: 'sani@example.org', Phone: '080-1234-5678-99' })
    await expect(card.getByLabel('Phone')).toHaveValue('08012345678')
    await expectThreeHundred(page.getByLabel(/^Hobbies/))
    await expectThreeHundred(page.getByLabel(/^Professional achievement/))
    await goOn(page, 'Preview')
    await expectStep(page, 6, 'Preview')
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await goBack(page)
    await expectStep(page, 5, 'Referees')
  })
})

test('what is typed is kept half a second after typing rests, and is there again on return', async ({
  page,
  product,
}) => {
  await holdClock(page)
  await comeBack(page, await aPaidApplicant(product))
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await stopClock(page)
  const birth = page.getByLabel('Place of birth')
  await birth.fill('Cal')
  await page.clock.runFor(400)
  await birth.fill('Calabar')
  await page.clock.runFor(400)
  expect((await kept(page)).formData ?? '').not.toContain('Cal')
  await page.clock.runFor(200)
  expect((await kept(page)).formData).toContain('Calabar')
  await page.clock.resume()
  await page.reload()
  await expect(birth).toHaveValue('Calabar')
})
