// The whole application, from the first login to the two printed slips. Layout and accessibility are checked in screens.spec.ts.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/journey.ts'
import { expectNoSecrets, findToast, logInOnPage, payInWidget } from '#tests/support/browser/pages.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import {
  addEntryCard,
  clickNext,
  expectSaved,
  expectStep,
  fillIn,
  findSection,
} from '#tests/support/browser/wizard-pages.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'
import {
  achievement,
  achievements,
  contactAddress,
  createCareer,
  getExpectedTexts,
  hobbies,
  homeAddress,
  placeOfBirth,
  referees,
  sectionTitles,
} from '#tests/support/fixtures/sample-application.ts'
import { createPhonePhoto } from '#tests/support/fixtures/sample-files.ts'
import { waitForMail } from '#tests/support/simulators/simulator-controls.ts'

const adaeze = findDemoPerson('new')
const newPassword = 'four calm rivers'

test('an applicant logs in, pays, verifies the NIN, fills the form, submits it and prints both slips', async ({
  page,
  product,
  openBrowser,
}) => {
  test.setTimeout(300_000)

  await test.step('the first login requires a new password', async () => {
    await logInOnPage(page, adaeze)
    await expect(page).toHaveURL('/auth/update-password')
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm Password').fill(newPassword)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page).toHaveURL('/auth/verify-nin')
  })

  const rrr = await test.step('she postpones the NIN and pays by RRR', async () => {
    await page.getByRole('link', { name: 'Do this later' }).click()
    await expect(page).toHaveURL('/auth/payment')
    await expect(page.getByText('₦12,500.00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()
    await page.getByRole('button', { name: 'Generate RRR' }).click()
    await expect(findToast(page, 'RRR generated successfully!')).toBeVisible()
    const rrr = await page.getByLabel('Your RRR').innerText()
    await payInWidget(page)
    await expect(page).toHaveURL('/auth/success')
    await expect(page.getByText('Your Application payment is Successful. Verify Your Nin.')).toBeVisible()
    await expect(page.getByRole('definition').getByText(adaeze.userId)).toBeVisible()
    return rrr
  })

  await test.step('she consents to the NIN look-up', async () => {
    await page.getByRole('link', { name: 'Verify Nin' }).click()
    await page.getByLabel('NIN', { exact: true }).fill(adaeze.nin)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/app/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Okonkwo Adaeze Chiamaka')
  })

  const { education, experience } = await createCareer()
  await test.step('1: personal details, with her photo', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Continue Application' }).click()
    await expectStep(page, 1, 'Personal details')
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add passport photo' }).click()
    await (await picker).setFiles(await createPhonePhoto('me.jpg'))
    await expect(page.getByRole('button', { name: 'Change passport photo' })).toBeVisible()
    await fillIn(page.getByRole('main'), { 'Place of birth': placeOfBirth })
    await fillIn(findSection(page, 'Home address'), homeAddress)
    await fillIn(findSection(page, 'Contact address'), contactAddress)
    await clickNext(page)
  })

  await test.step('2: education, with two files', async () => {
    await expectStep(page, 2, 'Education')
    for (const { list, noun, answers } of education) await addEntryCard(page, list, noun, answers)
    await clickNext(page)
  })

  await test.step('3: experience, with a document', async () => {
    await expectStep(page, 3, 'Experience')
    for (const { list, noun, answers } of experience) await addEntryCard(page, list, noun, answers)
    await clickNext(page)
  })

  await test.step('4: publications and awards', async () => {
    await expectStep(page, 4, 'Publications and awards')
    for (const { list, noun, answers } of achievements) await addEntryCard(page, list, noun, answers)
    await clickNext(page)
  })

  await test.step('5: three referees, and a fourth cannot be added', async () => {
    await expectStep(page, 5, 'Referees')
    for (const { list, noun, answers } of referees) await addEntryCard(page, list, noun, answers)
    await expect(page.getByRole('button', { name: 'Add referee' })).toBeHidden()
    await fillIn(page.getByRole('main'), { Hobbies: hobbies, 'Professional achievement': achievement })
    await expectSaved(page)
    await expectNoSecrets(page, [adaeze.nin, newPassword, adaeze.password])
    await clickNext(page, 'Preview')
  })

  const number = await test.step('6 and 7: preview, submission, application number', async () => {
    await expectStep(page, 6, 'Preview')
    for (const title of sectionTitles)
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    const preview = removeSpaces(await page.getByRole('main').innerText())
    for (const text of getExpectedTexts()) expect(preview).toContain(removeSpaces(text))
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByText('Your application has been successfully submitted.')).toBeVisible()
    await expect(page.getByText('A confirmation has been sent to your email.')).toBeVisible()
    const text = await page.getByText(/^Application ID: /).innerText()
    expect(text).toMatch(/APP-2024-\d{6}$/)
    return text.slice(-'APP-2024-000001'.length)
  })

  await test.step('both slips are printed completely', async () => {
    await page.getByRole('button', { name: 'Print Slip' }).click()
    await expect(page).toHaveURL('/app/prints')
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expectLoadedPictures(page)
    const slip = removeSpaces((await readPdf(await page.pdf({ format: 'A4' }))).text)
    const facts = ['Recruitment 2024', number, 'Okonkwo', 'Adaeze', 'Chiamaka', adaeze.userId, adaeze.email]
    for (const text of [...facts, ...sectionTitles, ...getExpectedTexts()]) expect(slip).toContain(removeSpaces(text))

    await page.getByRole('link', { name: 'Payment' }).click()
    await expect(page.getByRole('cell', { name: rrr })).toBeVisible()
    const receipt = removeSpaces((await readPdf(await page.pdf({ format: 'A4' }))).text)
    for (const text of ['Recruitment 2024', 'Okonkwo Adaeze Chiamaka', rrr, '₦12,000.00', '₦12,500.00', 'Paid'])
      expect(receipt).toContain(removeSpaces(text))
  })

  await test.step('the confirmation email contains the number', async () => {
    const { text } = await waitForMail(product, adaeze.email, /application/i)
    expect(text).toContain(number)
  })

  await test.step('the submitted application and its slip can be opened on another computer', async () => {
    const otherPage = await openBrowser()
    await logInOnPage(otherPage, { userId: adaeze.userId, password: newPassword })
    await expect(otherPage).toHaveURL('/app/dashboard')
    await otherPage.getByRole('navigation').getByRole('link', { name: 'Application' }).click()
    await expect(otherPage.getByText('You have submitted your application.')).toBeVisible()
    await expect(otherPage.getByText('Preview your application details below.')).toBeVisible()
    await otherPage.getByRole('link', { name: 'Preview Application' }).click()
    await expect(otherPage.getByText(number, { exact: true })).toBeVisible()
    await expect(otherPage.getByRole('cell', { name: 'Hilltop University' }).first()).toBeVisible()
  })
})

/** Line breaks in the PDF do not matter. */
const removeSpaces = (text: string) => text.replace(/\s+/g, '')

async function expectLoadedPictures(page: Page) {
  const pictures = page.getByRole('main').getByRole('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
