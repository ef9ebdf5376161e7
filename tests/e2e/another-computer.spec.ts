// A café's computer is left in the middle of step 4; the work goes on at another one, and nobody else ever sees it.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { comeBack, cutLine, kept, logIn } from '#tests/support/browser/pages.ts'
import {
  addEntry,
  answer,
  entry,
  expectSaved,
  expectStep,
  goBack,
  goOn,
  section,
} from '#tests/support/browser/wizard-pages.ts'
import { aPaidApplicant, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'
import {
  aCareer,
  achievements,
  contactAddress,
  homeAddress,
  placeOfBirth,
} from '#tests/support/fixtures/sample-application.ts'

test('a form left in the middle of step 4 is gone on with at another computer', async ({
  browser,
  baseURL,
  product,
  watch,
  anotherBrowser,
}) => {
  test.setTimeout(180_000)
  const applicant = await aReadyApplicant(product)
  const { education, experience } = await aCareer()
  const [publication, honor] = achievements
  if (!publication || !honor) throw new Error('The application has no publication or honor.')

  const cafe = await browser.newContext({ ...(baseURL && { baseURL }) })
  watch.on(cafe)
  const left = await cafe.newPage()

  await test.step('four steps in the café, the last one half', async () => {
    await comeBack(left, applicant)
    await left.goto('/app/application')
    await expectStep(left, 1, 'Personal details')
    await answer(left.getByRole('main'), { 'Place of birth': placeOfBirth })
    await answer(section(left, 'Home address'), homeAddress)
    await answer(section(left, 'Contact address'), contactAddress)
    await goOn(left)
    for (const { list, noun, answers } of education) await addEntry(left, list, noun, answers)
    await goOn(left)
    for (const { list, noun, answers } of experience) await addEntry(left, list, noun, answers)
    await goOn(left)
    await expectStep(left, 4, 'Publications and awards')
    await addEntry(left, publication.list, publication.noun, publication.answers)
    await addEntry(left, honor.list, honor.noun, { Name: 'Best grad' })
    await expectSaved(left)
    await cafe.close()
  })

  const page = await anotherBrowser()
  await test.step('everything is there at another computer', async () => {
    await logIn(page, applicant)
    await expect(page).toHaveURL('/app/dashboard')
    await page.getByRole('main').getByRole('link', { name: 'Continue Application' }).click()
    await expectStep(page, 4, 'Publications and awards')
    await expect(entry(page, honor.list, honor.noun, 1)).toContainText('Best grad')
    await expect(entry(page, publication.list, publication.noun, 1)).toContainText('Queues in small registries')
    await expectAccessible(page)
    await goBack(page)
    await expectStep(page, 3, 'Experience')
    await expect(entry(page, 'Experience', 'Experience', 1)).toContainText('Riverside Polytechnic')
    await goBack(page)
    await expectStep(page, 2, 'Education')
    await entry(page, 'Academic qualifications', 'Academic qualification', 1)
      .getByRole('button', { expanded: false })
      .click()
    await expect(page.getByRole('link', { name: 'View File 2' })).toBeVisible()
    await goBack(page)
    await expectStep(page, 1, 'Personal details')
    await expect(page.getByLabel('Place of birth')).toHaveValue(placeOfBirth)
    await expect(section(page, 'Home address').getByLabel(/^LGA/)).toHaveValue('Aguata')
  })

  await test.step('and it goes on', async () => {
    for (const [number, title] of [
      [2, 'Education'],
      [3, 'Experience'],
      [4, 'Publications and awards'],
    ] as const) {
      await goOn(page)
      await expectStep(page, number, title)
    }
    const card = entry(page, honor.list, honor.noun, 1)
    const fold = card.getByRole('button', { expanded: false })
    if (await fold.isVisible()) await fold.click()
    await answer(card, honor.answers)
    await expectSaved(page)
    await goOn(page)
    await expectStep(page, 5, 'Referees')
  })
})

test('whoever logs in next on a shared computer never sees the draft of the one before', async ({ page, product }) => {
  const [first, second] = [await aPaidApplicant(product), await aPaidApplicant(product)]
  await comeBack(page, first)
  await page.goto('/app/application')
  await answer(page.getByRole('main'), { 'Place of birth': 'Calabar' })
  await expectSaved(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  expect(await kept(page)).not.toHaveProperty('formData')

  await comeBack(page, second)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await expect(page.getByLabel('Place of birth')).toHaveValue('')
  expect(JSON.stringify(await kept(page))).not.toContain('Calabar')
})

test("a draft that the server has not got stays on the device, and is still nobody else's", async ({
  page,
  product,
  expectFailure,
}) => {
  const [first, second] = [await aPaidApplicant(product), await aPaidApplicant(product)]
  await comeBack(page, first)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  expectFailure({ status: 'ERR_INTERNET_DISCONNECTED', url: /\/api\/v1\// })
  const mend = await cutLine(page, '**/api/v1/**')
  await answer(page.getByRole('main'), { 'Place of birth': 'Calabar' })
  await expect(page.getByText('Saved on this device only')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Login to your Application Portal' })).toBeVisible()
  await mend()

  await comeBack(page, second)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await expect(page.getByLabel('Place of birth')).toHaveValue('')

  await comeBack(page, first)
  await page.goto('/app/application')
  await expect(page.getByLabel('Place of birth')).toHaveValue('Calabar')
  await expectSaved(page)
})
