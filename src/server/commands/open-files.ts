// Where the portal's files are, for a command: the settings are the server's own.
import { join } from 'node:path'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { localFiles } from '#server/providers/files/store/local-store.ts'
import { s3Files } from '#server/providers/files/store/s3-store.ts'

/** @throws Error that names what is missing */
export async function openFiles(env: NodeJS.ProcessEnv): Promise<FileStore> {
  if (env.FILES !== 's3') return localFiles(join(env.DATA_DIR || '.data', 'files'))
  const setting = (name: string) => {
    const value = env[name]
    if (!value) throw new Error(`${name} is missing.`)
    return value
  }
  return s3Files({
    endpoint: setting('S3_ENDPOINT'),
    region: setting('S3_REGION'),
    bucket: setting('S3_BUCKET'),
    accessKeyId: setting('S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
  })
}
