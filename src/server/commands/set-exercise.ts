// `set-exercise settings.json` changes the exercise, also while the server runs. The README lists the settings.
import { createExerciseService, type ExerciseChange } from '../features/exercise/service.ts'
import { parseExerciseSettings } from '../features/exercise/settings.ts'
import { readInputFile, runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

export async function setExerciseCommand([file]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!file) throw new Error('Say which file holds the settings, for instance: npm run set-exercise -- settings.json')
  const settings = parseExerciseSettings(await readInputFile(file))
  return withDatabase(env, async (database) =>
    formatChange(await createExerciseService(database).setExercise(settings)),
  )
}

function formatChange({ kind, year, columns }: ExerciseChange): string {
  const messages = {
    added: `The exercise of ${year} was added${columns.includes('isCurrent') ? ', and is public.' : '. Make it public with "current": true.'}`,
    changed: `The exercise of ${year} was changed: ${columns.join(', ')}.`,
    unchanged: `The exercise of ${year} is like this already.`,
  }
  const hasNewPrice = kind === 'changed' && columns.some((column) => column.endsWith('Kobo'))
  return hasNewPrice
    ? `${messages[kind]}\nAccounts issued before keep the fee and charge they were issued with.`
    : messages[kind]
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(setExerciseCommand)
