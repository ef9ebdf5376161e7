// Drafts on shared computers: they can be continued on another computer, and nobody else sees them.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { blockRequests, logInOnPage, readLocalStorage, restoreSession } from '#tests/support/browser/pages.ts'
import {
  addEntryCard,
  clickNext,
  clickPrevious,
  expectSaved,
  expectStep,
  fillIn,
  findEntryCard,
  findSection,
} from '#tests/support/browser/wizard-pages.ts'
import { createPaidApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import {
  achievements,
  contactAddress,
  createCareer,
  homeAddress,
  placeOfBirth,
} from '#tests/support/fixtures/sample-application.ts'

test('a form left in the middle of step 4 can be continued on another computer', async ({
  browser,
  baseURL,
  product,
  pageErrors,
  openBrowser,
}) => {
  test.setTimeout(180_000)
  const applicant = await createReadyApplicant(product)
  const { education, experience } = await createCareer()
  const [publication, honor] = achievements
  if (!publication || !honor) throw new Error('The application has no publication or honor.')

  const cafeContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  pageErrors.collectFrom(cafeContext)
  const cafePage = await cafeContext.newPage()

  await test.step('fill in three and a half steps in the café', async () => {
    await restoreSession(cafePage, applicant)
    await cafePage.goto('/app/application')
    await expectStep(cafePage, 1, 'Personal details')
    await fillIn(cafePage.getByRole('main'), { 'Place of birth': placeOfBirth })
    await fillIn(findSection(cafePage, 'Home address'), homeAddress)
    await fillIn(findSection(cafePage, 'Contact address'), contactAddress)
    await clickNext(cafePage)
    for (const { list, noun, answers } of education) await addEntryCard(cafePage, list, noun, answers)
    await clickNext(cafePage)
    for (const { list, noun, answers } of experience) await addEntryCard(cafePage, list, noun, answers)
    await clickNext(cafePage)
    await expectStep(cafePage, 4, 'Publications and awards')
    await addEntryCard(cafePage, publication.list, publication.noun, publication.answers)
    await addEntryCard(cafePage, honor.list, honor.noun, { Name: 'Best grad' })
    await expectSaved(cafePage)
    await cafeContext.close()
  })

  const page = await openBrowser()
  await test.step('everything is there on another computer', async () => {
    await logInOnPage(page, applicant)
    await expect(page).toHaveURL('/app/dashboard')
    await page.getByRole('main').getByRole('link', { name: 'Continue Application' }).click()
    await expectStep(page, 4, 'Publications and awards')
    await expect(findEntryCard(page, honor.list, honor.noun, 1)).toContainText('Best grad')
    await expect(findEntryCard(page, publication.list, publication.noun, 1)).toContainText('Queues in small registries')
    await expectAccessible(page)
    await clickPrevious(page)
    await expectStep(page, 3, 'Experience')
    await expect(findEntryCard(page, 'Experience', 'Experience', 1)).toContainText('Riverside Polytechnic')
    await clickPrevious(page)
    await expectStep(page, 2, 'Education')
    await findEntryCard(page, 'Academic qualifications', 'Academic qualification', 1)
      .getByRole('button', { expanded: false })
      .click()
    await expect(page.getByRole('link', { name: 'View File 2' })).toBeVisible()
    await clickPrevious(page)
    await expectStep(page, 1, 'Personal details')
    await expect(page.getByLabel('Place of birth')).toHaveValue(placeOfBirth)
    await expect(findSection(page, 'Home address').getByLabel(/^LGA/)).toHaveValue('Aguata')
  })

  await test.step('the form can be continued', async () => {
    for (const [number, title] of [
      [2, 'Education'],
      [3, 'Experience'],
      [4, 'Publications and awards'],
    ] as const) {
      await clickNext(page)
      await expectStep(page, number, title)
    }
    const card = findEntryCard(page, honor.list, honor.noun, 1)
    const toggle = card.getByRole('button', { expanded: false })
    if (await toggle.isVisible()) await toggle.click()
    await fillIn(card, honor.answers)
    await expectSaved(page)
    await clickNext(page)
    await expectStep(page, 5, 'Referees')
  })
})

test('the next user of a shared computer never sees the previous user’s draft; one that was not saved stays there for its owner', async ({
  page,
  product,
  expectFailure,
}) => {
  const [first, second] = [await createPaidApplicant(product), await createPaidApplicant(product)]
  await restoreSession(page, first)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await fillIn(page.getByRole('main'), { 'Place of birth': 'Onitsha' })
  await expectSaved(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  expect(await readLocalStorage(page)).not.toHaveProperty('formData')

  await restoreSession(page, second)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await expect(page.getByLabel('Place of birth')).toHaveValue('')
  expect(JSON.stringify(await readLocalStorage(page))).not.toContain('Onitsha')

  await restoreSession(page, first)
  await page.goto('/app/application')
  await expect(page.getByLabel('Place of birth')).toHaveValue('Onitsha')
  expectFailure({ status: 'ERR_INTERNET_DISCONNECTED', url: /\/api\/v1\// })
  const restore = await blockRequests(page, '**/api/v1/**')
  await fillIn(page.getByRole('main'), { 'Place of birth': 'Calabar' })
  await expect(page.getByText('Saved on this device only')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Login to your Application Portal' })).toBeVisible()
  await restore()

  await restoreSession(page, second)
  await page.goto('/app/application')
  await expectStep(page, 1, 'Personal details')
  await expect(page.getByLabel('Place of birth')).toHaveValue('')

  await restoreSession(page, first)
  await page.goto('/app/application')
  await expect(page.getByLabel('Place of birth')).toHaveValue('Calabar')
  await expectSaved(page)
})
