// What the web app was built into, and what belongs to a page of it.
import { readFileSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'

/** @typedef {{ file: string, css?: string[], imports?: string[], dynamicImports?: string[], isEntry?: boolean }} Chunk */

/** The script from which every page starts. */
export const entrySource = 'index.html'

/** What browsers of applicants' phones and the cyber cafés' computers are at least. */
export const oldestBrowsers = ['chrome87', 'firefox78', 'safari14']

/**
 * The chunks that these sources cannot be drawn without, each after those that it imports.
 * @param {readonly string[]} sources below src/web
 * @throws Error when one of them was not built
 */
export const chunksNeededBy = (sources) => walk(sources, ({ imports = [] }) => imports)

/**
 * The same with all that they may load later.
 * @param {readonly string[]} sources below src/web
 */
export const chunksReachedFrom = (sources) =>
  // From the entry one comes to every page there is.
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
    if (!chunk) throw new Error(`${name} is not among the built chunks: build first, or mend the list that names it.`)
    for (const one of next(chunk)) visit(one)
    found.push(chunk)
  }

  for (const source of sources) visit(source)
  return found
}
