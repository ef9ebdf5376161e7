// Builds /service-worker.js, with the list of the files that it keeps on the device.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'

/** @typedef {{ file: string, css?: string[], imports?: string[], dynamicImports?: string[], isEntry?: boolean }} Chunk */

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
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(readFileSync(join(output, '.vite/manifest.json'), 'utf8'))
  const entry = chunks['index.html']?.file
  if (!entry) throw new Error('index.html is not among the built chunks.')
  const files = [...filesOf(chunks, ['index.html', ...pages]), ...plainFiles()].map((file) => `/${file}`)

  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { build: JSON.stringify({ version: versionOf(files), entry: `/${entry}`, files }) },
    build: {
      outDir: output,
      emptyOutDir: false,
      // What vite.config.ts says of the pages' scripts; those browsers take no modules here.
      target: ['chrome87', 'firefox78', 'safari14'],
      rolldownOptions: {
        input: inProject('src/web/lib/service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/**
 * The files of these sources, of all that they import and of all that they may load later.
 * @param {Record<string, Chunk>} chunks
 * @param {string[]} sources
 */
function filesOf(chunks, sources) {
  /** @type {Set<string>} */
  const files = new Set()
  /** @type {Set<string>} */
  const seen = new Set()

  /** @param {string} name */
  function visit(name) {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = chunks[name]
    if (!chunk) throw new Error(`${name} is not among the built chunks: mend the list of pages in ${import.meta.url}.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
    // From the entry one comes to every page there is.
    if (!chunk.isEntry) for (const later of chunk.dynamicImports ?? []) visit(later)
  }

  for (const source of sources) visit(source)
  return [...files].sort()
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
