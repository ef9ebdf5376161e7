// An applicant downloads everything that is kept about the account from the settings.
import { readFile } from 'node:fs/promises'
import { expect, test } from '#tests/support/browser/journey.ts'
import { logInOnPage } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { readArchive } from '#tests/support/fixtures/formats/read-archive.ts'

async function submit(product: ProductWithDatabase, applicant: TestApplicant, placeOfBirth: string) {
  const { token, userId } = applicant
  const content = await createPdfFile(`Degree of ${userId}`)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'degree.pdf')
  const { body } = await product.call('POST', '/upload/file', { token, body: form })
  const answers = { ...createCompleteAnswers(body.fileUrl), placeOfBirth }
  expect((await product.call('POST', '/applications/', { token, body: answers })).status).toBe(201)
  return content
}

test('an applicant prepares and downloads the own data: the answers and files, and nobody else’s', async ({
  page,
  product,
}) => {
  const [applicant, other] = [await createReadyApplicant(product), await createReadyApplicant(product)]
  const degree = await submit(product, applicant, 'Oron-by-the-sea')
  await submit(product, other, 'Somewhere-else')
  await logInOnPage(page, applicant)
  await expect(page).toHaveURL('/app/dashboard')

  await page.goto('/app/settings')
  const card = page.getByRole('region', { name: 'Your data' })
  await expect(card.getByRole('button', { name: 'Prepare my data' })).toBeVisible()
  // The watch over the focus loads when the browser is idle.
  await page.waitForLoadState('networkidle')
  await card.getByRole('button', { name: 'Prepare my data' }).click()
  await expect(card.getByText('Your data is being prepared.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const link = card.getByRole('link', { name: /^Download \(ZIP, / })
  await expect(link).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('Ready until')).toBeVisible()
  await captureScreen(page, 'settings-data')

  const waiting = page.waitForEvent('download')
  await link.click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`your-data-${applicant.userId}.zip`)
  const archive = await readArchive(await readFile(await download.path()))
  const readJson = (name: string) => JSON.parse(archive.get(name)?.toString() ?? 'null')
  expect(readJson('account.json')).toMatchObject({ userId: applicant.userId })
  expect(readJson('application.json')[0].answers.placeOfBirth).toBe('Oron-by-the-sea')
  expect(archive.get(readJson('files.json')[0].path)).toEqual(degree)
  const slips = [...archive.keys()].filter((path) => path.startsWith('slips/'))
  expect(slips).toHaveLength(2)
  const { text } = await readPdf(
    archive.get(slips.find((path) => path.includes('application')) ?? '') ?? Buffer.alloc(0),
  )
  expect(text).toContain('Oron-by-the-sea')
  const texts = [...archive.values()].map((content) => content.toString('latin1')).join('\n')
  for (const trace of [other.userId, other.email, 'Somewhere-else']) expect(texts).not.toContain(trace)
})
