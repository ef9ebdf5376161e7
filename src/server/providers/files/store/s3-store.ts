// Files in an S3 bucket. The bucket is part of the path, not of the host, because every S3 service supports that.

import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { trimTrailing } from '#shared/forms/trim.ts'
import { assertFileId, type FileStore, FileStoreUnavailableError } from './file-store.ts'
import { abortUpload, cutIntoParts, partBytes, putParts, readUploadIds, type SendToObject } from './s3-multipart.ts'

export interface S3Settings {
  /** Such as https://s3.eu-west-1.amazonaws.com */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Until the reply begins, including retries, and then until the next piece of the content. */
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

  const call = createSender(base, client, timeoutMs)
  const callObject = (id: string, request: RequestInit) => call(assertFileId(id), request)

  async function putWhole(id: string, body: Uint8Array, type: string): Promise<void> {
    const response = await callObject(id, { method: 'PUT', ...signBody(body, type) })
    if (!response.ok) throw await createError(response, 'put')
    await response.body?.cancel()
  }

  const sendTo =
    (id: string): SendToObject =>
    async ({ method, query, body, type }) => {
      const response = await call(`${assertFileId(id)}?${query}`, { method, ...signBody(body, type) })
      if (!response.ok) throw await createError(response, 'put')
      return response
    }

  /** Parts of an upload that was cut off, for instance by a crash. */
  async function abortUploads(id: string): Promise<void> {
    const response = await call(`?${new URLSearchParams({ prefix: id, uploads: '' })}`, { method: 'GET' })
    if (response.status >= 500 && response.status !== 501) throw await createError(response, 'remove')
    // Some services cannot list them, or may not: then a rule of the bucket removes them.
    const xml = response.ok ? await response.text() : ''
    if (!response.ok) await response.body?.cancel()
    for (const uploadId of readUploadIds(xml)) await abortUpload(sendTo(id), uploadId)
  }

  const store: FileStore = {
    async put(id, content, type) {
      if (content instanceof Uint8Array) return putWhole(id, content, type)
      const parts = cutIntoParts(content, partBytes)
      const { value: first = new Uint8Array() } = await parts.next()
      if (first.length < partBytes) return putWhole(id, first, type)
      await putParts(sendTo(id), prepend(first, parts), type)
    },

    async get(id) {
      const response = await callObject(id, { method: 'GET' })
      if (response.status === 404) {
        const reply = await response.text()
        if (reply.includes('NoSuchBucket')) throw new Error('The bucket does not exist any more.')
        return null
      }
      if (response.status !== 200 || !response.body) throw await createError(response, 'get')
      const reader = response.body.getReader()
      // Also when nobody has read it: the reply of the service would keep its connection.
      return Readable.from(readPieces(reader, timeoutMs), { objectMode: false }).once('close', () => {
        reader.cancel().catch(() => {})
      })
    },

    async remove(id) {
      const response = await callObject(id, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await createError(response, 'remove')
      await response.body?.cancel()
      await abortUploads(id)
    },
  }

  return {
    ...store,
    async probe() {
      const id = randomUUID()
      const response = await callObject(id, { method: 'PUT', ...signBody(new Uint8Array(), undefined) })
      if (response.ok) return store.remove(id)
      const error = await createError(response, 'put')
      if (error instanceof FileStoreUnavailableError) throw error
      throw new Error(probeErrors[response.status]?.(bucket) ?? error.message)
    },
  }
}

/** Sends a signed request to a path below the bucket. */
const createSender =
  (base: URL, client: AwsClient, timeoutMs: number) =>
  async (path: string, request: RequestInit): Promise<Response> => {
    const address = new URL(path, base)
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
    }
    controller.abort()
    throw new FileStoreUnavailableError('timeout', `The file store does not answer within ${timeoutMs} ms.`)
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

/** Waits for the store only while the reader wants more: a slow reader is no silent store. */
async function* readPieces(content: ReadableStreamDefaultReader<Uint8Array>, timeoutMs: number) {
  for (;;) {
    const timer = new AbortController()
    const timeout = pause(timeoutMs, null, { signal: timer.signal })
    const piece = await Promise.race([content.read(), timeout]).finally(() => timer.abort())
    if (!piece)
      throw new FileStoreUnavailableError('timeout', `The file store was silent for ${timeoutMs} ms in a file.`)
    if (piece.done) return
    yield piece.value
  }
}

async function* prepend(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

/** The signed checksum makes the service refuse a body that was damaged on the way. */
function signBody(body: Uint8Array | undefined, type: string | undefined): RequestInit {
  if (!body) return { ...(type && { headers: { 'Content-Type': type } }) }
  const checksum = createHash('sha256').update(body).digest('hex')
  const headers = { ...(type && { 'Content-Type': type }), 'X-Amz-Content-Sha256': checksum }
  return { body: new Uint8Array(body), headers }
}
