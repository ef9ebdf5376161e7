// A bursar without any other role asks every call that reads, about somebody who has applied and paid.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { payTwice, type TestCase } from '#tests/support/api/money-cases.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

let api: TestApi
let application: ApplicationToReview
let money: TestCase
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  application = await createApplicationToReview(api)
  money = await payTwice(api)
}, 60_000)
afterAll(() => api.close())

/** What only the answers say, and the file that belongs to them. */
const answers = [
  '12 Palm Avenue',
  'Timetable Officer',
  'On queues in small registries',
  'Best teacher',
  'Prof. Ngozi Example',
]

async function readNin(): Promise<string> {
  const { rows } = await api.database.pool.query('select encrypted_nin from nin_verifications where account_id = $1', [
    application.accountId,
  ])
  return createEncryption(api.config.secretKeys).decrypt(rows[0].encrypted_nin)
}

/** Everything that this person is told, by path. */
async function readAll({ credentials }: TestStaff): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const { number, file } = application
  for (const [name, call] of Object.entries(staffCalls) as [StaffCallName, string][]) {
    const [method, template = ''] = call.split(' ')
    if (method !== 'GET') continue
    await api.forgetRateLimits()
    for (const userId of [application.userId, money.applicant.userId]) {
      const id = name === 'staffFile' ? (file.split('/').at(-1) ?? '') : money.id
      const values: Record<string, string> = { id, userId, number, rrr: money.rrr, year: '2024' }
      const path = template.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '')
      const answer = await fetch(`${api.url}/api/v1${path}`, { headers: credentials })
      if (answer.ok) found[path] = await answer.text()
      else await answer.body?.cancel()
    }
  }
  return found
}

test('a bursar without any other role sees money, and nothing of answers, files and NIN', async () => {
  const bursar = await readAll(await createStaff(api, ['bursar'], { isFresh: true }))
  expect(bursar[`/staff/payments/${money.rrr}`]).toContain(money.rrr)
  expect(bursar[`/staff/cases/${money.id}`]).toContain('"double"')
  const hidden = [...answers, await readNin()]
  for (const [path, text] of Object.entries(bursar)) {
    const told = hidden.filter((one) => text.includes(one))
    expect(told, path).toEqual([])
  }
  expect(Object.keys(bursar).filter((path) => path.includes('/files/') || path.includes('/applications/'))).toEqual([])

  // The same look finds them where they may be seen.
  const registry = Object.values(await readAll(await createStaff(api, ['registry'], { isFresh: true }))).join(' ')
  expect(answers.filter((one) => !registry.includes(one))).toEqual([])
})
