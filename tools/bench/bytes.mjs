// Measures the gzipped bytes of pages in dist/web against their budgets, and against React alone built in the same run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { entrySource, filesOf, findRequiredChunks, oldestBrowsers } from '../build/chunks.mjs'

/** @typedef {{ page: string, bytes: number, budget: number | undefined, files: number }} Weight */

const output = fileURLToPath(new URL('../../dist/web', import.meta.url))
const kB = 1000

const wizard = ['app/shell/shell.tsx', 'features/applications/application-page.tsx']
// What a line of 400 kbit/s brings within 2.5 and 3.5 s, with the page's outline and its calls.
const pages = [
  { page: 'login', budget: 60 * kB, sources: ['app/layouts/auth-layout.tsx', 'features/auth/login-page.tsx'] },
  { page: 'wizard, as it opens', budget: 100 * kB, sources: wizard },
  // Loaded while the applicant fills in the first step.
  { page: 'wizard, all its steps', sources: [...wizard, 'form/view/list-step.tsx', 'form/controls/files-control.tsx'] },
]

/** @returns {Weight[]} JavaScript and CSS of each page */
export function pageWeights() {
  return pages.map(({ page, budget, sources }) => {
    const files = filesOf(findRequiredChunks([entrySource, ...sources]))
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(output, file))).length, 0)
    return { page, bytes, budget, files: files.length }
  })
}

/**
 * The bytes of React, React DOM and the router alone, for the same browsers.
 * @returns {Promise<number>}
 */
async function measureReactBytes() {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    // Hides warnings about the router's 'use client' directives.
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

/** Prints the table. @returns {Promise<boolean>} whether every page is within its budget */
export async function reportBytes() {
  // A test run sets NODE_ENV=test, which would make Vite build for development.
  process.env.NODE_ENV = 'production'
  const reactBytes = await measureReactBytes()
  const weights = pageWeights()
  console.log(`React, React DOM and the router alone: ${formatKB(reactBytes)}`)
  for (const { page, bytes, budget, files } of weights) {
    const comparison = budget && `, ${bytes <= budget ? 'within' : 'OVER'} its ${budget / kB} kB`
    console.log(
      `${page}: ${formatKB(bytes)} in ${files} files, ${(bytes / reactBytes).toFixed(2)} of that${comparison ?? ''}`,
    )
  }
  return weights.every(({ bytes, budget }) => budget === undefined || bytes <= budget)
}

/** @param {number} bytes */
const formatKB = (bytes) => `${(bytes / kB).toFixed(1)} kB gzip`

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isMain && !(await reportBytes())) process.exitCode = 1
