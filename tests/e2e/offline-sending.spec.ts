// Drafts, files and submissions that are in flight when the network fails: nothing is lost, nothing is stored twice.
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '#tests/support/browser/journey.ts'
import {
  birthplaceField,
  expectSavedOnDevice,
  expectServiceWorker,
  findOfflineBanner,
  openFormOnPage,
  readServerDraft,
  saveServerDraft,
  test,
} from '#tests/support/browser/network/offline-journey.ts'
import { installClock } from '#tests/support/browser/page-clock.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { expectSaved, expectStep, findSection } from '#tests/support/browser/wizard-pages.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createPaidApplicant, createReadyApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createLargeScan, createReferencePdf } from '#tests/support/fixtures/sample-files.ts'

test('a Wi-Fi without internet is reported, and nothing is lost', async ({ page, product, network, expectFailure }) => {
  test.setTimeout(150_000)
  await installClock(page)
  /** The page waits half a minute for answers before it asks whether there is a network. */
  const passTimeUntil = (check: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(5_000)
      await check()
    }).toPass({ timeout: 80_000 })
  // A draft sent while the page was closed may arrive first; the app recognises it as its own.
  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  const applicant = await createPaidApplicant(product)
  await openFormOnPage(page, applicant)
  await birthplaceField(page).fill('Calabar')
  await expectSaved(page)
  network.stall()
  await birthplaceField(page).fill('Calabar South')
  await passTimeUntil(() => expect(findOfflineBanner(page)).toBeVisible({ timeout: 500 }))

  await page.goto('/app/application')
  await passTimeUntil(() => expect(birthplaceField(page)).toHaveValue('Calabar South', { timeout: 500 }))
  await network.restore()
  await birthplaceField(page).fill('Calabar South East')
  await expectSaved(page)
  expect((await readServerDraft(product, applicant)).placeOfBirth).toBe('Calabar South East')
})

test('a draft whose response was lost causes no conflict', async ({ page, product, network, expectFailure }) => {
  const applicant = await createPaidApplicant(product)
  await openFormOnPage(page, applicant)
  await birthplaceField(page).fill('Onitsha')
  await expectSaved(page)

  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  const dropped = network.dropResponses()
  await birthplaceField(page).fill('Onitsha, by the river')
  await dropped
  await network.disconnect()
  await expect.poll(async () => (await readServerDraft(product, applicant)).placeOfBirth).toBe('Onitsha, by the river')
  await birthplaceField(page).fill('Onitsha, by the river Niger')
  await expectSavedOnDevice(page)
  await page.reload()
  await expect(birthplaceField(page)).toHaveValue('Onitsha, by the river Niger')

  await network.restore()
  await expectSaved(page)
  await expect(page.getByText('Your form was changed in another window')).toBeHidden()
  expect((await readServerDraft(product, applicant)).placeOfBirth).toBe('Onitsha, by the river Niger')
})

test('an applicant offline on a new device can start a form, and the saved one is not lost', async ({
  page,
  product,
  network,
  expectFailure,
}) => {
  const applicant = await createPaidApplicant(product)
  await openFormOnPage(page, applicant)
  await page.goto('/app/dashboard')
  await saveServerDraft(product, applicant, { academicQualification: [], placeOfBirth: 'Older' })
  await page.evaluate(() => localStorage.removeItem('formData'))
  await network.disconnect()
  await page.goto('/app/application')
  await expect(page.getByText('What you saved before is on our server')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Start a blank form' }).click()
  await birthplaceField(page).fill('Newer')
  await expectSavedOnDevice(page)
  expectFailure({ status: 409, url: /\/applications\/draft$/ })
  await network.restore()
  await expect(page.getByText('Your form was changed in another window')).toBeVisible({ timeout: 45_000 })
  await page.getByRole('button', { name: 'Use the newer one' }).click()
  await expect(birthplaceField(page)).toHaveValue('Older')
})

test('files are uploaded automatically once online again, each of them once', async ({
  page,
  product,
  network,
  expectFailure,
}) => {
  const applicant = await createReadyApplicant(product)
  await saveServerDraft(product, applicant, { academicQualification: [] })
  await restoreSession(page, applicant)
  await page.goto('/app/application?step=4')
  await expectStep(page, 2, 'Education')
  await expectServiceWorker(page)

  const scans = findSection(page, 'Academic qualifications')
  const files = await Promise.all(['first.png', 'second.png', 'third.png'].map(createLargeScan))
  const isDisconnected = network.disconnectAfter(400_000)
  const picker = page.waitForEvent('filechooser')
  await scans.getByRole('button', { name: /^Choose files/ }).click()
  await (await picker).setFiles(files)
  await isDisconnected
  await expect(scans.getByText('Waiting for network', { exact: true })).toHaveCount(3)
  await expect(findOfflineBanner(page)).toBeVisible()
  await expect(page.getByText('File upload failed')).toBeHidden()
  await expectAccessible(page)

  // While the server has not noticed that the first two broke off, it takes no others of the same applicant.
  expectFailure({ status: 429, url: /\/upload\/file$/ })
  await network.restore()
  await expect(scans.getByRole('link', { name: /^View File \d+$/ })).toHaveCount(3, { timeout: 45_000 })
  await expect(findToast(page, 'Files uploaded successfully!')).toBeVisible()
  await expectSaved(page)
  const [qualification] = (await readServerDraft(product, applicant)).academicQualification
  expect(new Set(qualification.fileUrl).size).toBe(3)
  expect(qualification.fileUrl).toHaveLength(3)
})

test('Submit reports being offline and keeps everything; when its response is lost, submitting again returns the same application', async ({
  page,
  product,
  network,
}) => {
  const applicant = await createReadyApplicant(product)
  await openPreview(page, product, applicant)
  await network.disconnect()
  await page.getByRole('button', { name: 'Submit' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'An error occurred submitting application.' })
  await expect(problem).toContainText('Your answers are kept; click Submit again')
  await expect(problem).toContainText('You are offline.')
  expect((await product.call('GET', '/applications/my', { token: applicant.token })).status).toBe(404)

  await page.reload()
  await expectStep(page, 6, 'Preview')
  await network.restore()
  const dropped = network.dropResponses()
  await page.getByRole('button', { name: 'Submit' }).click()
  await dropped
  await expect(page.getByText('click Submit again')).toBeVisible()
  const { status, body } = await product.call('GET', '/applications/my', { token: applicant.token })
  expect(status).toBe(200)

  await network.restore()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Congratulations!')).toBeVisible()
  await expect(page.getByText(/^Application ID: /)).toContainText(body.data.applicationId)
})

/** Opens the preview of a complete form whose file is really uploaded. */
async function openPreview(page: Page, product: ProductWithDatabase, applicant: TestApplicant) {
  const form = new FormData()
  const { buffer, mimeType, name } = await createReferencePdf('certificate.pdf')
  form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const uploaded = await fetch(`${product.url}/api/v1/upload/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${applicant.token}` },
    body: form,
  })
  const { fileUrl } = await uploaded.json()
  await saveServerDraft(product, applicant, createCompleteAnswers(fileUrl))
  await restoreSession(page, applicant)
  await page.goto('/app/application?step=6')
  await expectStep(page, 6, 'Preview')
  await expect(page.getByRole('heading', { name: 'Referees' })).toBeVisible()
  await expectServiceWorker(page)
}
