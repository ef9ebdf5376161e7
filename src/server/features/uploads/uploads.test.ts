import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drafts, files } from '#server/platform/database/schema/schema.ts'
import { contracts } from '#shared/api/contracts.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, aNewApplicant, anApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'
import { docFile } from '#tests/support/fixtures/compound-file.ts'
import { docxFile, pdfFile } from '#tests/support/fixtures/documents.ts'
import { quota } from './service.ts'

let api: TestApi
let ada: TestApplicant
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  ada = await anApplicant(api)
})
afterAll(() => api.close())

const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a5c36' } })
const jpeg = () => picture().jpeg().toBuffer()

function form(...parts: [field: string, content: Buffer | string, name?: string][]) {
  const body = new FormData()
  for (const [field, content, name] of parts)
    if (typeof content === 'string') body.append(field, content)
    else body.append(field, new Blob([new Uint8Array(content)], { type: 'application/octet-stream' }), name)
  return body
}
const upload = (content: Buffer, name: string, { token } = ada): Promise<Answer> =>
  api.call('POST', '/upload/file', { token, body: form(['file', content, name]) })

const rowsOf = ({ id }: TestApplicant) => api.database.db.select().from(files).where(eq(files.accountId, id))
const idIn = (fileUrl: string) => fileUrl.split('/').at(-1) ?? ''

