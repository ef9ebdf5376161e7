// Uploads: files refused by the browser and by the server, failed requests, and files that are gone at the submission.

import { createApplicantWithMissingFiles } from '#tests/support/browser/applicants-with-draft.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { badGateway } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { expectNoSidewaysScroll, findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { createDocxFile } from '#tests/support/fixtures/documents.ts'
import { createReferencePdf, createScan, type SampleFile } from '#tests/support/fixtures/sample-files.ts'

const MiB = 1024 * 1024
const file = (name: string, mimeType: string, buffer: Buffer): SampleFile => ({ name, mimeType, buffer })
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const refusedInBrowser: [SampleFile, string][] = [
  [file('notes.txt', 'text/plain', Buffer.from('x')), 'notes.txt: File type must be PDF, JPEG, PNG, DOC or DOCX.'],
  [
    file('huge.pdf', 'application/pdf', Buffer.alloc(6 * MiB)),
    'huge.pdf: The file is larger than 5 MB. Choose a smaller one.',
  ],
  [file('empty.pdf', 'application/pdf', Buffer.alloc(0)), 'empty.pdf: The file is empty. Choose another one.'],
]

test('every refused file says why, and an uploaded file becomes a link', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  test.setTimeout(120_000)
  const applicant = await createReadyApplicant(product)
  const seven = await Promise.all(Array.from({ length: 7 }, () => insertFileRow(product, applicant.id)))
  const fileUrl = seven.map((id) => `/api/v1/files/${id}`)
  const { placeOfBirth, academicQualification } = createCompleteAnswers('')
  const document = { placeOfBirth, academicQualification: [{ ...academicQualification[0], institution: '', fileUrl }] }
  await product.call('PUT', '/applications/draft', { token: applicant.token, body: { document, revision: 0 } })
  await restoreSession(page, applicant)
  await page.goto('/app/application?step=2')

  const drop = page.getByRole('group', { name: 'Certificate files' })
  const choose = async (...files: SampleFile[]) => {
    const picker = page.waitForEvent('filechooser')
    await drop.getByRole('button', { name: /^Choose/ }).click()
    await (await picker).setFiles(files)
  }
  await expect(drop).toContainText('PDF, JPEG, PNG, DOC or DOCX, up to 5 MB each.')
  const alert = drop.getByRole('alert')
  await choose()
  await expect(alert).toHaveText('Please select at least one file')
  for (const [refused, text] of refusedInBrowser) {
    await choose(refused)
    await expect(alert).toHaveText(text)
  }
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await choose(file(`${'scan_of_my_certificate_'.repeat(3)}.txt`, 'text/plain', Buffer.from('x')))
  await expect(alert).toContainText('File type must be')
  await expectNoSidewaysScroll(page)
  if (desk) await page.setViewportSize(desk)
  const picker = page.waitForEvent('filechooser')
  await drop.getByRole('button', { name: /^Choose/ }).click()
  await picker
  // Closing the picker without a choice returns the focus to the window.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(alert).toHaveText('No files selected. Please select a file.')
  expect(gateway.receivedCalls.filter(({ call }) => call === 'POST /upload/file')).toEqual([])

  expectFailure({ status: 415, url: /\/upload\/file$/ })
  await choose(file('forged.pdf', 'application/pdf', Buffer.from('This is no PDF.')))
  await expect(drop).toContainText('File type must be PDF, JPEG, PNG, DOC or DOCX.')
  await expect(findToast(page, 'File type must be PDF, JPEG, PNG, DOC or DOCX.')).toBeVisible()
  await drop.getByRole('button', { name: 'Remove forged.pdf' }).click()

  gateway.failWith('POST /upload/file', badGateway)
  await choose(await createScan('degree.png'))
  await expect(drop.getByText('File upload failed', { exact: true })).toBeVisible()
  await expect(findToast(page, 'File upload failed')).toBeVisible()
  const retry = drop.getByRole('button', { name: 'Retry degree.png' })
  gateway.failWith('POST /upload/file', { status: 200, body: { status: 'success', data: { message: 'No room.' } } })
  await retry.click()
  await expect(drop.getByText('No room.')).toBeVisible()
  gateway.failWith('POST /upload/file', 'hangs up')
  await retry.click()
  await expect(drop.getByText('File upload failed', { exact: true })).toBeVisible()
  gateway.restore()
  await retry.click()
  await expect(findToast(page, 'File uploaded successfully!')).toBeVisible()

  const before = gateway.receivedCalls.length
  await choose(
    await createReferencePdf('one.pdf'),
    file('two.docx', docx, createDocxFile()),
    await createReferencePdf('three.pdf'),
  )
  await expect(alert).toHaveText('three.pdf: Too many files, at most 10 here.')
  await expect(findToast(page, 'Files uploaded successfully!')).toBeVisible()
  await expect(drop).toContainText('At most 10 files belong here. Remove one to add another.')
  const uploads = gateway.receivedCalls.slice(before).filter(({ call }) => call === 'POST /upload/file')
  expect(uploads, 'one file in each call').toHaveLength(2)
  const link = await drop.getByRole('link', { name: 'View File 8' }).getAttribute('href')
  expect((await page.request.get(link ?? '')).headers()['content-type']).toContain('image/png')
})

test('the server validates again and reports files that do not exist at their steps', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: /\/applications\/$/ })
  await restoreSession(page, await createApplicantWithMissingFiles(product))
  await page.goto('/app/application?step=6')
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Step 2, Academic qualifications:')
  await expect(alert).toContainText('Step 4, Publications:')
})
