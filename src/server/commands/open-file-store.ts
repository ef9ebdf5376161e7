// The portal's file store for a command, from the server's own settings.
import { join } from 'node:path'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { createS3FileStore } from '#server/providers/files/store/s3-store.ts'
import { prepareDataDirectory } from '../settings/data-directory.ts'

/** @throws Error that names the missing setting */
export async function openFileStore(env: NodeJS.ProcessEnv): Promise<FileStore> {
  if (env.FILES !== 's3') {
    const dataDir = env.DATA_DIR || '.data'
    prepareDataDirectory(dataDir)
    return openLocalFileStore(join(dataDir, 'files'))
  }
  const setting = (name: string) => {
    const value = env[name]
    if (!value) throw new Error(`${name} is missing.`)
    return value
  }
  return createS3FileStore({
    endpoint: setting('S3_ENDPOINT'),
    region: setting('S3_REGION'),
    bucket: setting('S3_BUCKET'),
    accessKeyId: setting('S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
  })
}
