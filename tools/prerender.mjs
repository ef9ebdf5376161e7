// Prerenders the public pages of the built web app, and skeletons of the others, with their styles inlined. Writes the
// hashes of what is inlined, from which the server makes each page's Content-Security-Policy, and the renderer with
// which it renders the pages again when the exercise changes.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { entrySource, findRequiredChunks, oldestBrowsers } from './build/chunks.mjs'

/** @typedef {{ styles: string[], scripts: string[], isSkeleton?: boolean }} Hashes */
/** @typedef {{ title: string, html: string }} Rendered */

const root = fileURLToPath(new URL('..', import.meta.url))
const output = join(root, 'dist/web')
const rendererDirectory = join(output, '.renderer')

const shell = readFileSync(join(output, 'index.html'), 'utf8')

await build({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  // In one file with all its packages, which the installed server does not have.
  ssr: { noExternal: true },
  build: {
    ssr: 'app/prerendered.tsx',
    outDir: rendererDirectory,
    emptyOutDir: true,
    copyPublicDir: false,
    manifest: false,
    target: 'node24',
    minify: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: '[name].mjs' } },
  },
})
const { pageSkeletons, prerenderedPages, renderPageDocument, renderSkeleton } = await import(
  pathToFileURL(join(rendererDirectory, 'prerendered.mjs')).href
)

/** @type {Record<string, Hashes>} */
const hashes = { '/spa.html': { styles: [], scripts: [] } }
// Every other path gets the empty shell; index.html becomes the start page.
write('spa.html', await renderPageDocument(shell, '/spa.html'))
for (const { path, sources } of prerenderedPages) {
  const required = findRequiredFiles([entrySource, ...sources])
  const page = fillShell('', createHead(required), '<div id="root"></div>')
  write(join(path, 'index.html'), await renderPageDocument(page, path))
  hashes[path] = { styles: [hash(required.styles)], scripts: [] }
}
const startReads = await buildEarlyReads()
for (const { path, sources, reads, needsPayment } of pageSkeletons) {
  const required = findRequiredFiles([entrySource, ...sources])
  const { title, html } = renderSkeleton(path)
  const data = `data-reads="${reads.join(' ')}"${needsPayment ? ' data-needs-payment' : ''}`
  const head = `<script ${data}>${startReads}</script>${createHead(required)}`
  const skeleton = fillShell(title, head, `<div id="root" data-skeleton>${html}</div>`)
  write(join(path, 'index.html'), await renderPageDocument(skeleton, path))
  hashes[path] = { styles: [hash(required.styles)], scripts: [hash(startReads)], isSkeleton: true }
}
write('csp-hashes.json', `${JSON.stringify(hashes, null, 2)}\n`)

/**
 * The scripts and styles that the sources need before they can render; lazy parts are left out.
 * @param {string[]} sources
 */
function findRequiredFiles(sources) {
  const chunks = findRequiredChunks(sources)
  const css = [...new Set(chunks.flatMap(({ css = [] }) => css))]
  return {
    css,
    styles: css.map((file) => readFileSync(join(output, file), 'utf8')).join(''),
    scripts: chunks.filter(({ isEntry }) => !isEntry).map(({ file }) => file),
  }
}

/** @param {ReturnType<typeof findRequiredFiles>} required */
function createHead({ css, styles, scripts }) {
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<style>${styles}</style>`,
    // The loader of lazy pages looks for these before it fetches a style sheet. No browser fetches one of an unknown
    // type; a disabled one is fetched by the scanner that runs ahead of the parser.
    ...css.map((file) => `<link rel="stylesheet" type="text/inlined" href="/${file}">`),
  ].join('')
}

/**
 * @param {string} title
 * @param {string} head
 * @param {string} root
 */
function fillShell(title, head, root) {
  return shell
    .replace(/<link rel="(stylesheet|modulepreload)"[^>]*>\s*/g, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta property="og:title" content=")[^"]*/, (_, start) => `${start}${title}`)
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => root)
}

/** The script that sends a page's first calls before its code has loaded. */
async function buildEarlyReads() {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: oldestBrowsers,
      rolldownOptions: {
        input: join(root, 'src/web/lib/http/start-early-reads.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error('The script of early reads was not built.')
  return script.code.trim()
}

/** @param {string} text */
function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  const place = join(output, file)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}