/** Everything that lies in the store's folder, finished or not. */
async function stored() {
  const entries = await readdir(join(api.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('an upload', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['photo.JPG', 'image/jpeg', jpeg],
    ['photo.jpeg', 'image/jpeg', jpeg],
    ['scan.png', 'image/png', () => picture().png().toBuffer()],
    ['certificate.pdf', 'application/pdf', () => pdfFile()],
    ['letter.doc', 'application/msword', () => docFile()],
    ['letter.docx', docx, () => docxFile()],
  ])('of %s is kept and answered as its contract says, inside and outside of data', async (name, type, make) => {
    const { status, body } = await upload(await make(), name)
    expect(status).toBe(200)
    expect(contracts.uploadFile.reply.parse(body)).toEqual(body)
    expect(body).toMatchObject({ success: true, message: 'File uploaded successfully!', fileUrl: body.data.fileUrl })
    expect(body.fileUrl).toMatch(/^\/api\/v1\/files\/[0-9a-f-]{36}$/)
    expect(body.data).toMatchObject({ success: true, message: body.message, type })

    const [row] = await api.database.db
      .select()
      .from(files)
      .where(eq(files.id, idIn(body.fileUrl)))
    expect(row).toMatchObject({ accountId: ada.id, kind: 'upload', type, name: body.data.name, size: body.data.size })
    const read = await api.fetch(body.fileUrl, { headers: { authorization: `Bearer ${ada.token}` } })
    const bytes = Buffer.from(await read.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest()).toEqual(row?.sha256)
  })

  test('of an image loses what a camera writes into it', async () => {
    const withPlace = await picture()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 49/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const { body } = await upload(withPlace, 'photo.jpg')
    const read = await api.fetch(body.fileUrl, { headers: { authorization: `Bearer ${ada.token}` } })
    expect((await sharp(Buffer.from(await read.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  test('without an extension is known by its content, and named by it', async () => {
    const { status, body } = await upload(await pdfFile(), 'my certificate')
    expect([status, body.data.name]).toEqual([200, 'my certificate.pdf'])
  })

  test('keeps no path of its name', async () => {
    const { body } = await upload(await jpeg(), '../../ada/ìwé ẹ̀rí.jpg')
    expect(body.data.name).toBe('ìwé ẹ̀rí.jpg'.normalize('NFC'))
  })

  test('may have 5 MiB to the byte', async () => {
    const image = await jpeg()
    const padded = Buffer.concat([image, Buffer.alloc(uploadLimits.bytes - image.length)])
    expect((await upload(padded, 'photo.jpg')).status).toBe(200)
  })

  test('takes no notice of text fields beside the file', async () => {
    const body = form(['note', 'my photo'], ['file', await jpeg(), 'photo.jpg'])
    expect((await api.call('POST', '/upload/file', { token: ada.token, body })).status).toBe(200)
  })
})

describe('an upload is refused, with nothing kept,', () => {
  const refusals: [string, number, string, () => Promise<FormData> | FormData][] = [
    ['when it is empty', 400, 'file_empty', () => form(['file', Buffer.alloc(0), 'photo.jpg'])],
    ['when no file was chosen', 400, 'no_file', () => form(['file', Buffer.alloc(0), ''])],
    ['when there is none', 400, 'no_file', () => form(['note', 'hello'])],
    ['when the file is a text field', 400, 'no_file', () => form(['file', 'hello'])],
    ['one byte past 5 MiB', 413, 'file_too_large', () => form(['file', Buffer.alloc(uploadLimits.bytes + 1), 'a.pdf'])],
    ['far past 5 MiB', 413, 'file_too_large', () => form(['file', Buffer.alloc(4 * uploadLimits.bytes), 'a.pdf'])],
    ['for its type', 415, 'file_type_refused', () => form(['file', Buffer.from('hello'), 'a.pdf'])],
    ['when its name says otherwise', 415, 'file_type_refused', async () => form(['file', await jpeg(), 'photo.png'])],
    ['when it is named a program', 415, 'file_type_refused', async () => form(['file', await jpeg(), 'photo.jpg.exe'])],
    [
      'when it is damaged',
      422,
      'file_unreadable',
      async () => form(['file', (await pdfFile()).subarray(0, -40), 'a.pdf']),
    ],
  ]
  test.each(refusals)('%s: %i %s', async (_why, status, code, make) => {
    const before = [await stored(), (await rowsOf(ada)).length]
    const answer = await api.call('POST', '/upload/file', { token: ada.token, body: await make() })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body).toMatchObject({ status: 'error', success: false, statusCode: status })
    expect([await stored(), (await rowsOf(ada)).length]).toEqual(before)
  })

  test('in another field than "file"', async () => {
    const body = form(['photo', await jpeg(), 'photo.jpg'])
    const answer = await api.call('POST', '/upload/file', { token: ada.token, body })
    const message = 'There is no field "photo" here: send the file in "file".'
    expect([answer.status, answer.body.errors]).toEqual([400, [{ path: 'photo', message }]])
  })

  test('when several come at once', async () => {
    const before = (await rowsOf(ada)).length
    const body = form(['file', await jpeg(), 'a.jpg'], ['file', await jpeg(), 'b.jpg'])
    const answer = await api.call('POST', '/upload/file', { token: ada.token, body })
    expect([answer.status, answer.body.message]).toEqual([400, 'Send one file at a time, in the field "file".'])
    expect(await rowsOf(ada)).toHaveLength(before)
  })

  test.each([
    ['JSON', 'application/json', '{"file": "a"}'],
    ['bytes alone', 'application/octet-stream', 'abc'],
    ['a form of text', 'application/x-www-form-urlencoded', 'file=a'],
  ])('as %s', async (_what, type, body) => {
    const { status, body: answer } = await api.call('POST', '/upload/file', {
      token: ada.token,
      body,
      headers: { 'content-type': type },
    })
    expect([status, answer.message]).toEqual([400, 'No files selected. Please select a file.'])
  })

  test('cut short in the middle of its file', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 abc'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body: answer } = await api.call('POST', '/upload/file', { token: ada.token, body, headers })
    expect([status, answer.code]).toEqual([400, 'malformed_request'])
  })

  test('to whoever is not logged in, or must change the password first', async () => {
    const body = form(['file', await jpeg(), 'photo.jpg'])
    expect((await api.call('POST', '/upload/file', { body })).status).toBe(401)
    const { token } = await aNewApplicant(api)
    const answer = await api.call('POST', '/upload/file', { token, body })
    expect([answer.status, answer.body.code]).toEqual([403, 'must_change_password'])
  })
})

test('other calls still take no multipart', async () => {
  const body = form(['userId', 'RE24-00001'])
  expect((await api.call('POST', '/users/login', { body })).status).toBe(415)
})

/** Begins an upload that announces the most that is allowed, and keeps it open. */
function begun({ token }: TestApplicant) {
  const sending = httpRequest(`${api.url}/api/v1/upload/file`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': uploadLimits.bytes,
    },
  })
  sending.on('error', () => {})
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ')
  const refused = new Promise<number | undefined>((resolve) => sending.on('response', (r) => resolve(r.statusCode)))
  return { refused, disappear: () => sending.destroy() }
}

test('uploads that do not fit into memory are asked to come again; those that disappear leave nothing behind', async () => {
  const before = await stored()
  const crowd = await Promise.all(Array.from({ length: 10 }, () => anApplicant(api)))
  const uploads = crowd.flatMap((applicant) => Array.from({ length: 6 }, () => begun(applicant)))
  // When one is refused, the memory is full of the others: those are inside.
  expect(await Promise.race(uploads.map(({ refused }) => refused))).toBe(503)
  for (const { disappear } of uploads) disappear()

  const bisi = await anApplicant(api)
  const large = Buffer.concat([await jpeg(), Buffer.alloc(uploadLimits.bytes / 2)])
  await expect.poll(async () => (await upload(large, 'photo.jpg', bisi)).status, { timeout: 10_000 }).toBe(200)
  await Promise.all(crowd.map(async (applicant) => expect(await rowsOf(applicant)).toEqual([])))
  expect(await stored()).toHaveLength(before.length + 1)
})

test('one account alone does not fill the memory', async () => {
  const bisi = await anApplicant(api)
  const uploads = Array.from({ length: 7 }, () => begun(bisi))
  expect(await Promise.race(uploads.map(({ refused }) => refused))).toBe(429)
  expect((await upload(await jpeg(), 'photo.jpg')).status).toBe(200)
  for (const { disappear } of uploads) disappear()
})

describe('the quota of an account', () => {
  const filled = async (applicant: TestApplicant, rows: number) => {
    for (let made = 0; made < rows; made += 1) await aFileRow(api, applicant.id)
  }

  test('holds, also for uploads that race for the last place', async () => {
    const cara = await anApplicant(api)
    await filled(cara, quota.files - 1)
    const before = await stored()
    const image = await jpeg()
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(image, 'photo.jpg', cara)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_files')
    expect(await rowsOf(cara)).toHaveLength(quota.files)
    expect(await stored()).toHaveLength(before.length + 1)
  })

  test('counts bytes too', async () => {
    const dayo = await anApplicant(api)
    const id = await aFileRow(api, dayo.id)
    await api.database.db
      .update(files)
      .set({ size: quota.bytes - 100 })
      .where(eq(files.id, id))
    expect((await upload(await jpeg(), 'photo.jpg', dayo)).body.code).toBe('too_many_files')
  })

  test('makes room of what is a day old and nowhere named any more', async () => {
    const efe = await anApplicant(api)
    const image = await jpeg()
    const kept = (await upload(image, 'kept.jpg', efe)).body.fileUrl
    const unused = idIn((await upload(image, 'unused.jpg', efe)).body.fileUrl)
    await filled(efe, quota.files - 2)
    const document = { publication: [{ fileUrl: [kept] }] }
    await api.database.db.insert(drafts).values({ accountId: efe.id, document, revision: 1 })
    expect((await upload(image, 'new.jpg', efe)).status).toBe(409)

    const day = 24 * 60 * 60 * 1000
    const dayAgo = new Date(api.clock.now().getTime() - day)
    await api.database.db.update(files).set({ createdAt: dayAgo }).where(eq(files.accountId, efe.id))
    expect((await upload(image, 'new.jpg', efe)).status).toBe(200)
    expect((await rowsOf(efe)).map(({ name }) => name)).toEqual(['kept.jpg', 'new.jpg'])
    expect(await stored()).not.toContain(unused)
  })
})

test('what lies in the store is what was acknowledged, under an id that says nothing', async () => {
  const { body } = await upload(await pdfFile(), 'certificate.pdf')
  const id = idIn(body.fileUrl)
  const bytes = await readFile(join(api.config.dataDir, 'files', id.slice(0, 2), id))
  expect(bytes).toHaveLength(body.data.size)
})
