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
const markedShell = shell.replace('<div id="root">', '<div id="root" data-shell>')
write('spa.html', await renderPageDocument(markedShell, '/spa.html'))
const earlyClicks = await buildInlineScript('app/early-clicks.ts')
for (const { path, sources } of prerenderedPages) {
  const required = findRequiredFiles([entrySource, ...sources])
  const page = fillShell(inlineScript(earlyClicks) + createHead(required), '<div id="root"></div>')
  write(join(path, 'index.html'), await renderPageDocument(page, path))
  hashes[path] = { styles: [hash(required.styles)], scripts: [hash(earlyClicks)] }
}
const startReads = await buildInlineScript('http/start-early-reads.ts')
for (const { path, sources, lastSources = [], reads, needsPayment, fillScripts } of pageSkeletons) {
  const required = findRequiredFiles([entrySource, ...sources])
  const html = renderSkeleton(path)
  const last = findRequiredFiles([entrySource, ...sources, ...lastSources])
  const files = [...new Set([...required.scripts, ...last.scripts, ...last.css])].filter(
    (file) => !required.css.includes(file),
  )
  const modules = files.map((file) => `/${file}`).join(' ')
  const data = `data-reads="${reads.join(' ')}" data-modules="${modules}"${needsPayment ? ' data-needs-payment' : ''}`
  const fill = fillScripts && (await buildInlineScript(fillScripts.head))
  const fillLater = fillScripts && (await buildInlineScript(fillScripts.end))
  const head = `<script ${data}>${startReads}</script>${inlineScript(fill)}${inlineStyles(required)}`
  const body = `<div id="root" data-skeleton>${html}</div>${inlineScript(fillLater)}`
  write(join(path, 'index.html'), await renderPageDocument(fillShell(head, body), path))
  const scripts = [startReads, fill, fillLater].filter((script) => script !== undefined).map(hash)
  hashes[path] = { styles: [hash(required.styles)], scripts, isSkeleton: true }
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

/** @param {string | undefined} code */
function inlineScript(code) {
  return code ? `<script>${code}</script>` : ''
}

/** @param {ReturnType<typeof findRequiredFiles>} required */
function createHead(required) {
  const preloads = required.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return preloads.join('') + inlineStyles(required)
}

/** @param {ReturnType<typeof findRequiredFiles>} required */
function inlineStyles({ css, styles }) {
  // The loader of lazy pages looks for the links before it fetches a style sheet. No browser fetches one of an unknown
  // type; a disabled one is fetched by the scanner that runs ahead of the parser.
  const links = css.map((file) => `<link rel="stylesheet" type="text/inlined" href="/${file}">`)
  return `<style>${styles}</style>${links.join('')}`
}

/**
 * @param {string} head
 * @param {string} root
 */
function fillShell(head, root) {
  return shell
    .replace(/<link rel="(stylesheet|modulepreload)"[^>]*>\s*/g, '')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => root)
}

/**
 * A script that works before the page's code has loaded.
 * @param {string} source below src/applicant
 */
async function buildInlineScript(source) {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: oldestBrowsers,
      rolldownOptions: { input: join(root, 'src/applicant', source), output: { format: 'iife' } },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error(`${source} was not built.`)
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
