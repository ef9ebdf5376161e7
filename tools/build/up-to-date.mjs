// Whether a part was built from exactly the sources that are there now.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inProject } from '../setup/project.mjs'

/** @typedef {{ output: string, sources: string[] }} Built */

/** @param {Built} target */
export function isUpToDate(target) {
  const stamp = stampOf(target)
  return (
    existsSync(inProject(target.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(target.sources)
  )
}

/**
 * Builds, and stamps the output with the hash of its sources. A change during the build is built next time.
 * @param {Built} target
 * @param {() => Promise<void>} build
 */
export async function buildAndStamp(target, build) {
  const hash = hashOf(target.sources)
  rmSync(stampOf(target), { force: true })
  await build()
  mkdirSync(dirname(stampOf(target)), { recursive: true })
  writeFileSync(stampOf(target), hash)
}

/** @param {Built} target */
const stampOf = ({ output }) => inProject(`dist/.built/${basename(output)}`)

/** @param {string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(inProject(file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const found = inProject(path)
  if (!existsSync(found)) return []
  if (statSync(found).isFile()) return [path]
  return readdirSync(found, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/\.test\.tsx?$/.test(name) && statSync(join(found, name)).isFile())
    .sort()
    .map((name) => `${path}/${name}`)
}
