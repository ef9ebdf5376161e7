// Files in an S3 bucket. The bucket is part of the path, not of the host, because every S3 service supports that.

import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { trimTrailing } from '#shared/forms/trim.ts'
import { assertFileId, type FileContent, type FileStore, FileStoreUnavailableError } from './file-store.ts'

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

// A frozen store must be reported before the applicant's connection is closed for its silence, after 60 s.
const TIMEOUT_MS = 10_000
const RETRIES = 2

export interface S3FileStore extends FileStore {
  /**
   * Writes and removes a small object, as every upload does.
   * @throws Error with a sentence for the operator; FileStoreUnavailableError when the store may work later
   */
  probe(): Promise<void>
}

/** @throws Error when the endpoint is not a URL */
export function createS3FileStore({ endpoint, bucket, timeoutMs = TIMEOUT_MS, ...keys }: S3Settings): S3FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const base = new URL(`${encodeURIComponent(bucket)}/`, `${trimTrailing(endpoint, '/')}/`)

  const call = async (id: string, request: RequestInit): Promise<Response> => {
    const address = new URL(assertFileId(id), base)
    const controller = new AbortController()
    const sending = client.fetch(address, { ...request, redirect: 'manual', signal: controller.signal })
    // Raced, because the signal of a Request can be garbage-collected before it aborts anything.
    const timer = new AbortController()
    const timeout = pause(timeoutMs, null, { signal: timer.signal })
    try {
      const response = await Promise.race([sending, timeout])
      if (response) return response
    } catch (cause) {
      throw new FileStoreUnavailableError('unreachable', 'The file store is not reachable.', { cause })
    } finally {
      timer.abort()
      timeout.catch(() => {})
    }
    controller.abort()
    sending.catch(() => {})
    throw new FileStoreUnavailableError('timeout', `The file store does not answer within ${timeoutMs} ms.`)
  }

  const store: FileStore = {
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
        const reply = await response.text()
        if (reply.includes('NoSuchBucket')) throw new Error('The bucket does not exist any more.')
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

  return {
    ...store,
    async probe() {
      const id = randomUUID()
      const body = new Uint8Array()
      const checksum = createHash('sha256').update(body).digest('hex')
      const response = await call(id, { method: 'PUT', body, headers: { 'X-Amz-Content-Sha256': checksum } })
      if (response.ok) return store.remove(id)
      const error = await createError(response, 'put')
      if (error instanceof FileStoreUnavailableError) throw error
      throw new Error(probeErrors[response.status]?.(bucket) ?? error.message)
    },
  }
}

const probeErrors: Partial<Record<number, (bucket: string) => string>> = {
  301: (bucket) => `The bucket ${bucket} is not at S3_ENDPOINT and S3_REGION.`,
  307: (bucket) => `The bucket ${bucket} is not at S3_ENDPOINT and S3_REGION.`,
  400: (bucket) => `The file store does not accept S3_REGION for the bucket ${bucket}.`,
  403: (bucket) => `The file store does not let S3_ACCESS_KEY_ID write to the bucket ${bucket}.`,
  404: (bucket) => `The bucket ${bucket} (S3_BUCKET) does not exist.`,
}

/** Without the service's reply, which could contain personal data. */
async function createError(response: Response, what: 'put' | 'get' | 'remove'): Promise<Error> {
  await response.body?.cancel()
  const message = `The file store answered ${response.status} to ${what}.`
  const isTemporary = response.status >= 500 || response.status === 429
  return isTemporary ? new FileStoreUnavailableError('temporary', message) : new Error(message)
}

async function readWhole(content: FileContent): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return new Uint8Array(content)
  return buffer(Readable.from(content))
}
