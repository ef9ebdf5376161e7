// Staff open an applicant's files: in a frame that can do nothing, or as a download.
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { files } from '#server/database/schema/files.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { createDocFile } from '#tests/support/fixtures/formats/compound-file.ts'
import { createPhonePhoto } from '#tests/support/fixtures/sample-files.ts'

type Product = Parameters<typeof createApplicant>[0]

async function upload(product: Product, { token }: TestApplicant, content: Buffer, name: string) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const answer = await product.call('POST', '/upload/file', { token, body })
  expect(answer.status).toBe(200)
}

test('a PDF and an image open on the page in a frame without an origin, a Word document is downloaded; one that is damaged or gone says so, and an infected one has no link', async ({
  page,
  product,
  expectFailure,
}) => {
  test.slow()
  const applicant = await createApplicant(product)
  await upload(product, applicant, await createPdfFile(), 'degree.pdf')
  await upload(product, applicant, (await createPhonePhoto('scan.jpg')).buffer, 'scan.jpg')
  await upload(product, applicant, createDocFile(), 'reference.doc')
  await upload(product, applicant, (await createPhonePhoto('scan.jpg')).buffer, 'infected.jpg')
  const { db } = product.database
  await db.update(files).set({ scan: 'infected' }).where(eq(files.name, 'infected.jpg'))
  await useStaffSession(page, product.url, await createStaff(product, ['registry']))
  await page.goto(`/staff/applicants/${applicant.userId}`)

  await page.getByRole('button', { name: 'degree.pdf' }).click()
  const viewer = page.getByRole('region', { name: 'degree.pdf' })
  await expect(viewer).toBeFocused()
  const frame = viewer.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(frame).toHaveAttribute('data-state', 'displayed')
  const content = frame.contentFrame()
  await expect(content.locator('canvas').first()).toBeVisible()
  expect(await content.locator('body').evaluate(() => origin)).toBe('null')
  await captureStaffPage(page, 'file-pdf')
  await content.getByRole('button', { name: 'Zoom in' }).click()
  await content.getByRole('button', { name: 'Turn to the right' }).click()
  await expect(content.locator('canvas').first()).toBeVisible()
  // Not awaited: the browser may not confirm a key whose frame is gone.
  page.keyboard.press('Escape').catch(() => {})
  await expect(viewer).toBeHidden()
  await expect(page.getByRole('button', { name: 'degree.pdf' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(viewer).toBeVisible()
  await viewer.getByRole('button', { name: 'Close the file' }).click()
  await page.getByRole('button', { name: 'scan.jpg' }).click()
  const image = page.getByRole('region', { name: 'scan.jpg' })
  await expect(image.locator('iframe').contentFrame().locator('canvas')).toBeVisible()
  await captureStaffPage(page, 'file-image')
  await image.getByRole('button', { name: 'Close the file' }).click()

  await page.getByRole('button', { name: 'reference.doc' }).click()
  const word = page.getByRole('region', { name: 'reference.doc' })
  await expect(word.getByText('This is a Word document')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    word.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('reference.doc')
  expect((await readFile(await download.path())).equals(createDocFile())).toBe(true)

  await expect(page.getByRole('cell', { name: 'infected.jpg' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'infected.jpg' })).toHaveCount(0)
  await page.reload()
  const address = /api\/v1\/staff\/files\//
  await page.route(address, (route) => route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 damaged' }))
  await page.getByRole('button', { name: 'degree.pdf' }).click()
  await expect(page.getByText('This file cannot be displayed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.unroute(address)

  await page.reload()
  expectFailure({ status: 404, url: address })
  await page.route(address, (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.getByRole('button', { name: 'degree.pdf' }).click()
  await expect(page.getByText('It is not there any more, or not within your roles.')).toBeVisible()
  await captureStaffPage(page, 'file-missing')
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('iframe')).toHaveAttribute('data-state', 'displayed')
})
