// Opens accounts for a list of applicants: `issue-accounts applicants.csv`. README tells which columns it has.
import { readFile } from 'node:fs/promises'
import { createIssueAccountsService, InvalidListError } from '#server/features/issue-accounts/service.ts'
import { createEncryption, type Secrets } from '#server/platform/encryption/encryption.ts'
import { decodeSecrets } from '../config.ts'
import { readDemoSecret } from '../demo/secret.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './open-database.ts'

const usage = 'Say which file lists the applicants, for instance: npm run issue-accounts -- applicants.csv'

async function run([file]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!file) throw new Error(usage)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} can't be read (${error.code}).`)
  })
  const encryption = createEncryption(secretKeys(env))
  const { database, close } = await openDatabase(env)
  try {
    const service = createIssueAccountsService({ db: database.db, encryption, clock: () => new Date() })
    const issued = await service.issueFromList(text).catch(refusal)
    const lines = issued.map(({ userId, applicant: { surname, firstName } }) => `${userId}  ${surname} ${firstName}`)
    const count = issued.length === 1 ? '1 account' : `${issued.length} accounts`
    return [...lines, `${count} issued; the initial passwords are on their way by mail.`].join('\n')
  } finally {
    await close()
  }
}

function refusal(error: Error): never {
  if (!(error instanceof InvalidListError)) throw error
  throw new Error(`Nothing was issued, because the list has errors:\n${error.message}`)
}

/** The server's own key, since the server is to read the passwords that wait to be mailed. */
function secretKeys({ SECRET_KEY, DATA_DIR, NODE_ENV }: NodeJS.ProcessEnv): Secrets {
  if (!SECRET_KEY && NODE_ENV === 'production') throw new Error('SECRET_KEY is missing.')
  return decodeSecrets(SECRET_KEY || readDemoSecret(DATA_DIR || '.data'))
}

await commandLine(run)
