// `demo-settlement settlement.csv` writes a settlement file that the demo's bursar can import.
import { writeFileSync } from 'node:fs'
import { runCommand } from '#server/commands/command-line.ts'
import { withDatabase } from '#server/commands/with-database.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { createDemoSettlement } from '../money.ts'

export async function demoSettlementCommand([path, ...others]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (env.NODE_ENV === 'production') throw new Error('demo-settlement is for the demo only.')
  if (!path || others.length > 0)
    throw new Error('Say where to write the file, for instance: npm run demo-settlement -- settlement.csv')
  const made = await withDatabase(env, async (database) => {
    const exercise = await findExerciseOfYear(database.db, undefined)
    return exercise && createDemoSettlement(database, exercise.id)
  })
  if (!made) throw new Error('There are no payments that no settlement covers: start the demo once before.')
  writeFileSync(path, made.csv)
  const { lines, firstDay, lastDay } = made
  return `${path} has ${formatCounted(lines, 'line')}, for the days ${firstDay} to ${lastDay}.`
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(demoSettlementCommand)
