// The pictures of the product in README and docs, cut out of the screenshots that the browser tests take.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { Failure } from '../setup/failure.mjs'

/**
 * By the name of the file in docs/pictures: the screenshot, and how much of it from the top, in pixels.
 * @type {Readonly<Record<string, { screenshot: string, height: number }>>}
 */
export const pictures = {
  dashboard: { screenshot: 'dashboard-verified-360', height: 760 },
  payment: { screenshot: 'payment-rrr-360', height: 760 },
  form: { screenshot: 'step-2-open-360', height: 760 },
  'staff-home': { screenshot: 'staff-home-chair-1280', height: 800 },
  'staff-applicants': { screenshot: 'staff-applicants-1280', height: 800 },
  'staff-review': { screenshot: 'staff-review-reasons-1280', height: 800 },
  'staff-first-steps': { screenshot: 'staff-home-first-steps-1280', height: 800 },
  'staff-settings': { screenshot: 'staff-settings-review-1280', height: 800 },
  'staff-list': { screenshot: 'staff-import-checked-1280', height: 800 },
  'staff-seating': { screenshot: 'staff-seating-1280', height: 1_300 },
  'staff-door': { screenshot: 'staff-door-right-360', height: 760 },
  'staff-results': { screenshot: 'staff-results-checked-1280', height: 1_350 },
  'staff-interview': { screenshot: 'staff-interview-complete-1280', height: 1_000 },
  'staff-offers': { screenshot: 'staff-offers-1280', height: 500 },
  'staff-publication': { screenshot: 'staff-publication-draft-1280', height: 800 },
}

/**
 * @param {string} screens the folder with the screenshots
 * @param {string} folder for the pictures
 */
export async function drawPictures(screens, folder) {
  for (const [name, { screenshot, height }] of Object.entries(pictures)) {
    const file = join(screens, `${screenshot}.png`)
    if (!existsSync(file)) throw new Failure(`There is no ${file}. Run npm run screens before.`)
    const image = sharp(file)
    const { width, height: full } = await image.metadata()
    await image
      .extract({ left: 0, top: 0, width, height: Math.min(height, full) })
      .webp({ quality: 80, effort: 6 })
      .toFile(join(folder, `${name}.webp`))
  }
}
