// kill -9 of the server while it issues the accounts of a list.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSecrets } from '#server/config.ts'
import { createDb } from '#server/platform/database/connection.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
/** Enough for a step after each kill, and some more. */
const linesPerKill = 100

test(
  'a list issues one account for each line, however often the server is killed while it is applied',
  async () => {
    const lines = (counts.importKills + 1) * linesPerKill
    const emails = Array.from({ length: lines }, (_, index) => `killed-import-${index}@example.org`)
    const list = emails.map(
      (email) => `Bello,Amina,,${email},08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`,
    )
    let server = await environment.start()
    const staff = await createStaff(
      {
        call: (method, path, options) => callApi(server.origin, method, path, options),
        clock: { now: () => new Date(), advance: () => {} },
        database: { db: createDb(environment.pool) },
        config: { secretKeys: decodeSecrets(environment.settings.SECRET_KEY ?? '') },
      },
      ['registry'],
      { isFresh: true },
    )
    const form = new FormData()
    form.append('file', new Blob([[headings, ...list].join('\n')]), 'applicants.csv')
    const { id } = (await staff.call('POST', '/staff/imports?kind=accounts', { body: form })).body.data
    await staff.call('POST', `/staff/imports/${id}/apply`, { body: { count: lines } })

    for (let kills = 0; kills < counts.importKills; kills++) {
      const before = await countApplied(id)
      await expect.poll(() => countApplied(id), { timeout: 60_000 }).toBeGreaterThan(before)
      await server.kill()
      server = await environment.start({ PORT: new URL(server.origin).port })
    }
    await expect.poll(() => countApplied(id), { timeout: 120_000, interval: 500 }).toBe(lines)
    const { rows } = await environment.pool.query<{ accounts: number; different: number }>(
      `select count(*)::int as accounts, count(distinct lower(email))::int as different from accounts
        where email like 'killed-import-%'`,
    )
    expect(rows).toEqual([{ accounts: lines, different: lines }])
    const isOfList = ({ to }: { to: string }) => to.startsWith('killed-import-')
    await expect
      .poll(() => new Set(environment.mail.mails.filter(isOfList).map(({ to }) => to)).size, { timeout: 120_000 })
      .toBe(lines)
  },
  timeoutFor(counts.importKills, 60_000) + 180_000,
)

async function countApplied(id: string): Promise<number> {
  const { rows } = await environment.pool.query<{ applied: number }>('select applied from imports where id = $1', [id])
  return rows[0]?.applied ?? 0
}
