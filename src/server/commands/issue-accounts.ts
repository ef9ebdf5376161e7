// `issue-accounts applicants.csv` opens accounts for a list of applicants. The README describes its columns.

import { createIssueAccountsService, InvalidListError } from '#server/features/imports/service.ts'
import { createEncryption, type Secrets } from '#server/platform/encryption/encryption.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { decodeSecrets } from '../config.ts'
import { readLocalSecret } from '../settings/local-secret.ts'
import { readInputFile, runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

export async function issueAccountsCommand([file]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!file)
    throw new Error('Say which file lists the applicants, for instance: npm run issue-accounts -- applicants.csv')
  const list = await readInputFile(file)
  const encryption = createEncryption(readSecrets(env))
  return withDatabase(env, async ({ db }) => {
    const service = createIssueAccountsService({ db, encryption, clock: () => new Date() })
    const issued = await service.issueFromList(list).catch(explainRefusal)
    const lines = issued.map(({ userId, applicant: { surname, firstName } }) => `${userId}  ${surname} ${firstName}`)
    return [
      ...lines,
      `${formatCounted(issued.length, 'account')} issued; the initial passwords will be sent by email.`,
    ].join('\n')
  })
}

function explainRefusal(error: Error): never {
  if (!(error instanceof InvalidListError)) throw error
  throw new Error(`Nothing was issued, because the list has errors:\n${error.message}`)
}

/** The server's own secrets: it must be able to decrypt the initial passwords when it sends them. */
function readSecrets({ SECRET_KEY, DATA_DIR, NODE_ENV }: NodeJS.ProcessEnv): Secrets {
  if (!SECRET_KEY && NODE_ENV === 'production') throw new Error('SECRET_KEY is missing.')
  return decodeSecrets(SECRET_KEY || readLocalSecret(DATA_DIR || '.data'))
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(issueAccountsCommand)
