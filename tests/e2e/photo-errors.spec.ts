// The profile photo on the settings page: the only thing there that can be changed.

import { badGateway } from '#tests/support/browser/gateway.ts'
import { test } from '#tests/support/browser/gateway-journey.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { comeBack, toastOf } from '#tests/support/browser/pages.ts'
import { aPaidApplicant } from '#tests/support/fixtures/accounts.ts'
import { type SampleFile, scan } from '#tests/support/fixtures/sample-files.ts'

const file = (name: string, mimeType: string): SampleFile => ({ name, mimeType, buffer: Buffer.from('Neither.') })

test('each failure of a photo is told, and Update sends the one that is pending', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  const applicant = await aPaidApplicant(product)
  await comeBack(page, applicant)
  await page.goto('/app/settings')
  for (const fact of ['Amina', 'Bola', 'Example', '08011112222', applicant.email])
    await expect(page.getByRole('main').getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByLabel('Profile photo')).toHaveAttribute('accept', 'image/jpeg,image/png')

  const update = page.getByRole('button', { name: 'Update' })
  const before = gateway.passed.length
  await update.click()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
  expect(gateway.passed).toHaveLength(before)

  const choose = async (...files: SampleFile[]) => {
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Change your photo' }).click()
    await (await picker).setFiles(files)
  }
  const alert = page.getByRole('main').getByRole('alert')
  await choose()
  await expect(toastOf(page, 'Please select a file')).toBeVisible()
  await choose(file('notes.txt', 'text/plain'))
  await expect(alert).toHaveText('File upload failed: choose an image, JPEG or PNG.')
  expectFailure({ status: 415, url: /\/upload\/file$/ })
  await choose(file('forged.png', 'image/png'))
  await expect(alert).toHaveText('File upload failed: File type must be JPEG, PNG, PDF, DOC or DOCX.')
  await expect(toastOf(page, 'File upload failed: File type must be')).toBeVisible()

  const photo = await scan('me.png')
  for (const [call, words] of [
    ['POST /upload/file', 'Error uploading file'],
    ['PATCH /users/photo', 'Error updating photo'],
  ] as const) {
    gateway.breaks(call, badGateway)
    await choose(photo)
    await expect(alert).toHaveText(words)
    await expect(toastOf(page, words)).toBeVisible()
    gateway.mends()
  }
  await expect(page.getByRole('img', { name: /as uploaded/ })).toHaveCount(0)
  await update.click()
  await expect(toastOf(page, 'Your photo has been changed.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Example Amina Bola, as uploaded' })).toBeVisible()
  await expect(alert).toBeEmpty()
})
