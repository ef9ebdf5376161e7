// Builds /service-worker.js, with the list of the files that it caches.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'
import { entrySource, filesOf, findReachableChunks, findRequiredChunks, oldestBrowsers } from './chunks.mjs'

const output = inProject('dist/web')

/** The pages that work offline: login, payment (the RRR), not found, and every page of /app with its lazy parts. */
const pages = [
  'app/offline-notice.tsx',
  'app/layouts/auth-layout.tsx',
  'features/auth/login-page.tsx',
  'features/payments/request-rrr/payment-page.tsx',
  'app/layouts/public-layout.tsx',
  'app/not-found-page.tsx',
  'app/shell/shell.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/dashboard/notifications-page.tsx',
  'features/applications/application-page.tsx',
  'features/applications/slip/slip-page.tsx',
  'features/payments/slip/payment-slip-page.tsx',
  'app/settings-page.tsx',
]

export async function buildServiceWorker() {
  const entry = findRequiredChunks([entrySource]).at(-1)?.file
  const built = filesOf(findReachableChunks([entrySource, ...pages])).sort()
  const files = [...built, ...listPublicFiles()].map((file) => `/${file}`)

  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { build: JSON.stringify({ version: hashFiles(files), entry: `/${entry}`, files }) },
    build: {
      outDir: output,
      emptyOutDir: false,
      // The oldest supported browsers have no module service workers.
      target: oldestBrowsers,
      rolldownOptions: {
        input: inProject('src/applicant/offline/service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/** The mark, the font and the manifest. Icons are fetched by the system that installs the app. */
const listPublicFiles = () =>
  readdirSync(inProject('src/applicant/public'))
    .filter((name) => /\.(svg|woff2|webmanifest)$/.test(name))
    .sort()

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of ['/spa.html', ...files]) hash.update(`${file}\0`).update(readFileSync(join(output, file)))
  return hash.digest('hex').slice(0, 12)
}
