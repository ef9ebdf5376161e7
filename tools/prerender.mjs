// Prerenders the public pages of the built web app with their styles inlined, and writes the hashes of those styles,
// from which the server makes each page's Content-Security-Policy.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { entrySource, findRequiredChunks } from './build/chunks.mjs'

/** @typedef {{ styles: string[], scripts: string[] }} Hashes */

const root = fileURLToPath(new URL('..', import.meta.url))
const output = join(root, 'dist/web')
const rendererDirectory = join(root, '.cache/prerender')

const shell = readFileSync(join(output, 'index.html'), 'utf8')

await build({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: { ssr: 'app/prerendered.tsx', outDir: rendererDirectory, emptyOutDir: true, manifest: false },
})
const { prerenderedPages, renderPage } = await import(pathToFileURL(join(rendererDirectory, 'prerendered.js')).href)

/** @type {Record<string, Hashes>} */
const hashes = { '/spa.html': { styles: [], scripts: [] } }
// Every other path gets the empty shell; index.html becomes the start page.
write('spa.html', shell)
for (const { path, sources } of prerenderedPages) {
  const required = findRequiredFiles([entrySource, ...sources])
  const styles = required.css.map((file) => readFileSync(join(output, file), 'utf8')).join('')
  write(join(path, 'index.html'), page(await renderPage(path), required, styles))
  hashes[path] = { styles: [`sha256-${createHash('sha256').update(styles).digest('base64')}`], scripts: [] }
}
write('csp-hashes.json', `${JSON.stringify(hashes, null, 2)}\n`)

/**
 * The scripts and style sheets that the sources need before they can render; lazy parts are left out.
 * @param {string[]} sources
 */
function findRequiredFiles(sources) {
  const chunks = findRequiredChunks(sources)
  return {
    css: [...new Set(chunks.flatMap(({ css = [] }) => css))],
    scripts: chunks.filter(({ isEntry }) => !isEntry).map(({ file }) => file),
  }
}

/**
 * @param {{ title: string, html: string }} drawn
 * @param {{ css: string[], scripts: string[] }} required
 * @param {string} styles
 */
function page({ title, html }, { css, scripts }, styles) {
  const head = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<style>${styles}</style>`,
    // The loader of lazy pages looks for these before it fetches a style sheet; disabled ones are never fetched.
    ...css.map((file) => `<link rel="stylesheet" disabled href="/${file}">`),
  ]
  return shell
    .replace(/<link rel="(stylesheet|modulepreload)"[^>]*>\s*/g, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
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
