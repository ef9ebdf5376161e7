// Reads the build's manifest: which chunks a page of the web app consists of.
import { readFileSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'

/** @typedef {{ file: string, css?: string[], imports?: string[], dynamicImports?: string[], isEntry?: boolean }} Chunk */

/** The script that starts every page. */
export const entrySource = 'index.html'

/** The oldest browsers supported: those of applicants' phones and of cyber cafés. */
export const oldestBrowsers = ['chrome87', 'firefox78', 'safari14']

/**
 * The chunks that must be loaded before these sources can render, each after those that it imports.
 * @param {readonly string[]} sources below src/applicant
 * @throws Error when one of them was not built
 */
export const findRequiredChunks = (sources) => walk(sources, ({ imports = [] }) => imports)

/**
 * The same, with the chunks that these sources load lazily.
 * @param {readonly string[]} sources below src/applicant
 */
export const findReachableChunks = (sources) =>
  // The entry reaches every page, so its own lazy imports are left out.
  walk(sources, ({ imports = [], dynamicImports = [], isEntry }) => [...imports, ...(isEntry ? [] : dynamicImports)])

/** @param {readonly Chunk[]} chunks */
export const filesOf = (chunks) => [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))]

/**
 * @param {readonly string[]} sources
 * @param {(chunk: Chunk) => readonly string[]} next
 */
function walk(sources, next) {
  /** @type {Record<string, Chunk>} */
  const built = JSON.parse(readFileSync(inProject('dist/web/.vite/manifest.json'), 'utf8'))
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {Chunk[]} */
  const found = []

  /** @param {string} name */
  function visit(name) {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = built[name]
    if (!chunk)
      throw new Error(`${name} is not among the built chunks: build first, or correct the list that names it.`)
    for (const one of next(chunk)) visit(one)
    found.push(chunk)
  }

  for (const source of sources) visit(source)
  return found
}
