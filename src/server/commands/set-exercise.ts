// Changes the exercise, also while the server runs: `set-exercise settings.json`. README tells what the file may hold.
import { readFile } from 'node:fs/promises'
import { createExerciseService, type ExerciseChange } from '../features/exercise/service.ts'
import { parseExerciseSettings } from '../features/exercise/settings.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './open-database.ts'

const usage = 'Say which file holds the settings, for instance: npm run set-exercise -- settings.json'

async function run([file]: string[]): Promise<string> {
  if (!file) throw new Error(usage)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} can't be read (${error.code}).`)
  })
  const settings = parseExerciseSettings(text)
  const { database, close } = await openDatabase(process.env)
  try {
    return wordsFor(await createExerciseService(database).setExercise(settings))
  } finally {
    await close()
  }
}

function wordsFor({ kind, year, columns }: ExerciseChange): string {
  const words = {
    added: `The exercise of ${year} was added; the public sees the newest year's.`,
    changed: `The exercise of ${year} was changed: ${columns.join(', ')}.`,
    unchanged: `The exercise of ${year} is like this already.`,
  }
  const isMoney = kind === 'changed' && columns.some((column) => column.endsWith('Kobo'))
  return isMoney ? `${words[kind]}\nAccounts issued before keep the fee and charge they were issued with.` : words[kind]
}

await commandLine(run)
