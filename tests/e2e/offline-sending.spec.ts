// What is on its way when the line goes: drafts, files, the application. Nothing of it is lost, and nothing arrives twice.
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '#tests/support/browser/journey.ts'
import {
  birthplace,
  expectKept,
  expectOnDevice,
  offline,
  openForm,
  seedDraft,
  serverDraft,
  test,
} from '#tests/support/browser/offline-journey.ts'
import { comeBack, toastOf } from '#tests/support/browser/pages.ts'
import type { StagedProduct } from '#tests/support/browser/staged-product.ts'
import { expectSaved, expectStep, section } from '#tests/support/browser/wizard-pages.ts'
import { aPaidApplicant, aReadyApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { heavyScan, letter } from '#tests/support/fixtures/sample-files.ts'

test('a Wi-Fi that leads nowhere is told as such, and nothing is lost by it', async ({
  page,
  product,
  line,
  expectFailure,
}) => {
  test.setTimeout(150_000)
  // What the page sent as it was left may yet arrive before what the next one sends; it is known again.
  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Calabar')
  await expectSaved(page)
  line.goSilent()
  await birthplace(page).fill('Calabar South')
  await expect(offline(page)).toBeVisible({ timeout: 40_000 })

  await page.goto('/app/application')
  await expect(birthplace(page)).toHaveValue('Calabar South', { timeout: 80_000 })
  await line.mend()
  await birthplace(page).fill('Calabar South East')
  await expectSaved(page)
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe('Calabar South East')
})

test('when the server got a draft and its answer was lost, nobody is asked which one counts', async ({
  page,
  product,
  line,
  expectFailure,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Onitsha')
  await expectSaved(page)

  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  const lost = line.loseAnswers()
  await birthplace(page).fill('Onitsha, by the river')
  await lost
  await line.cut()
  await expect.poll(async () => (await serverDraft(product, applicant)).placeOfBirth).toBe('Onitsha, by the river')
  await birthplace(page).fill('Onitsha, by the river Niger')
  await expectOnDevice(page)
  await page.reload()
  await expect(birthplace(page)).toHaveValue('Onitsha, by the river Niger')

  await line.mend()
  await expectSaved(page)
  await expect(page.getByText('Your form was changed in another window')).toBeHidden()
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe('Onitsha, by the river Niger')
})

test('whoever comes without a line to a device that holds no form may begin one, and the older one is not lost', async ({
  page,
  product,
  line,
  expectFailure,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await page.goto('/app/dashboard')
  await seedDraft(product, applicant, { academicQualification: [], placeOfBirth: 'Older' })
  await page.evaluate(() => localStorage.removeItem('formData'))
  await line.cut()
  await page.goto('/app/application')
  await expect(page.getByText('What you saved before is on our server')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Start a blank form' }).click()
  await birthplace(page).fill('Newer')
  await expectOnDevice(page)
  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  await line.mend()
  await expect(page.getByText('Your form was changed in another window')).toBeVisible({ timeout: 45_000 })
  await page.getByRole('button', { name: 'Use the newer one' }).click()
  await expect(birthplace(page)).toHaveValue('Older')
})

test('files wait for the line and go by themselves: each arrives once', async ({ page, product, line }) => {
  const applicant = await aReadyApplicant(product)
  await seedDraft(product, applicant, { academicQualification: [] })
  await comeBack(page, applicant)
  await page.goto('/app/application?step=4')
  await expectStep(page, 2, 'Education')
  await expectKept(page)
  await section(page, 'Academic qualifications').getByRole('button', { name: 'Add academic qualification' }).click()

  const files = await Promise.all(['first.png', 'second.png', 'third.png'].map(heavyScan))
  const isCut = line.cutAfter(400_000)
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose files/ }).click()
  await (await picker).setFiles(files)
  await isCut
  await expect(page.getByText('Waits for the line')).toHaveCount(3)
  await expect(offline(page)).toBeVisible()
  await expect(page.getByText('File upload failed')).toBeHidden()
  await expectAccessible(page)

  await line.mend()
  await expect(page.getByRole('link', { name: /^View File \d+$/ })).toHaveCount(3, { timeout: 45_000 })
  await expect(toastOf(page, 'Files uploaded successfully!')).toBeVisible()
  await expectSaved(page)
  const [qualification] = (await serverDraft(product, applicant)).academicQualification
  expect(new Set(qualification.fileUrl).size).toBe(3)
  expect(qualification.fileUrl).toHaveLength(3)
})

test('Submit without a line says so and keeps everything; with one it goes through', async ({
  page,
  product,
  line,
}) => {
  const applicant = await aReadyApplicant(product)
  await openPreview(page, product, applicant)
  await line.cut()
  await page.getByRole('button', { name: 'Submit' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'An error occurred submitting application.' })
  await expect(problem).toContainText('Your answers are kept; press Submit again')
  await expect(problem).toContainText('You are offline.')
  expect((await product.call('GET', '/applications/my', { token: applicant.token })).status).toBe(404)

  await page.reload()
  await expectStep(page, 6, 'Preview')
  await line.mend()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Congratulations!')).toBeVisible()
})

test('when the answer to Submit is lost, pressing it again gives the same application', async ({
  page,
  product,
  line,
}) => {
  const applicant = await aReadyApplicant(product)
  await openPreview(page, product, applicant)
  const lost = line.loseAnswers()
  await page.getByRole('button', { name: 'Submit' }).click()
  await lost
  await expect(page.getByText('press Submit again')).toBeVisible()
  const { status, body } = await product.call('GET', '/applications/my', { token: applicant.token })
  expect(status).toBe(200)

  await line.mend()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Congratulations!')).toBeVisible()
  await expect(page.getByText(/^Application ID: /)).toContainText(body.data.applicationId)
})

/** A complete form, its one file uploaded for real, opened at its preview. */
async function openPreview(page: Page, product: StagedProduct, applicant: TestApplicant) {
  const form = new FormData()
  const { buffer, mimeType, name } = await letter('certificate.pdf')
  form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const uploaded = await fetch(`${product.url}/api/v1/upload/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${applicant.token}` },
    body: form,
  })
  const { fileUrl } = await uploaded.json()
  await seedDraft(product, applicant, completeAnswers(fileUrl))
  await comeBack(page, applicant)
  await page.goto('/app/application?step=6')
  await expectStep(page, 6, 'Preview')
  await expect(page.getByRole('heading', { name: 'Referees' })).toBeVisible()
  await expectKept(page)
}
