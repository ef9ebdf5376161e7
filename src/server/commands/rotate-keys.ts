// `rotate-keys` encrypts everything with SECRET_KEY that was encrypted with a key in SECRET_KEYS_REPLACED. Stop the servers
// before.
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { decodeSecrets } from '../config.ts'
import { rotateKeys } from '../features/nin/rotate-keys.ts'
import { runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

export async function rotateKeysCommand(_: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { SECRET_KEY: key, SECRET_KEYS_REPLACED = '' } = env
  const replaced = SECRET_KEYS_REPLACED.split(',').filter(Boolean)
  if (!key || replaced.length === 0)
    throw new Error('Name the new key in SECRET_KEY and the one that it replaces in SECRET_KEYS_REPLACED.')
  return withDatabase(env, async ({ db }) => {
    const { lookUps, others } = await rotateKeys(db, createEncryption(decodeSecrets(key, replaced)))
    return `${lookUps} look-ups and ${others} other values encrypted with the new key. Forget the replaced key once no email waits in the queue.`
  })
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(rotateKeysCommand)
