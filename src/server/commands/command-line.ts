import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { explainStartError } from '../database/errors.ts'
import { readSecretFiles } from '../settings/secret-files.ts'

type Command = (args: string[], env: NodeJS.ProcessEnv) => Promise<string>

/** Prints what the command returns. An error becomes one sentence on stderr and exit code 1. */
export async function runCommand(run: Command): Promise<void> {
  // As for the server: what is created here is for its own user alone.
  process.umask(0o077)
  const { code, stdout, stderr } = await executeCommand(run, process.argv.slice(2), process.env)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code
}

/** What running the command prints, and its exit code. */
export async function executeCommand(run: Command, args: string[], environment: NodeJS.ProcessEnv) {
  try {
    const { env, errors } = readSecretFiles(environment)
    if (errors.size > 0) throw new Error([...errors.values()].join('\n'))
    return { code: 0, stdout: `${await run(args, env)}\n`, stderr: '' }
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${explainStartError(error)}\n` }
  }
}

/** The text of a file, without the byte order mark that editors may add. @throws Error with a sentence for the operator */
export async function readInputFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} can't be read (${error.code}).`)
  })
  if (!isUtf8(bytes)) throw new Error(`${path} is not UTF-8: save it as UTF-8, in Excel as "CSV UTF-8".`)
  return bytes.toString().replace(/^\ufeff/, '')
}
