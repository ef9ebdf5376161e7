// `seed-many 1000000` adds that many invented applicants to the demo.
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { decodeSecrets } from '../config.ts'
import { seedMany } from '../demo/many/seed-many.ts'
import { readDemoSecret } from '../demo/secret.ts'
import { createExerciseService } from '../features/exercise/service.ts'
import { runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

/** User IDs have nine digits at most. */
const maxCount = 10_000_000

async function run([typed = '']: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (env.NODE_ENV === 'production')
    throw new Error('seed-many is for the demo only: NODE_ENV=production has no invented applicants.')
  const count = Number(typed.replaceAll(/[_,]/g, ''))
  if (!Number.isInteger(count) || count < 1 || count > maxCount)
    throw new Error('Say how many applicants to add, for instance: npm run seed-many -- 1000000')
  const encryption = createEncryption(decodeSecrets(env.SECRET_KEY || readDemoSecret(env.DATA_DIR || '.data')))
  const beganAt = performance.now()
  const getSeconds = () => Math.round((performance.now() - beganAt) / 1000)
  return withDatabase(env, async (database) => {
    await createExerciseService(database).ensureExercise()
    const onProgress = (done: number) =>
      console.error(`${formatCount(done)} of ${formatCount(count)} accounts after ${getSeconds()} s …`)
    const { first, last } = await seedMany(database, { count, encryption, onProgress })
    return `${formatCount(count)} applicants were added in ${getSeconds()} s: ${first} to ${last}, with the demo's password.`
  })
}

const formatCount = (count: number) => count.toLocaleString('en')

await runCommand(run)
