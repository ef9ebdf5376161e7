// Files in a bucket that speaks S3, addressed by path so that every such service is served.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import { checkedId, type FileContent, type FileStore } from './file-store.ts'

export interface S3Settings {
  /** Such as https://s3.eu-west-1.amazonaws.com */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Until an answer begins, retries included; a slow reader may take its time with the content. */
  timeLimitMs?: number
}

const TIME_LIMIT_MS = 30_000
const RETRIES = 2

/** @throws Error at once when the endpoint is not a URL */
export function s3Files({ endpoint, bucket, timeLimitMs = TIME_LIMIT_MS, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const base = new URL(`${encodeURIComponent(bucket)}/`, `${endpoint.replace(/\/+$/, '')}/`)

  const call = async (id: string, request: RequestInit): Promise<Response> => {
    const address = new URL(checkedId(id), base)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeLimitMs)
    try {
      return await client.fetch(address, { ...request, redirect: 'manual', signal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(id, content, type) {
      const body = await wholeOf(content)
      // With its checksum signed, a body that was damaged on the way is refused instead of kept.
      const checksum = createHash('sha256').update(body).digest('hex')
      const response = await call(id, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': type, 'X-Amz-Content-Sha256': checksum },
      })
      if (!response.ok) throw await refusal(response, 'put')
      await response.body?.cancel()
    },

    async get(id) {
      const response = await call(id, { method: 'GET' })
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (response.status !== 200 || !response.body) throw await refusal(response, 'get')
      return Readable.fromWeb(response.body)
    },

    async remove(id) {
      const response = await call(id, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await refusal(response, 'remove')
      await response.body?.cancel()
    },
  }
}

/** Names the call and the status, and nothing that the service said. */
async function refusal(response: Response, what: 'put' | 'get' | 'remove'): Promise<Error> {
  await response.body?.cancel()
  return new Error(`The file store answered ${response.status} to ${what}.`)
}

async function wholeOf(content: FileContent): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return new Uint8Array(content)
  return buffer(Readable.from(content))
}
