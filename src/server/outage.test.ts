// A short outage of the database, such as a planned switchover, seen by applicants: they wait, and nothing is done twice.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createPaidApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/postgres/database-proxy.ts'

let api: TestApi
let proxy: DatabaseProxy
let ada: TestApplicant
let revision = 0
beforeAll(async () => {
  const wrapDatabaseUrl = async (url: string) => {
    proxy = await startDatabaseProxy(url)
    return proxy.url
  }
  api = await startApi({ jobs: 'waiting', wrapDatabaseUrl, maxOutageMs: 20_000 })
  ada = await createPaidApplicant(api)
})
afterAll(async () => {
  await api.close()
  await proxy.close()
})

const readMe = () => api.call('GET', '/users/me', { token: ada.token })
const saveDraft = () =>
  api.call('PUT', '/applications/draft', {
    token: ada.token,
    body: { document: createCompleteAnswers('/api/v1/files/1'), revision },
  })
async function upload() {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'degree.pdf')
  return api.call('POST', '/upload/file', { token: ada.token, body })
}
const countFiles = async () => (await api.call('GET', '/files', { token: ada.token })).body.data.length

test('more requests than the server has connections wait for a database that is away, and none fails', async () => {
  await proxy.stop()
  const reading = Array.from({ length: 40 }, readMe)
  const saving = saveDraft()
  const uploading = upload()
  const isReady = async () => (await api.fetch('/readyz')).status
  expect(await isReady()).toBe(503)
  // As a balancer asks that would otherwise be left without any server.
  expect((await api.fetch('/readyz?exclude=database')).status).toBe(200)
  // Longer than a request may wait for its place on a busy server.
  const isOver = pause(3_000, true)
  while (!(await Promise.race([isOver, pause(50)]))) expect(await isReady()).toBe(503)
  await proxy.start()
  const statuses = (await Promise.all([...reading, saving, uploading])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  revision += 1
  expect(await countFiles()).toBe(1)
}, 30_000)

test.each<[string, 'cutBefore' | 'cutReplyTo']>([
  ['before', 'cutBefore'],
  ['after', 'cutReplyTo'],
])('a draft whose connection is cut %s it was written is saved once', async (_when, cut) => {
  proxy[cut]('update_draft')
  const { status, body } = await saveDraft()
  expect(status).toBe(200)
  revision += 1
  expect(body.data.revision).toBe(revision)
})

test.each(['register_upload', 'insert_upload'])(
  'an upload whose connection is cut at %s is stored once',
  async (name) => {
    const before = await countFiles()
    proxy.cutReplyTo(name)
    expect((await upload()).status).toBe(200)
    expect(await countFiles()).toBe(before + 1)
  },
)

test('a read whose connection is cut is answered', async () => {
  await readMe()
  await proxy.stop()
  await proxy.start()
  expect((await readMe()).status).toBe(200)
})

test('what the staff read is read again when its connection is cut; what they change is not repeated', async () => {
  const exam = await createStaff(api, ['exam'])
  const path = '/staff/exercises/2024/venues'
  proxy.cutBefore('from "venues"')
  expect((await exam.call('GET', path)).status).toBe(200)
  proxy.cutReplyTo('commit')
  const body = { name: 'ICT Centre', address: '12 College Road', state: 'kaduna', isActive: true }
  expect((await exam.call('POST', path, { body })).status).toBe(503)
})

test('a message to the staff whose commit is cut is left to its sender, who may send it again', async () => {
  proxy.cutReplyTo('commit')
  const body = { fullname: 'Ada Example', email: 'ada@example.org', complain: 'My photo is missing from my form.' }
  const { status, headers } = await api.call('POST', '/contact/create', { body })
  expect(status).toBe(503)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
