// The passport photo: cut to 3:4 on the device, with a frame that can be moved.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import type { SampleFile } from '#tests/support/fixtures/sample-files.ts'

/** 1600 × 1200 px: red, green, blue from left to right. A camera on its side stores it turned, with a note in EXIF. */
async function createStripes({ isTurned = false } = {}): Promise<SampleFile> {
  const stripes = ['#f00', '#0f0', '#00f'].map(
    (fill, i) => `<rect x="${i * 533}" width="534" height="1200" fill="${fill}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${stripes.join('')}</svg>`
  const upright = sharp(Buffer.from(svg))
  const image = isTurned ? sharp(await upright.rotate(-90).png().toBuffer()).withMetadata({ orientation: 6 }) : upright
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await image.jpeg({ quality: 95 }).toBuffer() }
}

const findPhoto = (page: Page) => page.getByRole('img', { name: /Uploaded photo$/ })
const readAddress = async (page: Page) =>
  (await findPhoto(page).count()) > 0 ? ((await findPhoto(page).getAttribute('src')) ?? '') : ''

async function saveFrame(page: Page) {
  const before = await readAddress(page)
  await page.getByRole('button', { name: 'Save photo' }).click()
  await expect(findPhoto(page)).not.toHaveAttribute('src', before)
}

async function choosePhoto(page: Page, photo: SampleFile) {
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /passport photo$/ }).click()
  const before = await readAddress(page)
  await (await picker).setFiles(photo)
  await expect(findToast(page, 'Your photo has been changed.').last()).toBeVisible()
  await expect(findPhoto(page)).not.toHaveAttribute('src', before)
}

/** Of the photo that the server keeps: its size, and the colour in its middle. */
async function readStoredPhoto(page: Page) {
  const content = await (await page.request.get(await readAddress(page))).body()
  const { width = 0, height = 0 } = await sharp(content).metadata()
  const { dominant } = await sharp(content)
    .extract({ left: width / 2 - 4, top: height / 2 - 4, width: 8, height: 8 })
    .stats()
  const colour = dominant.r > 128 ? 'red' : dominant.g > 128 ? 'green' : 'blue'
  return { ratio: Math.round((width / height) * 100) / 100, colour }
}

test.beforeEach(async ({ page, product }) => {
  await restoreSession(page, await createPaidApplicant(product))
  await page.goto('/app/application')
})

test('a chosen photo is saved as 3:4 and upright, and its frame can be moved and zoomed with the keyboard, and by dragging', async ({
  page,
}) => {
  await choosePhoto(page, await createStripes())
  expect(await readStoredPhoto(page)).toEqual({ ratio: 0.75, colour: 'green' })

  const frame = page.getByRole('application', { name: 'Photo in its frame' })
  await expect(frame).toBeFocused()
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('+')
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '133 %')
  await page.keyboard.press('-')
  for (let n = 0; n < 30; n += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/^Zoom 121 %/)).toContainText('from the left')
  await saveFrame(page)
  expect(await readStoredPhoto(page)).toEqual({ ratio: 0.75, colour: 'red' })
  await expect(frame).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change passport photo' })).toBeFocused()

  await choosePhoto(page, await createStripes())
  await frame.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x - 300, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByText(/^Zoom 100 %/)).toBeAttached()
  await saveFrame(page)
  expect((await readStoredPhoto(page)).colour).toBe('blue')

  // As a camera on its side stores it.
  await choosePhoto(page, await createStripes({ isTurned: true }))
  expect(await readStoredPhoto(page)).toEqual({ ratio: 0.75, colour: 'green' })
})

test('a browser that cannot decode pictures, or not draw, sends the photo as it is', async ({ page }) => {
  for (const script of [
    'createImageBitmap = () => Promise.reject(new Error("broken"))',
    'HTMLCanvasElement.prototype.getContext = () => null',
  ]) {
    await page.reload()
    await page.evaluate(script)
    await choosePhoto(page, await createStripes())
    expect((await readStoredPhoto(page)).ratio).toBe(1.33)
  }
})
