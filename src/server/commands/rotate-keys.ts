// Seals everything anew with SECRET_KEY; what SECRET_KEYS_REPLACED names is still opened. Stop the servers meanwhile.

import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { secretsFrom } from '../config.ts'
import { rotateKeys } from '../features/nin/rotate-keys.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './open-database.ts'

async function run(_: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const replaced = (env.SECRET_KEYS_REPLACED ?? '').split(',').filter(Boolean)
  if (!env.SECRET_KEY || replaced.length === 0)
    throw new Error('Name the new key in SECRET_KEY and the one that it replaces in SECRET_KEYS_REPLACED.')
  const { database, close } = await openDatabase(env)
  try {
    const rows = await rotateKeys(database.db, createEncryption(secretsFrom(env.SECRET_KEY, replaced)))
    return `${rows} look-ups sealed with the new key. The replaced key can be forgotten once no letter waits in the queue.`
  } finally {
    await close()
  }
}

await commandLine(run)
