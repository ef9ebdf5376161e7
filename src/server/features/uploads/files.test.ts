import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { files } from '#server/database/schema/files.ts'
import { getLoginPathForFile } from '#shared/api/applicant/file-link.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, insertFileRow, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { createDocFile } from '#tests/support/fixtures/formats/compound-file.ts'
import { createScan } from '#tests/support/fixtures/sample-files.ts'

let api: TestApi
let ada: TestApplicant
let bisi: TestApplicant
let certificate: string
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  ada = await createApplicant(api)
  bisi = await createApplicant(api)
  certificate = await upload(await createPdfFile(), 'Ìwé ẹ̀rí.pdf')
})
afterAll(() => api.close())

async function upload(content: Buffer, name: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const answer = await api.call('POST', '/upload/file', { token: ada.token, body })
  return answer.body.fileUrl
}

const bearer = ({ token }: TestApplicant) => ({ authorization: `Bearer ${token}` })
const read = (address: string, headers: Record<string, string> = bearer(ada)) => api.fetch(address, { headers })

test('V15.2.2 those who load files over a slow line take no places from others', async () => {
  const size = 32 * 1024 * 1024
  const id = await insertFileRow(api, ada.id)
  await api.database.db.update(files).set({ size }).where(eq(files.id, id))
  await api.jobDependencies.files.put(id, Buffer.alloc(size), 'application/pdf')
  const load = () =>
    new Promise<IncomingMessage>((resolve) => {
      get(`${api.url}/api/v1/files/${id}`, { headers: bearer(ada), agent: false }, resolve)
    })
  const loading = await Promise.all(Array.from({ length: api.config.databasePool }, load))
  expect(new Set(loading.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await api.call('GET', '/users/me', { token: bisi.token })).status).toBe(200)
  for (const reply of loading) reply.destroy()
})

describe('a link to a file that is opened without a session', () => {
  const open = (headers: Record<string, string>, path = certificate) =>
    api.fetch(path, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
      redirect: 'manual',
    })

  test('leads to the login, and from there to the file', async () => {
    for (const headers of [{}, { 'sec-fetch-dest': 'document' }, { cookie: `file_session=${'A'.repeat(43)}` }]) {
      const response = await open(headers)
      expect([response.status, response.headers.get('location')]).toEqual([303, getLoginPathForFile(certificate)])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await open({}, '/api/v1/slips/application.pdf')).headers.get('location')).toBe(
      '/auth/login?open=%2Fapi%2Fv1%2Fslips%2Fapplication.pdf',
    )
  })

  test.each<[string, Record<string, string>]>([
    ['a script', { accept: '*/*' }],
    ['a script with an ended session', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['an image', { 'sec-fetch-dest': 'image' }],
    ['a download', { 'sec-fetch-dest': 'empty' }],
  ])('is an error for %s', async (_, headers) => {
    const response = await open(headers)
    expect([response.status, (await response.json()).success]).toEqual([401, false])
  })

  test('leads nowhere else from calls that no link opens', async () => {
    expect((await open({}, '/api/v1/users/me')).status).toBe(401)
    const headers = { accept: 'text/html' }
    expect((await api.fetch(certificate, { method: 'HEAD', headers, redirect: 'manual' })).status).toBe(401)
  })
})

test('the owner reads an upload with its type, size and name', async () => {
  const response = await read(certificate)
  expect(response.status).toBe(200)
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const [row] = await api.database.db.select().from(files)
  expect(response.headers.get('content-length')).toBe(String(row?.size))
  expect(response.headers.get('content-disposition')).toBe(
    `inline; filename="Iwe eri.pdf"; filename*=UTF-8''${encodeURIComponent('Ìwé ẹ̀rí.pdf'.normalize('NFC'))}`,
  )
})

test('an image is displayed', async () => {
  const { buffer } = await createScan('photo.png')
  const response = await read(await upload(buffer, 'photo.png'))
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="photo.png"/)
  await response.arrayBuffer()
})

test('V3.2.1 V5.4.1 a Word document is downloaded, not displayed', async () => {
  const response = await read(await upload(createDocFile(), 'reference.doc'))
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="reference.doc"/)
  expect(response.headers.get('content-type')).toBe('application/msword')
  await response.arrayBuffer()
})

test('V3.2.1 V5.3.1 the content of a file cannot run as part of the site', async () => {
  const word = await upload(createDocFile(), 'reference.doc')
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a5c36' } })
    .png()
    .toBuffer()
  const photo = await upload(png, 'photo.png')
  for (const address of [certificate, word, photo]) {
    const { headers, body } = await read(address)
    await body?.cancel()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'; .*frame-ancestors 'none'$/)
    expect(policy).not.toMatch(/script-src|connect-src|img-src|allow-/)
    // Not every browser starts its PDF viewer in a sandbox.
    if (headers.get('content-type') !== 'application/pdf') expect(policy).toMatch(/^sandbox; /)
  }
})

