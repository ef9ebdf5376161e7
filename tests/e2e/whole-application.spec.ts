// The main job, whole: from the first login with an issued password to the two printed slips. What each screen looks like
// on the way, and whether it keeps anybody out, is the matter of screens.spec.ts.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/journey.ts'
import { expectNoSecrets, logIn, payByWidget, toastOf } from '#tests/support/browser/pages.ts'
import { readPdf } from '#tests/support/browser/printed.ts'
import { addEntry, answer, expectSaved, expectStep, goOn, section } from '#tests/support/browser/wizard-pages.ts'
import { demoPerson } from '#tests/support/fixtures/people.ts'
import {
  aCareer,
  achievement,
  achievements,
  contactAddress,
  hobbies,
  homeAddress,
  placeOfBirth,
  referees,
  titles,
  wordsToFind,
} from '#tests/support/fixtures/sample-application.ts'
import { phonePhoto } from '#tests/support/fixtures/sample-files.ts'
import { letterTo } from '#tests/support/simulators/simulator-controls.ts'

const adaeze = demoPerson('new')
const newPassword = 'four calm rivers'

test('an applicant logs in, pays, verifies the NIN, fills the form, submits it and prints both slips', async ({
  page,
  product,
  anotherBrowser,
}) => {
  test.setTimeout(300_000)

  await test.step('the first login asks for a password of her own', async () => {
    await logIn(page, adaeze)
    await expect(page).toHaveURL('/auth/update-password')
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm Password').fill(newPassword)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page).toHaveURL('/auth/verify-nin')
  })

  const rrr = await test.step('she puts the NIN off, and pays by RRR', async () => {
    await page.getByRole('link', { name: 'Do this later' }).click()
    await expect(page).toHaveURL('/auth/payment')
    await expect(page.getByText('₦12,500.00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()
    await page.getByRole('button', { name: 'Generate RRR' }).click()
    await expect(toastOf(page, 'RRR generated successfully!')).toBeVisible()
    const shown = await page.getByLabel('Your RRR').innerText()
    await payByWidget(page)
    await expect(page).toHaveURL('/auth/success')
    await expect(page.getByText('Your Application payment is Successful. Verify Your Nin.')).toBeVisible()
    await expect(page.getByText(adaeze.userId)).toBeVisible()
    return shown
  })

  await test.step('she agrees to the look-up of her NIN', async () => {
    await page.getByRole('link', { name: 'Verify Nin' }).click()
    await page.getByLabel('NIN', { exact: true }).fill(adaeze.nin)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/app/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Okonkwo Adaeze Chiamaka')
  })

  const { education, experience } = await aCareer()
  await test.step('1: personal details, with her photo', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Continue Application' }).click()
    await expectStep(page, 1, 'Personal details')
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add passport photo' }).click()
    await (await picker).setFiles(await phonePhoto('me.jpg'))
    await expect(page.getByRole('button', { name: 'Change passport photo' })).toBeVisible()
    await answer(page.getByRole('main'), { 'Place of birth': placeOfBirth })
    await answer(section(page, 'Home address'), homeAddress)
    await answer(section(page, 'Contact address'), contactAddress)
    await goOn(page)
  })

  await test.step('2: education, with two files', async () => {
    await expectStep(page, 2, 'Education')
    for (const { list, noun, answers } of education) await addEntry(page, list, noun, answers)
    await goOn(page)
  })

  await test.step('3: experience, with a letter', async () => {
    await expectStep(page, 3, 'Experience')
    for (const { list, noun, answers } of experience) await addEntry(page, list, noun, answers)
    await goOn(page)
  })

  await test.step('4: publications and awards', async () => {
    await expectStep(page, 4, 'Publications and awards')
    for (const { list, noun, answers } of achievements) await addEntry(page, list, noun, answers)
    await goOn(page)
  })

  await test.step('5: three referees and no fourth', async () => {
    await expectStep(page, 5, 'Referees')
    for (const { list, noun, answers } of referees) await addEntry(page, list, noun, answers)
    await expect(page.getByRole('button', { name: 'Add referee' })).toBeHidden()
    await answer(page.getByRole('main'), { Hobbies: hobbies, 'Professional achievement': achievement })
    await expectSaved(page)
    await expectNoSecrets(page, [adaeze.nin, newPassword, adaeze.password])
    await goOn(page, 'Preview')
  })

  const number = await test.step('6 and 7: preview, submission, application number', async () => {
    await expectStep(page, 6, 'Preview')
    for (const title of titles) await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    const preview = letters(await page.getByRole('main').innerText())
    for (const words of wordsToFind()) expect(preview).toContain(letters(words))
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByText('Your application has been successfully submitted.')).toBeVisible()
    await expect(page.getByText('A confirmation has been sent to your email.')).toBeVisible()
    const words = await page.getByText(/^Application ID: /).innerText()
    expect(words).toMatch(/APP-2024-\d{6}$/)
    return words.slice(-'APP-2024-000001'.length)
  })

  await test.step('both slips are printed whole', async () => {
    await page.getByRole('button', { name: 'Print Slip' }).click()
    await expect(page).toHaveURL('/app/prints')
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expectLoadedPictures(page)
    const slip = letters((await readPdf(await page.pdf({ format: 'A4' }))).text)
    const facts = ['Recruitment 2024', number, 'Okonkwo', 'Adaeze', 'Chiamaka', adaeze.userId, adaeze.email]
    for (const words of [...facts, ...titles, ...wordsToFind()]) expect(slip).toContain(letters(words))

    await page.getByRole('link', { name: 'Payment' }).click()
    await expect(page.getByRole('cell', { name: rrr })).toBeVisible()
    const receipt = letters((await readPdf(await page.pdf({ format: 'A4' }))).text)
    for (const words of ['Recruitment 2024', 'Okonkwo Adaeze Chiamaka', rrr, '₦12,000.00', '₦12,500.00', 'Paid'])
      expect(receipt).toContain(letters(words))
  })

  await test.step('the confirmation came by mail, with the number', async () => {
    const { text } = await letterTo(product, adaeze.email, /application/i)
    expect(text).toContain(number)
  })

  await test.step('another computer finds the submitted application and its slip', async () => {
    const elsewhere = await anotherBrowser()
    await logIn(elsewhere, { userId: adaeze.userId, password: newPassword })
    await expect(elsewhere).toHaveURL('/app/dashboard')
    await elsewhere.getByRole('navigation').getByRole('link', { name: 'Application' }).click()
    await expect(elsewhere.getByText('You have submitted your application.')).toBeVisible()
    await expect(elsewhere.getByText('Preview your application details below.')).toBeVisible()
    await elsewhere.getByRole('link', { name: 'Preview Application' }).click()
    await expect(elsewhere.getByText(number, { exact: true })).toBeVisible()
    await expect(elsewhere.getByRole('cell', { name: 'Hilltop University' }).first()).toBeVisible()
  })
})

/** Where a line breaks on paper says nothing. */
const letters = (text: string) => text.replace(/\s+/g, '')

async function expectLoadedPictures(page: Page) {
  const pictures = page.getByRole('main').getByRole('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
