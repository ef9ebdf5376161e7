// Opens accounts for a list of applicants: `issue-accounts applicants.csv`. README tells which columns it has.
import { readFile } from 'node:fs/promises'
import { issueFromList, ListRefused } from '#server/features/issue-accounts/issue-from-list.ts'
import { createEncryption, type Secrets } from '#server/platform/encryption/encryption.ts'
import { secretsFrom } from '../config.ts'
import { demoSecret } from '../demo/secret.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './open-database.ts'

const usage = 'Say which file lists the applicants, for instance: npm run issue-accounts -- applicants.csv'

async function run([file]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!file) throw new Error(usage)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} can't be read (${error.code}).`)
  })
  const seal = createEncryption(secretKeys(env))
  const { database, close } = await openDatabase(env)
  try {
    const issued = await issueFromList({ db: database.db, seal, clock: () => new Date() }, text).catch(refusal)
    const lines = issued.map(({ userId, applicant: { surname, firstName } }) => `${userId}  ${surname} ${firstName}`)
    const count = issued.length === 1 ? '1 account' : `${issued.length} accounts`
    return [...lines, `${count} issued; the initial passwords are on their way by mail.`].join('\n')
  } finally {
    await close()
  }
}

function refusal(error: Error): never {
  if (!(error instanceof ListRefused)) throw error
  throw new Error(`Nothing was issued, since the list has faults:\n${error.message}`)
}

/** The server's own key, since the server is to read the passwords that wait to be mailed. */
function secretKeys({ SECRET_KEY, DATA_DIR, NODE_ENV }: NodeJS.ProcessEnv): Secrets {
  if (!SECRET_KEY && NODE_ENV === 'production') throw new Error('SECRET_KEY is missing.')
  return secretsFrom(SECRET_KEY || demoSecret(DATA_DIR || '.data'))
}

await commandLine(run)
