// Secrets in files: NAME_FILE names the file that holds NAME, the way systemd and container platforms hand secrets over.
import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

const secretNames = [
  'SECRET_KEY',
  'SECRET_KEYS_REPLACED',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'REMITA_API_KEY',
  'REMITA_PUBLIC_KEY',
  'NIN_API_KEY',
  'NIN_APP_ID',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
]

interface Secrets {
  /** The environment with the files' contents in place of their names. */
  env: Environment
  /** By the secret's name; no error shows a value. */
  errors: Map<string, string>
}

/** Reads every secret that is in a file. Empty settings count as missing. */
export function readSecretFiles(env: Environment): Secrets {
  const read: Secrets = { env: { ...env }, errors: new Map() }
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    delete read.env[`${name}_FILE`]
    if (env[name]) read.errors.set(name, `${name} and ${name}_FILE are both set: keep one`)
    else readSecret(name, file, read)
  }
  return read
}

function readSecret(name: string, file: string, { env, errors }: Secrets): void {
  try {
    // Editors and `echo` end a file with a line break, which is no part of the secret.
    env[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (env[name] === '') errors.set(name, `${name}_FILE names an empty file`)
  } catch (error) {
    errors.set(name, `${name}_FILE can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
