// The packages of others that the product consists of: those that run on the server, and those that the web app's bundle
// contains, which package.json lists among the development packages.
import { readdirSync, readFileSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'
import { reactPackages } from './react/aliases.mjs'

/**
 * @typedef {{
 *   version?: string, license?: string, dev?: boolean, devOptional?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 * }} Entry in package-lock.json
 * @typedef {{ path: string, name: string, version: string, license: string | undefined }} ShippedPackage
 *   `path` from the project's root; a package for another platform is not installed there
 */

/** @returns {ShippedPackage[]} */
export function listShippedPackages() {
  /** @type {Record<string, Entry>} */
  const entries = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages
  const isForServer = (/** @type {string} */ path) => path !== '' && !entries[path]?.dev && !entries[path]?.devOptional
  const shipped = new Set(Object.keys(entries).filter(isForServer))
  const add = (/** @type {string | undefined} */ path) => {
    if (!path || shipped.has(path)) return
    shipped.add(path)
    for (const name of dependenciesOf(entries[path])) add(resolvePackage(entries, path, name))
  }
  for (const name of listWebPackages()) add(resolvePackage(entries, '', name))
  return [...shipped].sort().map((path) => {
    const { version = '', license } = entries[path] ?? {}
    return { path, name: path.replace(/^.*node_modules\//, ''), version, license }
  })
}

/** @param {Entry | undefined} entry */
const dependenciesOf = (entry) => Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies })

/**
 * The nearest one, as Node.js finds it; undefined for an optional one that is not installed.
 * @param {Record<string, Entry>} entries
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function resolvePackage(entries, from, name) {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (entries[path]) return path
  return from ? resolvePackage(entries, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name) : undefined
}

/** The names of all packages that the sources of the web apps import, and of those that are built in for React. */
function listWebPackages() {
  const imported = ['src/kit', 'src/applicant', 'src/staff', 'src/shared'].flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) => [
        ...readFileSync(inProject(`${folder}/${name}`), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^'.#][^']*)'/g),
      ])
      .map(([, specifier = '']) => specifier),
  )
  const builtIn = Object.values(reactPackages).filter((replacement) => !replacement.startsWith('/'))
  return new Set([...imported, ...builtIn].map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''))
}
