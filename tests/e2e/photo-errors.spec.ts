// The profile photo on the settings page.

import { expect } from '#tests/support/browser/journey.ts'
import { badGateway } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { createScan, type SampleFile } from '#tests/support/fixtures/sample-files.ts'

const file = (name: string, mimeType: string): SampleFile => ({ name, mimeType, buffer: Buffer.from('Neither.') })

test('each failed photo shows its message, and Update sends a pending one', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  const applicant = await createPaidApplicant(product)
  await restoreSession(page, applicant)
  await page.goto('/app/settings')
  for (const fact of ['Amina', 'Bola', 'Example', '08011112222', applicant.email])
    await expect(page.getByRole('main').getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByLabel('Profile photo')).toHaveAttribute('accept', 'image/jpeg,image/png')

  const update = page.getByRole('button', { name: 'Update' })
  const before = gateway.receivedCalls.length
  await update.click()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
  expect(gateway.receivedCalls).toHaveLength(before)

  const choose = async (...files: SampleFile[]) => {
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Change your photo' }).click()
    await (await picker).setFiles(files)
  }
  const alert = page.getByRole('main').getByRole('alert')
  await choose()
  await expect(findToast(page, 'Please select a file')).toBeVisible()
  await choose(file('notes.txt', 'text/plain'))
  await expect(alert).toHaveText('File upload failed: choose an image, JPEG or PNG.')
  expectFailure({ status: 415, url: /\/upload\/file$/ })
  await choose(file('forged.png', 'image/png'))
  await expect(alert).toHaveText('File upload failed: File type must be PDF, JPEG, PNG, DOC or DOCX.')
  await expect(findToast(page, 'File upload failed: File type must be')).toBeVisible()

  const photo = await createScan('me.png')
  for (const [call, text] of [
    ['POST /upload/file', 'Error uploading file'],
    ['PATCH /users/photo', 'Error updating photo'],
  ] as const) {
    gateway.failWith(call, badGateway)
    await choose(photo)
    await expect(alert).toHaveText(text)
    await expect(findToast(page, text)).toBeVisible()
    gateway.restore()
  }
  await expect(page.getByRole('img', { name: /as uploaded/ })).toHaveCount(0)
  await update.click()
  await expect(findToast(page, 'Your photo has been changed.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Example Amina Bola, as uploaded' })).toBeVisible()
  await expect(alert).toBeEmpty()
})
