// Finds features in the built web app that the oldest supported browsers lack.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNewScriptFeatures } from './javascript.mjs'
import { findNewStyleFeatures } from './styles.mjs'

/** Newer features that are allowed, and why. */
const allowed = new Map(
  Object.entries({
    at: 'lib/browser/older-browsers.ts adds it',
    hasOwn: 'lib/browser/older-browsers.ts adds it',
    showModal: 'app/shell/drawer.tsx checks whether it exists',
    requestIdleCallback: 'ui/later-part.tsx checks whether it exists',
    reportError: 'React checks whether it exists',
    submitter: 'React reads it; undefined is handled',
    startViewTransition: 'the router calls it only where it exists, and we do not use it',
    createImageBitmap: 'lib/uploads/can-shrink.ts checks whether it exists',
    'accent-color': 'checkboxes have the default colour without it',
    'text-wrap': 'headings wrap less evenly without it',
    'overflow-wrap: anywhere': 'base.css breaks long words everywhere',
  }),
)

/**
 * @param {string} folder of the built web app
 * @returns {string[]} one sentence per unsupported feature
 */
export function findUnsupportedFeatures(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css)$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const found = file.endsWith('.js') ? findNewScriptFeatures(file, source) : findNewStyleFeatures(source)
      return [...found].filter(([what]) => !allowed.has(what)).map(([what, since]) => `${file}: ${what} (${since})`)
    })
}
