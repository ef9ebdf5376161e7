// The staff share few database connections: nobody's work keeps the others waiting.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
/** Holds what the list of publications reads, so that asking for it takes as long as the test wants. */
let blocker: pg.PoolClient
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  blocker = await api.database.pool.connect()
})
afterAll(async () => {
  blocker.release()
  await api.close()
})

test('V2.4.1 while one person asks for 24 slow pages at once, a colleague is served, and nothing of it is lost', async () => {
  const busy = await createStaff(api, ['registry'])
  const colleague = await createStaff(api, ['helpdesk'])
  await blocker.query('begin; lock table publications in access exclusive mode')
  const slow = Array.from({ length: 24 }, () => busy.call('GET', '/staff/publications'))
  for (let n = 0; n < 3; n++) expect((await colleague.call('GET', '/staff/complaints')).status).toBe(200)
  await blocker.query('rollback')
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('a page may ask for two things at once: the second does not wait for the first', async () => {
  const person = await createStaff(api, ['registry'])
  await blocker.query('begin; lock table publications in access exclusive mode')
  const slow = person.call('GET', '/staff/publications')
  expect((await person.call('GET', '/staff/complaints')).status).toBe(200)
  await blocker.query('rollback')
  expect((await slow).status).toBe(200)
})

test('what a person downloads or prints takes nothing of their pages', async () => {
  const person = await createStaff(api, ['registry'])
  await blocker.query('begin; lock table exports in access exclusive mode')
  const content = `/staff/exports/${person.id}/content`
  const slow = [person.call('GET', content), person.call('GET', content)]
  await expect.poll(() => countLockWaits(blocker)).toBe(2)
  expect((await person.call('GET', '/staff/complaints')).status).toBe(200)
  await blocker.query('rollback')
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([404, 404])
})
