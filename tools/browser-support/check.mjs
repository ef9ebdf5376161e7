// Reads the built web app as the oldest browsers that we serve would, and says what they would stumble over.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newerThanFloor as inScript } from './javascript.mjs'
import { newerThanFloor as inStyles } from './styles.mjs'

/** What is newer and may stand all the same, and why. */
const excused = new Map(
  Object.entries({
    at: 'lib/older-browsers.ts brings it',
    hasOwn: 'lib/older-browsers.ts brings it',
    showModal: 'app/shell/drawer.tsx asks whether it is there',
    requestIdleCallback: 'ui/later-part.tsx asks whether it is there',
    reportError: 'React asks whether it is there',
    submitter: 'React reads it; its absence means none',
    startViewTransition: 'the router calls it only where it is there, and we never ask for it',
    createImageBitmap: 'lib/smaller-image.ts asks whether it is there',
    'accent-color': 'checkboxes are blue without it',
    'text-wrap': 'headings break where they happen to without it',
    'overflow-wrap: anywhere': 'base.css breaks long words everywhere',
  }),
)

/**
 * @param {string} folder of the built web app
 * @returns {string[]} a sentence for each thing that is too new
 */
export function complaintsAbout(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css)$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const found = file.endsWith('.js') ? inScript(file, source) : inStyles(source)
      return [...found].filter(([what]) => !excused.has(what)).map(([what, since]) => `${file}: ${what} (${since})`)
    })
}
