// A test double for S3: supports the requests that the portal sends and checks every signature (AWS Signature Version 4).
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const s3Keys = { region: 'eu-west-1', accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-key' }

export interface S3Server {
  endpoint: string
  bucket: string
  /** Stored objects by key. */
  objects: Map<string, { content: Buffer; type: string }>
  /** Uploads in parts that are not complete, by their id. */
  uploads: Map<string, { key: string; type: string; parts: Buffer[] }>
  /** Statuses for the next requests, in order; 0 means no response, -1 that the request is answered, -2 that the content ends half-way. */
  failures: number[]
  requests(): number
  close(): Promise<void>
}

/** A server's settings for this store. */
export const getS3Settings = ({ endpoint, bucket }: Pick<S3Server, 'endpoint' | 'bucket'>) => ({
  FILES: 's3',
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: s3Keys.region,
  S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
})

export async function startS3Server(bucket = 'uploads'): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()
  const failures: number[] = []
  let requests = 0

  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    requests += 1
    const status = failures.shift()
    if (status === 0) return
    if (status && status > 0) return answer(response, status)
    if (!isSigned(request, body)) return answer(response, 403)

    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const [, inBucket, key = ''] = pathname.split('/')
    if (inBucket !== bucket) return answer(response, 404, 'NoSuchBucket')
    if (searchParams.size > 0)
      return answerUpload({ objects, uploads }, response, {
        method: request.method ?? '',
        key,
        query: searchParams,
        type: request.headers['content-type'] ?? '',
        body,
      })
    answerObject(objects, request, response, { key, body, isHalf: status === -2 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    uploads,
    failures,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerObject(
  objects: S3Server['objects'],
  request: IncomingMessage,
  response: ServerResponse,
  { key, body, isHalf }: { key: string; body: Buffer; isHalf: boolean },
): void {
  if (request.method === 'PUT') {
    objects.set(key, { content: body, type: request.headers['content-type'] ?? '' })
    return void answer(response, 200)
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void answer(response, 204)
  }
  const found = objects.get(key)
  if (!found) return void answer(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-type': found.type, 'content-length': found.content.length })
  if (isHalf) response.write(found.content.subarray(0, found.content.length / 2))
  else response.end(found.content)
}

/** Requests about an upload in parts. */
function answerUpload(
  { objects, uploads }: Pick<S3Server, 'objects' | 'uploads'>,
  response: ServerResponse,
  {
    method,
    key,
    query,
    type,
    body,
  }: { method: string; key: string; query: URLSearchParams; type: string; body: Buffer },
): void {
  const send = (xml: string, headers = {}) => response.writeHead(200, headers).end(xml)
  if (method === 'GET' && query.has('uploads')) {
    const found = [...uploads].filter(([, upload]) => upload.key.startsWith(query.get('prefix') ?? ''))
    return void send(found.map(([id, upload]) => `<Key>${upload.key}</Key><UploadId>${id}</UploadId>`).join(''))
  }
  if (method === 'POST' && query.has('uploads')) {
    const id = `upload/${uploads.size}+${key}`
    uploads.set(id, { key, type, parts: [] })
    return void send(`<UploadId>${id}</UploadId>`)
  }
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (!upload || upload.key !== key) return void answer(response, 404)
  if (method === 'PUT') {
    upload.parts[Number(query.get('partNumber')) - 1] = body
    return void send('', { etag: `"${sha256(body)}"` })
  }
  uploads.delete(id)
  if (method === 'DELETE') return void answer(response, 204)
  const isComplete = upload.parts.every((part) => body.toString().includes(sha256(part)))
  const isLargeEnough = upload.parts.slice(0, -1).every((part) => part.length >= 5 * 1024 * 1024)
  if (!isComplete || !isLargeEnough) return void send('<Error><Code>InvalidPart</Code></Error>')
  objects.set(key, { content: Buffer.concat(upload.parts), type: upload.type })
  send('<CompleteMultipartUploadResult/>')
}

function answer(response: ServerResponse, status: number, code = 'Error'): void {
  response.writeHead(status, { location: 'http://127.0.0.1:9/elsewhere' })
  const error = `<Error><Code>${code}</Code><Message>canary of the service</Message></Error>`
  response.end(status >= 300 && status !== 304 ? error : undefined)
}

/** Recomputes the signature from the raw request. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      request.headers.authorization ?? '',
    )
  const [, keyId, day = '', region, names = '', signature] = found ?? []
  const checksum = String(request.headers['x-amz-content-sha256'])
  if (keyId !== s3Keys.accessKeyId || region !== s3Keys.region) return false
  if (checksum !== 'UNSIGNED-PAYLOAD' && checksum !== sha256(body)) return false
  if (request.method === 'PUT' && checksum === 'UNSIGNED-PAYLOAD') return false

  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
  const canonical = [request.method, pathname, query.join('&'), headers.join(''), names, checksum].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, s3Keys.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${s3Keys.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
