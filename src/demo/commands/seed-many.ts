// `seed-many 1000000` adds that many invented applicants to the demo; with `--history` also drafts, rows of files and audit events.
import { runCommand } from '#server/commands/command-line.ts'
import { withDatabase } from '#server/commands/with-database.ts'
import { decodeSecrets } from '#server/config.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { readLocalSecret } from '#server/settings/local-secret.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { type SeedProgress, seedMany } from '../many/seed-many.ts'

/** User IDs have nine digits at most. */
const maxCount = 10_000_000

const usage = 'Say how many applicants to add, for instance: npm run seed-many -- 1000000'

export async function seedManyCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (env.NODE_ENV === 'production')
    throw new Error('seed-many is for the demo only: NODE_ENV=production has no invented applicants.')
  const { count, hasHistory } = parse(args)
  const encryption = createEncryption(decodeSecrets(env.SECRET_KEY || readLocalSecret(env.DATA_DIR || '.data')))
  const beganAt = performance.now()
  const getSeconds = () => Math.round((performance.now() - beganAt) / 1000)
  return withDatabase(env, async (database) => {
    await createExerciseService(database).ensureExercise()
    const onProgress = ({ what, done, of }: SeedProgress) =>
      console.error(`${formatCount(done)} of ${formatCount(of)} ${what} after ${getSeconds()} s …`)
    const { first, last } = await seedMany(database, { count, hasHistory, encryption, onProgress })
    return `${formatCount(count)} applicants were added in ${getSeconds()} s: ${first} to ${last}, with the demo's password.`
  })
}

function parse(args: string[]): { count: number; hasHistory: boolean } {
  const [typed = '', ...options] = args
  const count = Number(typed.replaceAll(/[_,]/g, ''))
  if (!Number.isInteger(count) || count < 1 || count > maxCount) throw new Error(usage)
  const unknown = options.find((option) => option !== '--history')
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}. ${usage} --history`)
  return { count, hasHistory: options.length > 0 }
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(seedManyCommand)
