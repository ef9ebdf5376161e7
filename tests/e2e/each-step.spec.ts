// The form's steps: their error messages, which input their fields accept, and fields that depend on others.
import type { Locator, Page } from '@playwright/test'
import { createApplicantWithDraft } from '#tests/support/browser/applicants-with-draft.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import {
  clickNext,
  clickPrevious,
  expectStep,
  fillIn,
  findEntryCard,
  findSection,
} from '#tests/support/browser/wizard-pages.ts'
import { createDocxFile } from '#tests/support/fixtures/documents.ts'

const incomplete = 'Please fill out all required fields before proceeding.'
const summary = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: 'There is a problem' })

/** Next is refused with a toast, and the error summary contains these sentences. */
async function expectErrors(page: Page, sentences: readonly string[], button: 'Next' | 'Preview' = 'Next') {
  await clickNext(page, button)
  await expect(findToast(page, incomplete)).toBeVisible()
  for (const sentence of sentences) await expect(summary(page)).toContainText(sentence)
}

interface ListErrors {
  list: string
  noun: string
  tooFew: string
  missing: string
}

/** Checks the list without an entry and with an empty one, then restores it. */
async function expectListErrors(page: Page, { list, noun, tooFew, missing }: ListErrors) {
  const within = findSection(page, list)
  await within.getByRole('button', { name: `Remove ${noun} 1` }).click()
  await expectErrors(page, [tooFew])
  await within.getByRole('button', { name: 'Undo' }).click()
  await within.getByRole('button', { name: `Add ${noun.toLowerCase()}` }).click()
  await expectErrors(page, [missing])
  await within.getByRole('button', { name: `Remove ${noun} 2` }).click()
  await expect(summary(page)).toBeHidden()
  await openEntry(page, list, noun)
}

async function openEntry(page: Page, list: string, noun: string): Promise<Locator> {
  const card = findEntryCard(page, list, noun, 1)
  const toggle = card.getByRole('button', { expanded: false })
  if (await toggle.isVisible()) await toggle.click()
  return card
}

async function expectYearsInOrder(page: Page, card: Locator, sentence: string) {
  const end = card.getByLabel('End year')
  const before = await end.inputValue()
  await end.fill('1990 or so')
  await expect(end).toHaveValue('1990')
  await expectErrors(page, [sentence])
  await end.fill(before)
  await expect(summary(page)).toBeHidden()
}

async function expectLimitOf300(field: Locator) {
  await field.fill('x'.repeat(299))
  await field.pressSequentially('yz')
  await expect(field).toHaveValue(`${'x'.repeat(299)}y`)
  await expect(field.locator('..')).toContainText('300 / 300')
}

