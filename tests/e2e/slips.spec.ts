// The public slip verification page: it shows whether a slip is genuine, and nothing private.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { restoreSession } from '#tests/support/browser/pages.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test('the code on a payment slip shows anybody that it is genuine, and whose it is', async ({
  page,
  product,
  openBrowser,
}) => {
  const applicant = await createPaidApplicant(product)
  await restoreSession(page, applicant)
  await page.goto('/app/payment')
  const code = (await page.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/).innerText()).trim()
  const qrCode = page.getByRole('main').locator('img[src$="/qr.svg"]')
  await expect.poll(() => qrCode.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect((await readPdf(await page.pdf({ preferCSSPageSize: true }))).text).toContain(code)

  const visitor = await openBrowser({ viewport: { width: 360, height: 740 } })
  await visitor.goto(`/verify/${code.toLowerCase()}`)
  await expect(visitor.getByRole('main').getByRole('status')).toContainText('Genuine')
  const pageText = await visitor.getByRole('main').innerText()
  expect(pageText).toContain('Example Amina Bola')
  for (const secret of [applicant.email, applicant.userId, '08011112222', '12,500'])
    expect(pageText).not.toContain(secret)
  await expectAccessible(visitor)
})

test('a printed application slip has number, code and page number on every page, the exam, and no underlined file', async ({
  page,
}) => {
  await restoreSession(page, findDemoPerson('verified'))
  await page.goto('/app/prints')
  const slip = page.getByRole('article')
  await expect(slip.getByRole('region', { name: 'Examination' })).toContainText(/\d{1,2} \w+ 20\d\d/)
  const number = (await slip.getByText(/^APP-\d{4}-\d{6}$/).innerText()).trim()
  const code = (await slip.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/).innerText()).trim()
  const { pages, pageTexts } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages).toBeLessThanOrEqual(2)
  for (const [n, text] of pageTexts.entries()) {
    expect(text).toContain(number)
    expect(text).toContain(code)
    expect(text).toContain(`Page ${n + 1} of ${pages}`)
  }
  await page.emulateMedia({ media: 'print' })
  const link = slip.getByRole('link', { name: 'View File 1' }).first()
  await expect(link).toHaveCSS('text-decoration-line', 'none')
})

test('a printed application slip still has two pages when the registry states how to reach it', async ({ page }) => {
  const contact = {
    address: '12 College Road\nPMB 1034\nMinna',
    phone: '+234 800 000 0000',
    hours: 'Weekdays, 9 am to 4 pm',
  }
  await page.route(/\/api\/v1\/(users\/me|exercise)$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"contact":\{[^}]*\}/g, `"contact":${JSON.stringify(contact)}`)
    await route.fulfill({ response, body })
  })
  await restoreSession(page, findDemoPerson('verified'))
  await page.goto('/app/prints')
  await expect(page.getByRole('article').getByText(contact.phone)).toBeVisible()
  const { pages, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages).toBe(2)
  expect(text).toContain(contact.phone)
})

test('slips and the exam are downloaded by plain links', async ({ page }) => {
  await restoreSession(page, findDemoPerson('verified'))
  const download = async (path: string, name: string) => {
    await page.goto(path)
    const link = page.getByRole('main').getByRole('link', { name })
    const { height } = (await link.boundingBox()) ?? { height: 0 }
    expect(height).toBeGreaterThanOrEqual(44)
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    return file.suggestedFilename()
  }
  expect(await download('/app/prints', 'Download PDF')).toMatch(/^application-slip-APP-\d{4}-\d{6}\.pdf$/)
  expect(await download('/app/prints', 'Add to calendar')).toBe('exam.ics')
  expect(await download('/app/payment', 'Download PDF')).toMatch(/^payment-slip-\d{12}\.pdf$/)
})
