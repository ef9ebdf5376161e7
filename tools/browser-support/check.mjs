// Finds features in the built apps that the oldest browsers of their users lack.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNewScriptFeatures } from './javascript.mjs'
import { findNewStyleFeatures } from './styles.mjs'

/**
 * The oldest versions in which each app works. Applicants use what the phone or the café has; the staff's machines are the
 * institution's, whose browsers update themselves: Firefox as its long-term release of 2024.
 * @typedef {Readonly<Record<'Chrome' | 'Firefox' | 'Safari', number>>} OldestBrowsers
 */
/** @type {Readonly<Record<'web' | 'staff', OldestBrowsers>>} */
export const oldestBrowsers = {
  web: { Chrome: 87, Firefox: 78, Safari: 14 },
  staff: { Chrome: 120, Firefox: 128, Safari: 17.4 },
}

/** The only sources that use such a feature: they check whether the browser has it, or are called after such a check. */
export const checkedFeatures = {
  showModal: ['src/kit/ui/feedback/open-modal.ts'],
  requestIdleCallback: ['src/kit/routing/lazy-part.tsx'],
  createImageBitmap: [
    'src/applicant/entities/photo/crop-picture.ts',
    'src/applicant/uploads/can-shrink.ts',
    'src/applicant/uploads/shrink-image.ts',
  ],
}
const whereChecked = 'a source of `checkedFeatures` checks whether it exists'

/** Newer features that are allowed, and why. */
const allowed = new Map(
  Object.entries({
    at: 'src/applicant/app/older-browsers.ts adds it',
    hasOwn: 'src/applicant/app/older-browsers.ts adds it',
    showModal: whereChecked,
    requestIdleCallback: whereChecked,
    scheduler: 'the reader of QR codes checks whether it exists',
    reportError: 'React checks whether it exists',
    submitter: 'React reads it; undefined is handled',
    startViewTransition: 'the router calls it only where it exists, and we do not use it',
    createImageBitmap: whereChecked,
    'gap in flex rows': 'Safari 14.0 puts its parts close together; none is hidden by another',
    'accent-color': 'checkboxes have the default colour without it',
    'text-wrap': 'headings wrap less evenly without it',
    'overflow-wrap: anywhere': 'base.css breaks long words everywhere',
  }),
)

/** The legacy build of pdf.js brings with it what older browsers lack. */
const isPolyfilled = /** @param {string} file */ (file) => /^assets\/pdf-pages-/.test(file)

/**
 * @param {string} folder of a built app
 * @param {OldestBrowsers} oldest
 * @returns {string[]} one sentence per unsupported feature
 */
export function findUnsupportedFeatures(folder, oldest) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css)$/.test(file) && !isPolyfilled(file))
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const found = file.endsWith('.js') ? findNewScriptFeatures(file, source) : findNewStyleFeatures(source)
      return [...found]
        .filter(([what, since]) => !allowed.has(what) && isNewer(since, oldest))
        .map(([what, since]) => `${file}: ${what} (${since})`)
    })
}

/**
 * @param {string} since such as `Chrome 98, Firefox 94, no Safari`; the browsers that it does not name have always had it
 * @param {OldestBrowsers} oldest
 */
export const isNewer = (since, oldest) =>
  since.startsWith('no ') ||
  since.includes(', no ') ||
  Object.entries(oldest).some(([name, version]) => {
    const [, first] = new RegExp(`${name} ([0-9.]+)`).exec(since) ?? []
    return first !== undefined && Number(first) > version
  })
