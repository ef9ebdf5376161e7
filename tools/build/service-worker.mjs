// Builds /service-worker.js, with the list of the files that it keeps on the device.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'
import { chunksNeededBy, chunksReachedFrom, entrySource, filesOf, oldestBrowsers } from './chunks.mjs'

const output = inProject('dist/web')

/** Whatever an applicant may need between two lines: the way in, and every page of /app with all that it loads later. */
const pages = [
  'app/offline-notice.tsx',
  'app/layouts/auth-layout.tsx',
  'features/auth/login-page.tsx',
  'app/layouts/public-layout.tsx',
  'app/not-found-page.tsx',
  'app/shell/shell.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/dashboard/notifications-page.tsx',
  'features/applications/application-page.tsx',
  'features/applications/prints-page.tsx',
  'features/payments/payment-slip-page.tsx',
  'features/accounts/settings-page.tsx',
]

export async function buildServiceWorker() {
  const entry = chunksNeededBy([entrySource]).at(-1)?.file
  const kept = filesOf(chunksReachedFrom([entrySource, ...pages])).sort()
  const files = [...kept, ...plainFiles()].map((file) => `/${file}`)

  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { build: JSON.stringify({ version: versionOf(files), entry: `/${entry}`, files }) },
    build: {
      outDir: output,
      emptyOutDir: false,
      // Those browsers take no modules here.
      target: oldestBrowsers,
      rolldownOptions: {
        input: inProject('src/web/lib/offline/service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/** The mark, the font and the manifest. Icons are fetched by the system that installs the app. */
const plainFiles = () =>
  readdirSync(inProject('src/web/public'))
    .filter((name) => /\.(svg|woff2|webmanifest)$/.test(name))
    .sort()

/** @param {string[]} files */
function versionOf(files) {
  const hash = createHash('sha256')
  for (const file of ['/spa.html', ...files]) hash.update(`${file}\0`).update(readFileSync(join(output, file)))
  return hash.digest('hex').slice(0, 12)
}