test('the policy of a PDF allows the viewers of browsers a plug-in and styles, and nothing else', async () => {
  const { headers, body } = await read(certificate)
  await body?.cancel()
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "object-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})

test('browsers revalidate each time, and get 304 for an unchanged file', async () => {
  const first = await read(certificate)
  await first.arrayBuffer()
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await read(certificate, { ...bearer(ada), 'if-none-match': first.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('HEAD returns the headers only', async () => {
  const response = await api.fetch(certificate, { method: 'HEAD', headers: bearer(ada) })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(500)
  expect(await response.text()).toBe('')
})

describe('a link in a new tab, which sends no token,', () => {
  const getCookie = async ({ userId, password }: TestApplicant) => {
    const { headers } = await api.call('POST', '/users/login', { body: { userId, password } })
    return headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }

  test("is readable with its owner's cookie", async () => {
    const response = await read(certificate, { cookie: await getCookie(ada) })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  test("gets 404 with another applicant's cookie", async () => {
    expect((await read(certificate, { cookie: await getCookie(bisi) })).status).toBe(404)
  })

  test('opens nothing but files', async () => {
    const cookie = await getCookie(ada)
    for (const path of ['/users/me', '/applications/draft'])
      expect((await read(`/api/v1${path}`, { cookie })).status, path).toBe(401)
  })
})

describe('a file is refused', () => {
  test('without a session, and after logout', async () => {
    expect((await read(certificate, {})).status).toBe(401)
    const cara = await createApplicant(api)
    await api.call('POST', '/users/logout', { token: cara.token })
    expect((await read(certificate, bearer(cara))).status).toBe(401)
  })

  test('V8.2.2 to another applicant, with the same reply as for a missing file', async () => {
    const others = await api.call('GET', certificate.replace('/api/v1', ''), { token: bisi.token })
    const nobodys = await api.call('GET', `/files/${randomUUID()}`, { token: bisi.token })
    expect([others.status, others.body]).toEqual([404, nobodys.body])
  })

  test('with an invalid id', async () => {
    expect((await api.call('GET', '/files/..%2f..%2fsecret-key', { token: ada.token })).status).toBe(400)
    expect((await api.call('GET', '/files/1', { token: ada.token })).status).toBe(400)
  })

  test('before the password is changed', async () => {
    const { db } = api.database
    await db.update(accounts).set({ mustChangePassword: true }).where(eq(accounts.id, ada.id))
    expect((await read(certificate)).status).toBe(403)
    await db.update(accounts).set({ mustChangePassword: false }).where(eq(accounts.id, ada.id))
  })

  test('with 500 and without a path when its content is missing', async () => {
    const id = await insertFileRow(api, ada.id)
    await rm(join(api.config.dataDir, 'files', id.slice(0, 2), id), { force: true })
    const { status, body } = await api.call('GET', `/files/${id}`, { token: ada.token })
    expect([status, body.code]).toEqual([500, 'unexpected'])
    expect(JSON.stringify(body)).not.toContain(api.config.dataDir)
  })
})

test('V16.3.2 reading the file of another account is in the audit log, once an hour for each account', async () => {
  const curious = await createApplicant(api)
  for (let attempt = 0; attempt < 3; attempt += 1) await read(certificate, bearer(curious))
  await read(`/api/v1/files/${randomUUID()}`, bearer(curious))
  const listRefused = async () => {
    const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, curious.id))
    return events.filter(({ action }) => action === 'file_refused').map(({ detail, network }) => ({ detail, network }))
  }
  const detail = { call: 'file', code: 'not_found', id: certificate.split('/').at(-1) }
  await expect.poll(listRefused).toEqual([{ detail, network: '127.0.0.0/24' }])
})

test('an applicant can list the names and sizes of the own uploads, newest first', async () => {
  const other = await createApplicant(api)
  const list = async ({ token }: TestApplicant) => (await api.call('GET', '/files', { token })).body.data
  const others = [await insertFileRow(api, other.id), await insertFileRow(api, other.id)] as const
  await api.database.db.update(files).set({ kind: 'nin_photo' }).where(eq(files.id, others[0]))
  await api.database.db.update(files).set({ scan: 'infected' }).where(eq(files.id, others[1]))
  expect(await list(other)).toEqual([])
  const fileUrl = await upload(createDocFile(), 'second.doc')
  const own = await list(ada)
  expect(own[0]).toEqual({ fileUrl, name: 'second.doc', size: createDocFile().length, type: 'application/msword' })
  expect(own.map((file: { fileUrl: string }) => file.fileUrl)).toContain(certificate)
  expect((await api.call('GET', '/files')).status).toBe(401)
})
