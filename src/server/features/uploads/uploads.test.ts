import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { drafts } from '#server/database/schema/applications-and-drafts.ts'
import { files, unreferencedContents } from '#server/database/schema/files.ts'
import { uploadMemory } from '#server/http/uploads/read-upload.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  createApplicant,
  createNewApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { createDocxFile, createPdfFile } from '#tests/support/fixtures/documents.ts'
import { createDocFile } from '#tests/support/fixtures/formats/compound-file.ts'
import { quota } from './service.ts'

let api: TestApi
let ada: TestApplicant
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  ada = await createApplicant(api)
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

const findRows = ({ id }: TestApplicant) =>
  api.database.db.select().from(files).where(eq(files.accountId, id)).orderBy(files.createdAt)
const getFileId = (fileUrl: string) => fileUrl.split('/').at(-1) ?? ''

/** All files in the store's directory, also incomplete ones. */
async function listStored() {
  const entries = await readdir(join(api.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('an upload', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['photo.JPG', 'image/jpeg', jpeg],
    ['photo.jpeg', 'image/jpeg', jpeg],
    ['scan.png', 'image/png', () => picture().png().toBuffer()],
    ['certificate.pdf', 'application/pdf', () => createPdfFile()],
    ['reference.doc', 'application/msword', () => createDocFile()],
    ['reference.docx', docx, () => createDocxFile()],
  ])('of %s is stored and answered as its contract says, inside and outside of data', async (name, type, make) => {
    const { status, body } = await upload(await make(), name)
    expect(status).toBe(200)
    expect(contracts.uploadFile.reply.parse(body)).toEqual(body)
    expect(body).toMatchObject({ success: true, message: 'File uploaded successfully!', fileUrl: body.data.fileUrl })
    expect(body.fileUrl).toMatch(/^\/api\/v1\/files\/[0-9a-f-]{36}$/)
    expect(body.data).toMatchObject({ success: true, message: body.message, type })

    const [row] = await api.database.db
      .select()
      .from(files)
      .where(eq(files.id, getFileId(body.fileUrl)))
    expect(row).toMatchObject({ accountId: ada.id, kind: 'upload', type, name: body.data.name, size: body.data.size })
    const read = await api.fetch(body.fileUrl, { headers: { authorization: `Bearer ${ada.token}` } })
    const bytes = Buffer.from(await read.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest()).toEqual(row?.sha256)
  })

  test('V14.2.8 of an image loses its camera metadata', async () => {
    const withPlace = await picture()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 49/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const { body } = await upload(withPlace, 'photo.jpg')
    const read = await api.fetch(body.fileUrl, { headers: { authorization: `Bearer ${ada.token}` } })
    expect((await sharp(Buffer.from(await read.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  test('without an extension gets the extension of its content', async () => {
    const { status, body } = await upload(await createPdfFile(), 'my certificate')
    expect([status, body.data.name]).toEqual([200, 'my certificate.pdf'])
  })

  test('loses the path in its name', async () => {
    const { body } = await upload(await jpeg(), '../../ada/ìwé ẹ̀rí.jpg')
    expect(body.data.name).toBe('ìwé ẹ̀rí.jpg'.normalize('NFC'))
  })

  test('V5.2.1 may have exactly 5 MiB', async () => {
    const image = await jpeg()
    const padded = Buffer.concat([image, Buffer.alloc(uploadLimits.bytes - image.length)])
    expect((await upload(padded, 'photo.jpg')).status).toBe(200)
  })

  test('ignores text fields', async () => {
    const body = form(['note', 'my photo'], ['file', await jpeg(), 'photo.jpg'])
    expect((await api.call('POST', '/upload/file', { token: ada.token, body })).status).toBe(200)
  })
})

describe('an upload is refused, and nothing is stored,', () => {
  const refusals: [string, number, string, () => Promise<FormData> | FormData][] = [
    ['when it is empty', 400, 'file_empty', () => form(['file', Buffer.alloc(0), 'photo.jpg'])],
    ['when no file was chosen', 400, 'no_file', () => form(['file', Buffer.alloc(0), ''])],
    ['when there is no file', 400, 'no_file', () => form(['note', 'hello'])],
    ['when the file is a text field', 400, 'no_file', () => form(['file', 'hello'])],
    ['one byte over 5 MiB', 413, 'file_too_large', () => form(['file', Buffer.alloc(uploadLimits.bytes + 1), 'a.pdf'])],
    ['far over 5 MiB', 413, 'file_too_large', () => form(['file', Buffer.alloc(4 * uploadLimits.bytes), 'a.pdf'])],
    ['for its type', 415, 'file_type_refused', () => form(['file', Buffer.from('hello'), 'a.pdf'])],
    [
      'when its extension is of another type',
      415,
      'file_type_refused',
      async () => form(['file', await jpeg(), 'photo.png']),
    ],
    [
      'when its extension is of a program',
      415,
      'file_type_refused',
      async () => form(['file', await jpeg(), 'photo.jpg.exe']),
    ],
    [
      'when it is damaged',
      422,
      'file_unreadable',
      async () => form(['file', (await createPdfFile()).subarray(0, -40), 'a.pdf']),
    ],
  ]
  test.each(refusals)('%s: %i %s', async (_why, status, code, make) => {
    const before = [await listStored(), (await findRows(ada)).length]
    const answer = await api.call('POST', '/upload/file', { token: ada.token, body: await make() })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body).toMatchObject({ status: 'error', success: false, statusCode: status })
    expect([await listStored(), (await findRows(ada)).length]).toEqual(before)
  })

  test('in another field than "file"', async () => {
    const body = form(['photo', await jpeg(), 'photo.jpg'])
    const answer = await api.call('POST', '/upload/file', { token: ada.token, body })
    const message = 'There is no field "photo" here: send the file in "file".'
    expect([answer.status, answer.body.errors]).toEqual([400, [{ path: 'photo', message }]])
  })

  test('when a request has several files', async () => {
    const before = (await findRows(ada)).length
    const body = form(['file', await jpeg(), 'a.jpg'], ['file', await jpeg(), 'b.jpg'])
    const answer = await api.call('POST', '/upload/file', { token: ada.token, body })
    expect([answer.status, answer.body.message]).toEqual([400, 'Send one file at a time, in the field "file".'])
    expect(await findRows(ada)).toHaveLength(before)
  })

  test.each([
    ['JSON', 'application/json', '{"file": "a"}'],
    ['plain bytes', 'application/octet-stream', 'abc'],
    ['a form of text', 'application/x-www-form-urlencoded', 'file=a'],
  ])('as %s', async (_what, type, body) => {
    const { status, body: answer } = await api.call('POST', '/upload/file', {
      token: ada.token,
      body,
      headers: { 'content-type': type },
    })
    expect([status, answer.message]).toEqual([400, 'No files selected. Please select a file.'])
  })

  test('when the body ends in the middle of the file', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 abc'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body: answer } = await api.call('POST', '/upload/file', { token: ada.token, body, headers })
    expect([status, answer.code]).toEqual([400, 'malformed_request'])
  })

  test('without a session, and before the password is changed', async () => {
    const body = form(['file', await jpeg(), 'photo.jpg'])
    expect((await api.call('POST', '/upload/file', { body })).status).toBe(401)
    const { token } = await createNewApplicant(api)
    const answer = await api.call('POST', '/upload/file', { token, body })
    expect([answer.status, answer.body.code]).toEqual([403, 'must_change_password'])
  })
})

test('other calls do not accept multipart', async () => {
  const body = form(['userId', 'RE24-00001'])
  expect((await api.call('POST', '/users/login', { body })).status).toBe(415)
})

/** Starts an upload of the maximum size and does not finish it. */
function startUpload({ token }: TestApplicant) {
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
  const reply = new Promise<IncomingMessage>((resolve) => sending.on('response', resolve))
  return { reply, abort: () => sending.destroy() }
}

test('V15.2.2 uploads that only announce their size refuse nobody else, and leave nothing behind', async () => {
  const before = await listStored()
  const applicants = await Promise.all(Array.from({ length: 30 }, () => createApplicant(api)))
  const uploads = applicants.flatMap((applicant) => [startUpload(applicant), startUpload(applicant)])
  expect((await upload(await jpeg(), 'photo.jpg', await createApplicant(api))).status).toBe(200)
  for (const { abort } of uploads) abort()

  const bisi = await createApplicant(api)
  const large = Buffer.concat([await jpeg(), Buffer.alloc(uploadLimits.bytes / 2)])
  await expect.poll(async () => (await upload(large, 'photo.jpg', bisi)).status).toBe(200)
  await Promise.all(applicants.map(async (applicant) => expect(await findRows(applicant)).toEqual([])))
  expect(await listStored()).toHaveLength(before.length + 2)
})

test('V15.2.2 an upload returns its memory, stored or refused', async () => {
  const owner = await createApplicant(api)
  expect((await upload(await jpeg(), 'photo.jpg', owner)).status).toBe(200)
  expect((await upload(Buffer.from('no image'), 'photo.jpg', owner)).status).not.toBe(200)
  await expect.poll(() => uploadMemory.active()).toBe(0)
})

test('V15.2.2 an upload for which no memory is left is refused, and its connection closed', async () => {
  const others = uploadMemory.open()
  onTestFinished(() => others.release())
  others.add(256 * 1024 * 1024 - uploadMemory.active())
  const { reply, abort } = startUpload(await createApplicant(api))
  const { statusCode, headers } = await reply
  expect([statusCode, headers['retry-after'], headers.connection]).toEqual([503, '5', 'close'])
  abort()
})

test('V15.2.2 one account uploads two files at a time', async () => {
  const bisi = await createApplicant(api)
  const uploads = Array.from({ length: 3 }, () => startUpload(bisi))
  const { statusCode, headers } = await Promise.race(uploads.map(({ reply }) => reply))
  expect([statusCode, headers['retry-after']]).toEqual([429, '5'])
  expect((await upload(await jpeg(), 'photo.jpg')).status).toBe(200)
  for (const { abort } of uploads) abort()
})

describe('V5.2.4 the quota of an account', () => {
  const insertFiles = async (applicant: TestApplicant, rows: number) => {
    for (let made = 0; made < rows; made += 1) await insertFileRow(api, applicant.id)
  }

  test('holds for concurrent uploads too', async () => {
    const cara = await createApplicant(api)
    await insertFiles(cara, quota.files - 1)
    const before = await listStored()
    const image = await jpeg()
    const answers = await Promise.all(Array.from({ length: 2 }, () => upload(image, 'photo.jpg', cara)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_files')
    expect(await findRows(cara)).toHaveLength(quota.files)
    // The content of the refused one is removed in the background.
    await expect.poll(listStored).toHaveLength(before.length + 1)
  })

  test('counts bytes too', async () => {
    const dayo = await createApplicant(api)
    const id = await insertFileRow(api, dayo.id)
    await api.database.db
      .update(files)
      .set({ size: quota.bytes - 100 })
      .where(eq(files.id, id))
    expect((await upload(await jpeg(), 'photo.jpg', dayo)).body.code).toBe('too_many_files')
  })

  test('removes uploads that are a day old and unused', async () => {
    const efe = await createApplicant(api)
    const image = await jpeg()
    const used = (await upload(image, 'used.jpg', efe)).body.fileUrl
    const unused = getFileId((await upload(image, 'unused.jpg', efe)).body.fileUrl)
    await insertFiles(efe, quota.files - 2)
    const document = { publication: [{ fileUrl: [used] }] }
    await api.database.db.insert(drafts).values({ accountId: efe.id, document, revision: 1 })
    expect((await upload(image, 'new.jpg', efe)).status).toBe(409)

    const other = await createApplicant(api)
    await upload(image, 'unused.jpg', other)
    const makeThemOld = (age: number) =>
      api.database.db
        .update(files)
        .set({ createdAt: new Date(api.clock.now().getTime() - age) })
        .where(inArray(files.accountId, [efe.id, other.id]))
    const day = 24 * 60 * 60 * 1000
    await makeThemOld(day - 60_000)
    expect((await upload(image, 'new.jpg', efe)).status).toBe(409)
    await makeThemOld(day)
    expect((await upload(image, 'new.jpg', efe)).status).toBe(200)
    expect((await findRows(efe)).map(({ name }) => name)).toEqual(['used.jpg', 'new.jpg'])
    expect((await findRows(other)).map(({ name }) => name)).toEqual(['unused.jpg'])
    await expect.poll(listStored).not.toContain(unused)
    // The hourly job would remove its content, if that were still there.
    expect(await api.database.db.$count(unreferencedContents, eq(unreferencedContents.id, unused))).toBe(1)
  })
})

test('V5.3.2 the stored file is the acknowledged one, under its id', async () => {
  const { body } = await upload(await createPdfFile(), 'certificate.pdf')
  const id = getFileId(body.fileUrl)
  const bytes = await readFile(join(api.config.dataDir, 'files', id.slice(0, 2), id))
  expect(bytes).toHaveLength(body.data.size)
})
