// The benchmark cases: what the product does, and the same work done by the baseline.

import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { type BenchFixture, createPdf, createPhoto } from './fixture.ts'
import type { Call } from './load/connection.ts'
import { openConnection } from './load/connection.ts'
import { createForm } from './sample-form.ts'
import { type BenchUser, createStaffCookies, password } from './users.ts'

export interface BenchCase {
  name: string
  /** Minimum ratio of the product's rate to the baseline's. */
  budget?: number
  /** CPU milliseconds per call that the product should take, on top of the password hash where there is one. */
  goal?: { server: number; database: number }
  connections: number
  product: CallSource
  baseline: CallSource
  /** Calculates nothing but password hashes in the baseline's process, and returns how many a second. */
  measureHashRate?: (ms: number) => Promise<number>
}

export interface CallSource {
  expectedStatus: number
  /** The next call of a connection. */
  next(connection: number): Call | null
}

const api = '/api/v1'

/** Each function inserts the users of its case just before it is measured. */
export const cases: Record<string, (fixture: BenchFixture) => Promise<BenchCase>> = {
  async login(fixture) {
    const logIn = ({ userId }: BenchUser): Call => ({
      method: 'POST',
      path: `${api}/users/login`,
      body: JSON.stringify({ userId, password }),
    })
    // Users of their own: the product ends the oldest of an account’s sessions when there are many.
    const product = { expectedStatus: 200, next: roundRobin(await fixture.createUsers('LOGIN-', 400), logIn) }
    const baseline = { expectedStatus: 200, next: roundRobin(await fixture.createUsers('BASE-LOGIN-', 400), logIn) }
    const measureHashRate = async (ms: number) => {
      const body = JSON.stringify({ hash: fixture.passwordHash, password, ms })
      return JSON.parse((await sendOnce(fixture.baseline.port, { method: 'POST', path: '/argon2', body })).toString())
        .rate
    }
    const goal = { server: 1, database: 0.7 }
    return { name: 'login', budget: 0.8, goal, connections: 8, product, baseline, measureHashRate }
  },

  me: async (fixture) => ({
    ...createReadCase('users/me', `${api}/users/me`, await fixture.createUsers('ME-', 50)),
    goal: { server: 0.2, database: 0.1 },
  }),

  async own(fixture) {
    const users = await fixture.createUsers('OWN-', 50)
    for (const { token, fileUrl } of users)
      await sendOnce(fixture.product.port, {
        method: 'POST',
        path: `${api}/applications/`,
        token,
        body: createForm(6_000, fileUrl),
      })
    return {
      ...createReadCase('own application', `${api}/applications/my`, users),
      budget: 0.8,
      goal: { server: 0.3, database: 0.15 },
    }
  },

  async list(fixture) {
    const departments = ['Computer Science', 'Physics', 'Geology', 'Civil Engineering']
    const prefix = `LIST${Date.now().toString(36).toUpperCase()}`
    for (const [index, department] of departments.entries())
      await addApplications({ database: fixture }, { count: 5_000, prefix: `${prefix}${index}`, department })
    await fixture.pool.query('vacuum analyze')
    // Each person may read 3,000 pages in ten minutes.
    const cookies = await createStaffCookies(fixture.pool, 40)
    let count = 0
    const read = (): Call => {
      const department = encodeURIComponent(departments[count % departments.length] ?? '')
      const headers = { cookie: cookies[count++ % cookies.length] ?? '' }
      return { method: 'GET', path: `${api}/staff/applications?limit=50&department=${department}`, headers }
    }
    const readBare = (): Call => ({ method: 'POST', path: '/staff/applications', body: departments[count++ % 4] ?? '' })
    return {
      name: '50 of 20,000 applications',
      connections: 4,
      product: { expectedStatus: 200, next: read },
      baseline: { expectedStatus: 200, next: readBare },
    }
  },

  submit6: async (fixture) => ({ ...(await createSubmitCase(fixture, 6)), goal: { server: 1, database: 1 } }),
  submit19: (fixture) => createSubmitCase(fixture, 19),

  async draft(fixture) {
    const users = await fixture.createUsers('DRAFT-', 32)
    const revisions = users.map(() => 0)
    const save =
      (offset: number) =>
      (connection: number): Call | null => {
        const index = connection + offset
        const user = users[index]
        if (!user) return null
        const document = createForm(6_000, user.fileUrl)
        const revision = revisions[index] ?? 0
        revisions[index] = revision + 1
        const body = `{"document":${document},"revision":${revision}}`
        return { method: 'PUT', path: `${api}/applications/draft`, token: user.token, body }
      }
    return {
      name: 'draft save, 6 kB',
      goal: { server: 0.7, database: 0.4 },
      connections: 16,
      product: { expectedStatus: 200, next: save(0) },
      baseline: { expectedStatus: 200, next: save(16) },
    }
  },

  async upload(fixture) {
    // The size of a scanned page.
    const file = await createPdf(300_000)
    const name = `upload, PDF of ${Math.round(file.length / 1000)} kB`
    const uploads = await createUploadCase(fixture, { name, path: '/upload/file', fileName: 'degree.pdf', file })
    return { ...uploads, budget: 0.6, goal: { server: 2.7, database: 0.6 } }
  },

  async photo(fixture) {
    const file = await createPhoto(2400, 1800)
    const name = `upload, photo of ${Math.round(file.length / 1000)} kB`
    const uploads = await createUploadCase(fixture, { name, path: '/upload/photo', fileName: 'photo.jpg', file })
    return { ...uploads, goal: { server: 40, database: 0.6 } }
  },
}

