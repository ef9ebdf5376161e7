// What is measured, and what each is measured against.
import { formOf } from './answers.ts'
import { aPdf, type Stage } from './fixture.ts'
import type { Call } from './load/connection.ts'
import { openConnection } from './load/connection.ts'
import { type Member, password } from './users.ts'

export interface Case {
  name: string
  /** The share of the floor that design.md asks for. */
  budget?: number
  connections: number
  product: Feed
  /** A rate for the floor, where it is no server's: calls per second. */
  rawRate?: (ms: number) => Promise<number>
  floor?: Feed
}

export interface Feed {
  expected: number
  /** The next call of a connection. */
  next(connection: number): Call | null
}

const api = '/api/v1'

/** Each makes what it needs when it is its turn. */
export const cases: Record<string, (stage: Stage) => Promise<Case>> = {
  async login(stage) {
    const members = await stage.cast('LOGIN-', 400)
    const next = inTurn(members, ({ userId }) => ({
      method: 'POST',
      path: `${api}/users/login`,
      body: JSON.stringify({ userId, password }),
    }))
    const rawRate = async (ms: number) => {
      const body = JSON.stringify({ hash: stage.passwordHash, password, ms })
      return JSON.parse((await once(stage.floor.port, { method: 'POST', path: '/argon2', body })).toString()).rate
    }
    return { name: 'login', budget: 0.9, connections: 8, product: { expected: 200, next }, rawRate }
  },

  me: async (stage) => reading('users/me', `${api}/users/me`, await stage.cast('ME-', 50)),

  async own(stage) {
    const members = await stage.cast('OWN-', 50)
    for (const { token, fileUrl } of members)
      await once(stage.product.port, {
        method: 'POST',
        path: `${api}/applications/`,
        token,
        body: formOf(6_000, fileUrl),
      })
    return { ...reading('own application', `${api}/applications/my`, members), budget: 0.8 }
  },

  submit6: (stage) => submitting(stage, 6),
  submit19: (stage) => submitting(stage, 19),

  async draft(stage) {
    const members = await stage.cast('DRAFT-', 32)
    const revisions = members.map(() => 0)
    const save =
      (offset: number) =>
      (connection: number): Call | null => {
        const index = connection + offset
        const member = members[index]
        if (!member) return null
        const document = formOf(6_000, member.fileUrl)
        const revision = revisions[index] ?? 0
        revisions[index] = revision + 1
        const body = `{"document":${document},"revision":${revision}}`
        return { method: 'PUT', path: `${api}/applications/draft`, token: member.token, body }
      }
    return {
      name: 'draft save, 6 kB',
      connections: 16,
      product: { expected: 200, next: save(0) },
      floor: { expected: 200, next: save(16) },
    }
  },

  async upload(stage) {
    const members = await stage.cast('UPLOAD-', 60)
    // As large as a page from a scanner.
    const file = await aPdf(300_000)
    return {
      name: `upload, PDF of ${Math.round(file.length / 1000)} kB`,
      budget: 0.6,
      connections: 4,
      product: { expected: 200, next: inTurn(members, ({ token }) => uploadOf(token, 'degree.pdf', file)) },
      floor: {
        expected: 200,
        next: () => ({ method: 'POST', path: '/upload/file', type: 'application/pdf', body: file }),
      },
    }
  },
}

function reading(name: string, path: string, members: Member[]): Case {
  const next = inTurn(members, ({ token }) => ({ method: 'GET', path, token }))
  return { name, connections: 16, product: { expected: 200, next }, floor: { expected: 200, next } }
}

async function submitting(stage: Stage, kB: number): Promise<Case> {
  const path = `${api}/applications/`
  const [own, byHand] = [await stage.cast(`SUBMIT${kB}-`, 2_500), await stage.cast(`HAND${kB}-`, 2_500)]
  const submit = ({ token, fileUrl }: Member): Call => ({
    method: 'POST',
    path,
    token,
    body: formOf(kB * 1000, fileUrl),
  })
  const [first] = own.splice(0, 1)
  if (first) await once(stage.product.port, submit(first))
  const { rows } = await stage.pool.query('select shown::text from applications order by submitted_at desc limit 1')
  await once(stage.floor.port, { method: 'POST', path: '/shown', body: rows[0].shown })
  return {
    name: `submit, ${kB} kB`,
    budget: 0.6,
    connections: 16,
    product: { expected: 201, next: untilUsedUp(own, submit) },
    floor: { expected: 200, next: untilUsedUp(byHand, submit) },
  }
}

/** Everybody again and again. */
function inTurn(members: readonly Member[], call: (member: Member) => Call) {
  let turn = 0
  return () => call(members[turn++ % members.length] as Member)
}

function untilUsedUp(members: Member[], call: (member: Member) => Call) {
  return () => {
    const member = members.pop()
    return member ? call(member) : null
  }
}

async function once(port: number, call: Call): Promise<Buffer> {
  const connection = await openConnection(port)
  const { status, body } = await connection.send(call)
  connection.close()
  if (status >= 300) throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString()}`)
  return body
}

const boundary = 'bench-boundary'

export function uploadOf(token: string, name: string, file: Buffer): Call {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { method: 'POST', path: `${api}/upload/file`, token, type: `multipart/form-data; boundary=${boundary}`, body }
}
