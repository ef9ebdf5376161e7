// What a page makes a phone load, in bytes after gzip, against its budget and against the least that React itself weighs,
// built in the same run. Reads dist/web as `npm run build` leaves it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { chunksNeededBy, entrySource, filesOf, oldestBrowsers } from '../build/chunks.mjs'

/** @typedef {{ page: string, bytes: number, budget: number | undefined, files: number }} Weight */

const output = fileURLToPath(new URL('../../dist/web', import.meta.url))
const kB = 1000

const wizard = ['app/shell/shell.tsx', 'features/applications/application-page.tsx']
const pages = [
  { page: 'login', budget: 105 * kB, sources: ['app/layouts/auth-layout.tsx', 'features/auth/login-page.tsx'] },
  { page: 'wizard, as it opens', budget: 150 * kB, sources: wizard },
  // Loaded while the first step is filled in.
  { page: 'wizard, all its steps', sources: [...wizard, 'form/list-step.tsx', 'form/controls/files-control.tsx'] },
]

/** @returns {Weight[]} JavaScript and CSS of each page */
export function pageWeights() {
  return pages.map(({ page, budget, sources }) => {
    const files = filesOf(chunksNeededBy([entrySource, ...sources]))
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(output, file))).length, 0)
    return { page, bytes, budget, files: files.length }
  })
}

/**
 * The bytes of React, React DOM and the router alone, for the same browsers.
 * @returns {Promise<number>}
 */
async function reactFloor() {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    // The router's 'use client' is no matter here.
    logLevel: 'error',
    build: {
      write: false,
      target: oldestBrowsers,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, 'tools/bench/baselines/react.ts'), checks: { pluginTimings: false } },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0)
}

/** Prints the table. @returns {Promise<boolean>} whether every page keeps to its budget */
export async function reportBytes() {
  // Vite would build for development if a surrounding test run says so.
  process.env.NODE_ENV = 'production'
  const floor = await reactFloor()
  const weights = pageWeights()
  console.log(`React, React DOM and the router alone: ${inKB(floor)}`)
  for (const { page, bytes, budget, files } of weights) {
    const verdict = budget && `, ${bytes <= budget ? 'within' : 'OVER'} its ${budget / kB} kB`
    console.log(`${page}: ${inKB(bytes)} in ${files} files, ${(bytes / floor).toFixed(2)} of that${verdict ?? ''}`)
  }
  return weights.every(({ bytes, budget }) => budget === undefined || bytes <= budget)
}

/** @param {number} bytes */
const inKB = (bytes) => `${(bytes / kB).toFixed(1)} kB gzip`

const isCalledItself = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCalledItself && !(await reportBytes())) process.exitCode = 1