async function createUploadCase(
  fixture: BenchFixture,
  { name, path, fileName, file }: { name: string; path: string; fileName: string; file: Buffer },
): Promise<BenchCase> {
  // Each may upload 30 files in ten minutes.
  const prefix = `${fileName.replace('.', '-').toUpperCase()}-`
  const users = await fixture.createUsers(prefix, 400)
  const baselineUsers = await fixture.createUsers(`BASE-${prefix}`, 400)
  return {
    name,
    connections: 4,
    product: { expectedStatus: 200, next: roundRobin(users, ({ token }) => createUploadCall(token, fileName, file)) },
    baseline: {
      expectedStatus: 200,
      next: roundRobin(baselineUsers, ({ token }) => ({
        method: 'POST',
        path,
        token,
        type: 'application/octet-stream',
        body: file,
      })),
    },
  }
}

function createReadCase(name: string, path: string, users: BenchUser[]): BenchCase {
  const next = roundRobin(users, ({ token }) => ({ method: 'GET', path, token }))
  return { name, connections: 16, product: { expectedStatus: 200, next }, baseline: { expectedStatus: 200, next } }
}

async function createSubmitCase(fixture: BenchFixture, kB: number): Promise<BenchCase> {
  const path = `${api}/applications/`
  const [productUsers, baselineUsers] = [
    await fixture.createUsers(`SUBMIT${kB}-`, 5_000),
    await fixture.createUsers(`BASE${kB}-`, 5_000),
  ]
  const submit = ({ token, fileUrl }: BenchUser): Call => ({
    method: 'POST',
    path,
    token,
    body: createForm(kB * 1000, fileUrl),
  })
  const [first] = productUsers.splice(0, 1)
  if (first) await sendOnce(fixture.product.port, submit(first))
  const { rows } = await fixture.pool.query(
    'select rendered_tables::text from applications order by submitted_at desc limit 1',
  )
  await sendOnce(fixture.baseline.port, { method: 'POST', path: '/rendered-tables', body: rows[0].rendered_tables })
  return {
    name: `submit, ${kB} kB`,
    budget: 0.6,
    connections: 16,
    product: { expectedStatus: 201, next: consume(productUsers, submit) },
    baseline: { expectedStatus: 200, next: consume(baselineUsers, submit) },
  }
}

/** Calls of all users in turn, without end. */
function roundRobin(users: readonly BenchUser[], call: (user: BenchUser) => Call) {
  let count = 0
  return () => call(users[count++ % users.length] as BenchUser)
}

/** One call per user. */
function consume(users: BenchUser[], call: (user: BenchUser) => Call) {
  return () => {
    const user = users.pop()
    return user ? call(user) : null
  }
}

async function sendOnce(port: number, call: Call): Promise<Buffer> {
  const connection = await openConnection(port)
  const { status, body } = await connection.send(call)
  connection.close()
  if (status >= 300) throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString()}`)
  return body
}

const boundary = 'bench-boundary'

export function createUploadCall(token: string, name: string, file: Buffer): Call {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { method: 'POST', path: `${api}/upload/file`, token, type: `multipart/form-data; boundary=${boundary}`, body }
}
