// A slip in somebody else's hands: whether it is genuine, and nothing more about its owner.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { comeBack, cutLine } from '#tests/support/browser/pages.ts'
import { readPdf } from '#tests/support/browser/printed.ts'
import { aPaidApplicant } from '#tests/support/fixtures/accounts.ts'

const verification = /\/api\/v1\/slips\//

test('the code on a payment slip tells anybody that it is genuine, and whose', async ({
  page,
  product,
  anotherBrowser,
}) => {
  const applicant = await aPaidApplicant(product)
  await comeBack(page, applicant)
  await page.goto('/app/payment')
  const code = (await page.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/).innerText()).trim()
  const square = page.getByRole('main').locator('img[src$="/qr.svg"]')
  await expect.poll(() => square.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect((await readPdf(await page.pdf({ preferCSSPageSize: true }))).text).toContain(code)

  const door = await anotherBrowser({ viewport: { width: 360, height: 740 } })
  await door.goto(`/verify/${code.toLowerCase()}`)
  await expect(door.getByRole('main').getByRole('status')).toContainText('Genuine')
  const told = await door.getByRole('main').innerText()
  expect(told).toContain('Example Amina Bola')
  for (const secret of [applicant.email, applicant.userId, '08011112222', '12,500']) expect(told).not.toContain(secret)
  await expectAccessible(door)
})

test('a code that no slip has is told, with the way to ask', async ({ page, expectFailure }) => {
  expectFailure({ status: 404, url: verification })
  await page.goto('/verify/0123-4567-89AB')
  await expect(page.getByRole('alert')).toContainText('No slip has this code.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'write to us' }).click()
  await expect(page).toHaveURL('/contact')
})

test('without a line nothing is said about the slip, and it can be tried again', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 'ERR_INTERNET_DISCONNECTED', url: verification })
  const { token } = await aPaidApplicant(product)
  const { body } = await product.call('GET', '/payments/my', { token })
  const restore = await cutLine(page, '**/api/v1/slips/**')
  await page.goto(`/verify/${body.data.slipCode}`)
  await expect(page.getByRole('alert')).toContainText('Whether the slip is genuine is not known yet.')
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Genuine')
})
