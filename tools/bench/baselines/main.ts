// The baseline: the same work with plain node:http and pg, without validation. The product is measured against it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import sharp from 'sharp'
import * as statements from './statements.ts'

const [databaseUrl = '', directory = ''] = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
await mkdir(directory, { recursive: true })
let renderedTables = '[]'

const handlers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
  'POST /users/login': async (request) => {
    const { userId, password } = JSON.parse((await readBody(request)).toString())
    const { rows } = await pool.query({ ...statements.accountByUserId, values: [userId] })
    const { id, password_hash: passwordHash, ...facts } = rows[0]
    if (!(await verify(passwordHash, password))) throw new Error('wrong password')
    const tokens = { token: createToken(), fileToken: createToken() }
    await pool.query({
      ...statements.startSession,
      values: [id, hashToken(tokens.token), hashToken(tokens.fileToken), new Date(Date.now() + 12 * 3_600_000)],
    })
    return envelope({ ...facts, ...tokens })
  },
  'GET /users/me': async (request) => {
    const { rows } = await pool.query({ ...statements.account, values: [await findAccountId(request)] })
    return envelope(rows[0])
  },
  'GET /applications/my': async (request) => {
    const { rows } = await pool.query({ ...statements.readOwnApplication, values: [await findAccountId(request)] })
    const { answers, ...facts } = rows[0]
    return envelope({ ...facts, ...answers })
  },
  'POST /staff/applications': async (request) => {
    const { rows } = await pool.query({
      ...statements.listApplications,
      values: [(await readBody(request)).toString()],
    })
    return envelope(rows)
  },
  'POST /applications/': async (request) => {
    const accountId = await findAccountId(request)
    const answers = JSON.parse((await readBody(request)).toString())
    return envelope({ applicationId: await submit(accountId, answers) })
  },
  /** Sets the rendered tables that later submissions store. */
  'POST /rendered-tables': async (request) => {
    renderedTables = (await readBody(request)).toString()
    return envelope({})
  },
  'PUT /applications/draft': async (request) => {
    const accountId = await findAccountId(request)
    const { document } = JSON.parse((await readBody(request)).toString())
    const { rows } = await pool.query({ ...statements.saveDraft, values: [accountId, JSON.stringify(document)] })
    return envelope(rows[0])
  },
  'POST /upload/file': async (request) => {
    const accountId = await findAccountId(request)
    return envelope(await store(accountId, request))
  },
  'POST /upload/photo': async (request) => {
    const accountId = await findAccountId(request)
    const image = sharp(await readBody(request))
      .autoOrient()
      .jpeg({ quality: 85, optimiseCoding: false })
    return envelope(await store(accountId, [await image.toBuffer()]))
  },
  'POST /argon2': async (request) => {
    const { hash, password, ms } = JSON.parse((await readBody(request)).toString())
    return { rate: await measureArgon2Rate(hash, password, ms) }
  },
}

const envelope = (data: unknown) => ({ status: 'success', success: true, statusCode: 200, message: 'Done.', data })

const createToken = () => randomBytes(32).toString('base64url')
const hashToken = (token: string) => createHash('sha256').update(token).digest()

async function findAccountId({ headers }: IncomingMessage): Promise<string> {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const now = new Date()
  const values = [hashToken(token), now, new Date(now.getTime() - 3_600_000)]
  const { rows } = await pool.query({ ...statements.session, values })
  return rows[0].account_id
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function submit(accountId: string, answers: unknown): Promise<string> {
  const text = JSON.stringify(answers)
  const digest = createHash('sha256').update(text).digest()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query({
      ...statements.addApplication,
      values: [accountId, text, digest, renderedTables],
    })
    const { number } = rows[0]
    await client.query({ ...statements.removeDraft, values: [accountId] })
    await client.query({
      ...statements.addJob,
      values: [JSON.stringify({ email: 'applicationSubmitted', accountId })],
    })
    await client.query({ ...statements.addAuditEvent, values: [accountId, JSON.stringify({ number })] })
    await client.query('commit')
    return number
  } finally {
    client.release()
  }
}

async function store(accountId: string, content: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const id = randomUUID()
  const path = join(directory, id)
  const hash = createHash('sha256')
  const file = await open(`${path}.part`, 'wx')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    await file.write(chunk)
    size += chunk.length
  }
  await file.sync()
  await file.close()
  await rename(`${path}.part`, path)
  await pool.query({ ...statements.addFile, values: [id, accountId, size, hash.digest()] })
  return { id, size }
}

/** Verifications per second, two at a time. */
async function measureArgon2Rate(hash: string, password: string, ms: number): Promise<number> {
  const started = performance.now()
  let done = 0
  const verifyUntilEnd = async () => {
    while (performance.now() - started < ms) {
      await verify(hash, password)
      done += 1
    }
  }
  await Promise.all([verifyUntilEnd(), verifyUntilEnd()])
  return done / ((performance.now() - started) / 1000)
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const handler = handlers[`${request.method} ${request.url?.replace('/api/v1', '')}`]
  const body = JSON.stringify(await handler?.(request))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500, { 'content-length': 0 }).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit(0))
