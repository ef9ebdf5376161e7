import { readFile } from 'node:fs/promises'
import { explainStartError } from '../database/errors.ts'
import { readSecretFiles } from '../settings/secret-files.ts'

/** Prints what the command returns. An error becomes one sentence on stderr and exit code 1. */
export async function runCommand(run: (args: string[], env: NodeJS.ProcessEnv) => Promise<string>): Promise<void> {
  // As for the server: what is created here is for its own user alone.
  process.umask(0o077)
  try {
    const { env, errors } = readSecretFiles(process.env)
    if (errors.size > 0) throw new Error([...errors.values()].join('\n'))
    process.stdout.write(`${await run(process.argv.slice(2), env)}\n`)
  } catch (error) {
    process.stderr.write(`${explainStartError(error)}\n`)
    process.exitCode = 1
  }
}

/** @throws Error with a sentence for the operator */
export const readInputFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} can't be read (${error.code}).`)
  })
