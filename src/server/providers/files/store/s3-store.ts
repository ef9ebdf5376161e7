// Files in an S3 bucket. The bucket is part of the path, not of the host, because every S3 service supports that.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import { trimTrailing } from '#shared/forms/trim.ts'
import { assertFileId, type FileContent, type FileStore } from './file-store.ts'

export interface S3Settings {
  /** Such as https://s3.eu-west-1.amazonaws.com */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Until the reply begins, including retries. Reading the content has no time limit. */
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** @throws Error when the endpoint is not a URL */
export function createS3FileStore({ endpoint, bucket, timeoutMs = TIMEOUT_MS, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const base = new URL(`${encodeURIComponent(bucket)}/`, `${trimTrailing(endpoint, '/')}/`)

  const call = async (id: string, request: RequestInit): Promise<Response> => {
    const address = new URL(assertFileId(id), base)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      return await client.fetch(address, { ...request, redirect: 'manual', signal: controller.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(id, content, type) {
      const body = await readWhole(content)
      // The signed checksum makes the service refuse a body that was damaged on the way.
      const checksum = createHash('sha256').update(body).digest('hex')
      const response = await call(id, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': type, 'X-Amz-Content-Sha256': checksum },
      })
      if (!response.ok) throw await createError(response, 'put')
      await response.body?.cancel()
    },

    async get(id) {
      const response = await call(id, { method: 'GET' })
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (response.status !== 200 || !response.body) throw await createError(response, 'get')
      return Readable.fromWeb(response.body)
    },

    async remove(id) {
      const response = await call(id, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await createError(response, 'remove')
      await response.body?.cancel()
    },
  }
}

/** Without the service's reply, which could contain personal data. */
async function createError(response: Response, what: 'put' | 'get' | 'remove'): Promise<Error> {
  await response.body?.cancel()
  return new Error(`The file store answered ${response.status} to ${what}.`)
}

async function readWhole(content: FileContent): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return new Uint8Array(content)
  return buffer(Readable.from(content))
}