test('each step reports missing and wrong answers with the specification’s messages', async ({ page, product }) => {
  test.setTimeout(180_000)
  await restoreSession(page, await createApplicantWithDraft(product))
  await page.goto('/app/application?step=1')

  await test.step('1: place of birth, phone digits, LGAs of the state', async () => {
    await expectStep(page, 1, 'Personal details')
    const birthplace = page.getByLabel('Place of birth')
    await birthplace.fill(' ')
    await expectErrors(page, ['Place of birth is required.'])
    await expect(birthplace).toBeFocused()
    await birthplace.fill('Jos')
    const phone = findSection(page, 'Contact address').getByLabel(/^Phone/)
    await phone.fill('o803-555-1234 56')
    await expect(phone).toHaveValue('80355512345')
    const home = findSection(page, 'Home address')
    for (const [section, autofill] of [
      [home, 'section-home street-address'],
      [findSection(page, 'Contact address'), 'section-contact street-address'],
    ] as const)
      await expect(section.getByLabel(/^Address/)).toHaveAttribute('autocomplete', autofill)
    const lga = home.getByLabel(/^LGA/)
    await expect(lga).toHaveValue('Ijebu Ode')
    await fillIn(home, { State: 'Lagos' })
    await expect(lga).toHaveValue('')
    await expect(lga.getByRole('option', { name: 'Ikeja', exact: true })).toHaveCount(1)
    // The LGA was cleared, not only hidden because the new state does not have it.
    await fillIn(home, { State: 'Ogun' })
    await expect(lga).toHaveValue('')
    await fillIn(home, { LGA: 'Ijebu Ode' })
    await expect(home.getByRole('definition')).toHaveText('Nigeria')
    const facts = page.getByRole('region', { name: 'Your details on record' })
    for (const fact of ['Example', 'Amina', '08011112222', '15 June 1985', 'Female', 'Technology', 'Lecturer II'])
      await expect(facts.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
    await expect(facts.getByRole('textbox')).toHaveCount(0)
    await clickNext(page)
  })

  await test.step('2: institution and qualification, complete and with years in order', async () => {
    await expectStep(page, 2, 'Education')
    await expectListErrors(page, {
      list: 'Institutions attended',
      noun: 'Institution',
      tooFew: 'At least one institution is required, and all fields must be filled, including valid date ranges.',
      missing: 'All institution fields are required.',
    })
    const card = await openEntry(page, 'Institutions attended', 'Institution')
    const text = 'Invalid date range for institution 1: start year must be before end year.'
    await expectYearsInOrder(page, card, text)
    await expectListErrors(page, {
      list: 'Academic qualifications',
      noun: 'Academic qualification',
      tooFew:
        'At least one academic qualification is required, including certificate, institution, date awarded, and a file upload.',
      missing: 'All academic qualification fields are required.',
    })

    await card.getByLabel('End year').fill('1990')
    await clickPrevious(page)
    await expect(findToast(page, text)).toBeVisible()
    await expectStep(page, 1, 'Personal details')
    await clickNext(page)
    await expectStep(page, 2, 'Education')
    await (await openEntry(page, 'Institutions attended', 'Institution')).getByLabel('End year').fill('2005')
    await clickNext(page)
  })

  await test.step('3: experience, with another position only for others', async () => {
    await expectStep(page, 3, 'Experience')
    await expectListErrors(page, {
      list: 'Experience',
      noun: 'Experience',
      tooFew: 'At least one experience entry is required and must include valid date ranges.',
      missing: 'All experience fields are required.',
    })
    const card = await openEntry(page, 'Experience', 'Experience')
    await expectYearsInOrder(page, card, 'Invalid date range for experience 1: start year must be before end year.')
    const other = card.getByLabel(/^Other position/)
    await expect(other).toHaveValue('Timetable Officer')
    await fillIn(card, { 'Administrative position': 'Bursar' })
    await expect(other).toBeHidden()
    await fillIn(card, { 'Administrative position': 'Others' })
    await expect(other).toHaveValue('')
    const description = card.getByLabel('Description')
    await expect(description).toHaveAttribute('rows', '4')
    await expectLimitOf300(description)
    await clickNext(page)
  })

  await test.step('4: nothing is required; a grant is digits; no Word documents', async () => {
    await expectStep(page, 4, 'Publications and awards')
    const grant = await openEntry(page, 'Grants', 'Grant')
    const amount = grant.getByLabel(/^Amount/)
    await amount.fill('₦2,500,000.x')
    await expect(amount).toHaveValue('2500000')
    await expectLimitOf300(grant.getByLabel(/^Experience/))
    const files = grant.getByRole('group', { name: /^Files/ })
    const picker = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: /^Choose/ }).click()
    const buffer = createDocxFile()
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    await (await picker).setFiles([{ name: 'cv.docx', mimeType, buffer }])
    await expect(files.getByRole('alert')).toHaveText('cv.docx: File type must be PDF, JPEG or PNG.')
    await findSection(page, 'Publications').getByRole('button', { name: 'Add publication' }).click()
    await clickNext(page)
  })

  await test.step('5: three complete referees with email and eleven digits', async () => {
    await expectStep(page, 5, 'Referees')
    const within = findSection(page, 'Referees')
    await expect(within.getByRole('button', { name: 'Add referee' })).toHaveCount(0)
    await expect(within).toContainText('You have added all 3 referees.')
    await within.getByRole('button', { name: 'Remove Referee 3' }).click()
    await expectErrors(page, ['Please provide at least 3 referees.'], 'Preview')
    await within.getByRole('button', { name: 'Add referee' }).click()
    await expectErrors(
      page,
      ['name', 'portfolio', 'email', 'phone', 'location'].map((field) => `Referee 3 ${field} is required.`),
      'Preview',
    )
    const card = findEntryCard(page, 'Referees', 'Referee', 3)
    const given = { Name: 'Sani Garba', Portfolio: 'Director', Location: 'Zaria' }
    await fillIn(card, { ...given, Email: 'sani@nowhere', Phone: '0801 234 567' })
    await expectErrors(
      page,
      ['Referee 3 must have a valid email format.', 'Referee 3 phone number must be exactly 11 digits.'],
      'Preview',
    )
    await fillIn(card, { Email: 'sani@example.org', Phone: '080-1234-5678-99' })
    await expect(card.getByLabel('Phone')).toHaveValue('08012345678')
    await expectLimitOf300(page.getByLabel(/^Hobbies/))
    await expectLimitOf300(page.getByLabel(/^Professional achievement/))
    await clickNext(page, 'Preview')
    await expectStep(page, 6, 'Preview')
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await clickPrevious(page)
    await expectStep(page, 5, 'Referees')
  })
})

test('a choice that is no longer offered is shown as none', async ({ page, product }) => {
  const applicant = await createApplicantWithDraft(product, ({ homeAddress }) => ({
    homeAddress: { ...homeAddress, state: 'bendel' },
  }))
  await restoreSession(page, applicant)
  await page.goto('/app/application?step=1')
  const home = findSection(page, 'Home address')
  await expect(home.getByLabel('Address')).toHaveValue('12 Palm Avenue')
  const state = home.getByLabel('State')
  await expect(state.getByRole('option').first()).toHaveText('Choose…')
  // Not -1, with which the box would be blank.
  await expect(state).toHaveJSProperty('selectedIndex', 0)
})
