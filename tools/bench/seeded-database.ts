// A database with many invented applicants, for measurements that compare it with a small one.
import { randomBytes } from 'node:crypto'
import { type SeedManyOptions, type SeedProgress, seedMany } from '#demo/many/seed-many.ts'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'

/** As `deploy/patroni.yml` has it: a large table that is read through passes by a smaller cache. */
const settings = ['shared_buffers=1GB']

/**
 * Starts PostgreSQL in the directory, with an exercise, and adds the applicants unless an earlier run has.
 * @param options without them there are no applicants
 */
export async function startSeededPostgres(
  dataDir: string,
  options?: Pick<SeedManyOptions, 'count' | 'hasHistory'>,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await migrate(postgres.ownerUrl, postgres.url)
  const owner = connect(postgres.ownerUrl, { maxConnections: 2, queryTimeoutMs: 0 })
  await createExerciseService(owner).ensureExercise()
  const { rows } = await owner.pool.query<{ count: number }>('select count(*)::int as count from accounts')
  if (options && rows[0]?.count === 0) await seed(owner, options)
  await owner.close()
  return postgres
}

async function seed(owner: ReturnType<typeof connect>, options: Pick<SeedManyOptions, 'count' | 'hasHistory'>) {
  const beganAt = performance.now()
  const onProgress = ({ what, done, of }: SeedProgress) => process.stderr.write(`\r${done} of ${of} ${what} …\u001b[K`)
  await seedMany(owner, { ...options, encryption: createEncryption([randomBytes(32)]), onProgress })
  const seconds = Math.round((performance.now() - beganAt) / 1000)
  process.stderr.write(`\r${options.count.toLocaleString('en')} accounts inserted in ${seconds} s\u001b[K\n`)
}
