// Look-ups cost money, and a NIN belongs to one person: it is looked up once, stored encrypted, and verified by one account.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { sendInBatches } from '#tests/support/api/in-batches.ts'
import {
  addRegisteredPerson,
  countLookUps,
  createRegisteredApplicant,
  failingNins,
  isNinVerified,
  postVerifyNin,
  readAuditedLookUps,
  readLookUps,
  registeredPersons,
  resetRegister,
} from '#tests/support/api/nin.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { leaveCommitUnanswered } from '#tests/support/postgres/unanswered-commit.ts'
import { createNinService } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => resetRegister(api))

const { nin } = registeredPersons.adaeze

type NinDependencies = Parameters<typeof createNinService>[0]

/** With a register of its own. */
const createService = ({
  lookUp,
  ...given
}: Pick<NinDependencies, 'database' | 'files'> & { lookUp: NinDependencies['register']['lookUp'] }) =>
  createNinService({
    ...given,
    register: { lookUp },
    encryption: createEncryption(api.config.secretKeys),
    clock: api.clock.now,
    log: { error() {} },
  })

const findAdaeze = async () => {
  const { surname, ...facts } = registeredPersons.adaeze.facts
  const others = { phone: '', state: '', lga: '', nokState: '', nokLga: '' }
  return { kind: 'found', person: { nin, surName: surname, ...facts, ...others, photo: Buffer.from('photo') } } as const
}
const day = 24 * 60 * 60_000

describe('one NIN for one account:', () => {
  test('a second account gets the answer of a mismatch without a look-up, and the staff are told', async () => {
    api.clock.advance(2 * 60 * 60_000)
    await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), nin)
    const second = await createRegisteredApplicant(api, 'adaeze')
    const { status, body } = await postVerifyNin(api, second, nin)
    expect(await countLookUps(api)).toBe(1)
    const mismatch = await postVerifyNin(api, await createApplicant(api), nin)
    expect([status, body]).toEqual([200, mismatch.body])
    expect(await isNinVerified(api, second)).toBe(false)
    expect(await readAuditedLookUps(api, second)).toEqual([{ outcome: 'nin_taken' }])
    expect(api.log()).toContain('action required: an applicant entered the NIN of another account')
  })

  test('a NIN that somebody else tried in vain is verified by its owner', async () => {
    expect((await postVerifyNin(api, await createApplicant(api), nin)).body.tabId).toBe(1)
    expect((await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), nin)).body.tabId).toBe(2)
  })

  test('who applies in another exercise, too, verifies the same NIN there', async () => {
    await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), nin)
    const { rows } = await api.database.pool.query(
      `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
    )
    const later = await createRegisteredApplicant(api, 'adaeze', { exerciseId: rows[0].id })
    expect((await postVerifyNin(api, later, nin)).body.tabId).toBe(2)
    expect(await isNinVerified(api, later)).toBe(true)
  })

  test('a NIN of another account counts as a look-up of the day', async () => {
    await postVerifyNin(api, await createRegisteredApplicant(api, 'adaeze'), nin)
    const second = await createApplicant(api)
    expect((await postVerifyNin(api, second, nin)).body.tabId).toBe(1)
    for (const one of ['30000000001', '30000000002']) expect((await postVerifyNin(api, second, one)).status).toBe(400)
    expect((await postVerifyNin(api, second, '30000000003')).status).toBe(429)
    expect((await postVerifyNin(api, second, nin)).body.tabId).toBe(1)
  })

  test('V2.3.4 of many accounts that verify it at the same time, one succeeds', async () => {
    await api.nin.control('faults', { prembly: { delayMs: 300 } })
    const applicants = await Promise.all(Array.from({ length: 6 }, () => createRegisteredApplicant(api, 'adaeze')))
    const answers = await Promise.all(applicants.map((applicant) => postVerifyNin(api, applicant, nin)))
    expect(answers.map(({ body }) => body.tabId).sort()).toEqual([1, 1, 1, 1, 1, 2])
    const verified = await Promise.all(applicants.map((applicant) => isNinVerified(api, applicant)))
    expect(verified.filter(Boolean)).toHaveLength(1)
    const audited = await Promise.all(applicants.map((applicant) => readAuditedLookUps(api, applicant)))
    expect(
      audited
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['matched', ...Array(5).fill('nin_taken')])
    // The photos of the rejected accounts are deleted.
    const photos = await api.database.db.select().from(files)
    expect(photos.filter(({ accountId }) => applicants.some(({ id }) => id === accountId))).toHaveLength(1)
    const { rows: rejected } = await api.database.pool.query<{ id: string }>('select id from unreferenced_contents')
    expect(rejected).not.toEqual([])
    for (const { id } of rejected) await expect.poll(() => api.jobDependencies.files.get(id)).toBeNull()
  })

  test('a photo whose commit nobody hears of is kept', async () => {
    const { id: accountId } = await createRegisteredApplicant(api, 'adaeze')
    const { removed, ...unanswered } = leaveCommitUnanswered({ ...api.jobDependencies, database: api.database })
    const verified = createService({ ...unanswered, lookUp: findAdaeze }).verify({ accountId, nin, hasConsented: true })
    await expect(verified).rejects.toMatchObject({ code: '57014' })
    expect(removed).toEqual([])
  })

  test('a photo that the store does not remove at once is left to the hourly job', async () => {
    const [first, second] = [
      await createRegisteredApplicant(api, 'adaeze'),
      await createRegisteredApplicant(api, 'adaeze'),
    ]
    const files = { ...api.jobDependencies.files, remove: () => Promise.reject(new Error('The store is away.')) }
    const lookUp = async () => {
      await postVerifyNin(api, first, nin)
      return findAdaeze()
    }
    const service = createService({ ...api.jobDependencies, database: api.database, files, lookUp })
    const verified = service.verify({ accountId: second.id, nin, hasConsented: true })
    expect(await verified).toEqual({ kind: 'mismatch', triesLeft: 2 })
  })

  test('of two NINs that both match one account, one is verified', async () => {
    await api.nin.control('faults', { prembly: { delayMs: 300 } })
    const person = { firstName: 'Amina', middleName: 'Bola', surName: 'Example' }
    await addRegisteredPerson(api, { nin: '20000000001', ...person })
    await addRegisteredPerson(api, { nin: '20000000002', ...person })
    const applicant = await createApplicant(api)
    const answers = await Promise.all(['20000000001', '20000000002'].map((one) => postVerifyNin(api, applicant, one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('nin_already_verified')
    const { rows } = await api.database.pool.query(
      `select detail from audit_log where action = 'nin_looked_up' and account_id = $1`,
      [applicant.id],
    )
    expect(rows.map(({ detail }) => detail.outcome).toSorted()).toEqual(['matched', 'nin_already_verified'])
    expect(await readLookUps(api, applicant)).toHaveLength(1)
  })

  test('ten concurrent requests of one applicant to two servers cause one look-up', async () => {
    await api.nin.control('faults', { prembly: { delayMs: 300 } })
    const other = await api.startSecondServer()
    const { token } = await createRegisteredApplicant(api, 'adaeze')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        callApi(at % 2 === 0 ? api.url : other.url, 'POST', `/services/nin-verify/${nin}`, {
          token,
          body: { consent: true },
        }),
      ),
    )
    await other.close()
    expect(answers.map(({ body }) => body.tabId)).toEqual(Array(10).fill(2))
    expect(await countLookUps(api)).toBe(1)
  })
})

describe('the look-ups of a day', () => {
  const some = ['30000000001', '30000000002', '30000000003', '30000000004']

  test('V2.3.2 are three', async () => {
    const applicant = await createApplicant(api)
    for (const one of some.slice(0, 3)) expect((await postVerifyNin(api, applicant, one)).status).toBe(400)
    const { status, body, headers } = await postVerifyNin(api, applicant, some[3] ?? '')
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(body.message).toBe('You have checked 3 NINs within a day. Try again in 24 hours.')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    expect(await countLookUps(api)).toBe(3)
    expect((await postVerifyNin(api, applicant, some[0] ?? '')).body.code).toBe('nin_not_found')
    const requestedAt = new Date(api.clock.now().getTime() - day + 30 * 60_000)
    await api.database.db
      .update(ninVerifications)
      .set({ requestedAt })
      .where(eq(ninVerifications.accountId, applicant.id))
    const later = await postVerifyNin(api, applicant, some[3] ?? '')
    expect(later.body.message).toBe('You have checked 3 NINs within a day. Try again in an hour.')
  })

  test('are three also when they are requested concurrently', async () => {
    const applicant = await createApplicant(api)
    const lock = `select from accounts where id = '${applicant.id}' for update`
    const requests = some.map((one) => () => postVerifyNin(api, applicant, one))
    const answers = await raceAtLock(api.database.url, lock, requests)
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 429])
    expect(await countLookUps(api)).toBe(3)
  })

  test('are not used up by one that got no answer', async () => {
    const applicant = await createApplicant(api)
    await postVerifyNin(api, applicant, some[0] ?? '')
    await api.database.db
      .update(ninVerifications)
      .set({ outcome: 'requested', leaseExpiresAt: new Date(0) })
      .where(eq(ninVerifications.accountId, applicant.id))
    expect((await postVerifyNin(api, applicant, some[1] ?? '')).body.data).toEqual({ triesLeft: 2 })
  })

  test('start again a day later', async () => {
    const applicant = await createApplicant(api)
    for (const one of some.slice(0, 3)) await postVerifyNin(api, applicant, one)
    const dayAgo = new Date(api.clock.now().getTime() - day)
    await api.database.db.update(ninVerifications).set({ requestedAt: dayAgo })
    const { status, body } = await postVerifyNin(api, applicant, some[0] ?? '')
    expect([status, body.data]).toEqual([400, { triesLeft: 2 }])
    expect(await countLookUps(api)).toBe(4)
  })

  test('are limited per network too', async () => {
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    const answers = await sendInBatches(101, () => postVerifyNin(api, applicant, nin))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('while the identity service is', () => {
  test.each<[string, object]>([
    ['down', { code: '02' }],
    ['cut off', { hangUp: true }],
    ['failing', { http500: true }],
    ['answering garbage', { html: true }],
    ['redirecting', { redirect: true }],
    ['answering an unknown code', { code: '99' }],
    ['out of credit', { code: '03' }],
    ['refusing our key', { badKey: true }],
  ])('%s, the applicant gets an error, nothing is stored, and the daily limit is not used up', async (_how, fault) => {
    await api.nin.control('faults', { prembly: fault })
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    for (let at = 0; at < 4; at++) {
      const { status, body } = await postVerifyNin(api, applicant, nin)
      expect(status).toBe(503)
      expect(body).toMatchObject({
        code: 'nin_provider_unavailable',
        message:
          'The identity service is not available. Please try again later; you can continue with your form meanwhile.',
      })
    }
    expect(await readLookUps(api, applicant)).toEqual([])
    const unavailable = expect.objectContaining({ outcome: 'unavailable' })
    expect(await readAuditedLookUps(api, applicant)).toEqual(Array(4).fill(unavailable))
    await api.nin.control('faults', {})
    expect((await postVerifyNin(api, applicant, nin)).body.tabId).toBe(2)
  })

  test.each<[string, object, AuditAction]>([
    ['out of credit', { code: '03' }, 'nin_credit_used_up'],
    ['refusing our key', { badKey: true }, 'nin_credentials_refused'],
  ])('%s, the staff are alerted once an hour', async (_how, fault, matter) => {
    api.clock.advance(2 * 60 * 60_000)
    await api.nin.control('faults', { prembly: fault })
    const readAlerts = () => api.database.db.select().from(auditLog).where(eq(auditLog.action, matter))
    const applicants = await Promise.all([createApplicant(api), createApplicant(api), createApplicant(api)])
    const before = (await readAlerts()).length
    const logged = (api.log().match(new RegExp(matter, 'g')) ?? []).length
    await Promise.all(applicants.map((applicant) => postVerifyNin(api, applicant, nin)))
    expect((await readAlerts()).length - before).toBe(1)
    expect((api.log().match(new RegExp(matter, 'g')) ?? []).length - logged).toBe(1)
  })

  test('slow, concurrent requests for the same NIN wait for one answer', async () => {
    await api.nin.control('faults', { prembly: { delayMs: 600, code: '02', times: 1 } })
    const applicant = await createRegisteredApplicant(api, 'adaeze')
    const answers = await Promise.all([1, 2, 3].map(() => postVerifyNin(api, applicant, nin)))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await countLookUps(api)).toBe(1)
    // Nobody waits any longer for one that has failed: neither for the minute that it had, nor for the 25 seconds of a request.
  }, 15_000)

  test('down, who asks is told so, though the look-up cannot be forgotten in the same moment', async () => {
    const { id: accountId } = await createRegisteredApplicant(api, 'adaeze')
    const { pool } = api.database
    const lookUp = async () => {
      await pool.query('alter table nin_verifications rename to nin_verifications_away')
      return { kind: 'unavailable', reason: 'down' } as const
    }
    const service = createService({ ...api.jobDependencies, database: api.database, lookUp })
    const error = await service.verify({ accountId, nin, hasConsented: true }).catch((caught: unknown) => caught)
    await pool.query('alter table nin_verifications_away rename to nin_verifications')
    expect(error).toMatchObject({ code: 'nin_provider_unavailable' })
  })
})

test('a look-up has a minute, which is longer than it can take, before another request repeats it', async () => {
  await api.nin.control('faults', { prembly: { delayMs: 300 } })
  const applicant = await createRegisteredApplicant(api, 'adaeze')
  const verifying = postVerifyNin(api, applicant, nin)
  await expect
    .poll(async () => {
      const [running] = await readLookUps(api, applicant)
      return Number(running?.leaseExpiresAt) - Number(running?.requestedAt)
    })
    .toBe(60_000)
  expect((await verifying).body.tabId).toBe(2)
})

test('a look-up that was removed while it ran verifies nobody', async () => {
  await api.nin.control('faults', { prembly: { delayMs: 1_500 } })
  const applicant = await createRegisteredApplicant(api, 'adaeze')
  const verifying = postVerifyNin(api, applicant, nin)
  await expect.poll(() => readLookUps(api, applicant)).toHaveLength(1)
  await api.database.db.delete(ninVerifications).where(eq(ninVerifications.accountId, applicant.id))
  expect((await verifying).status).toBe(500)
  expect(await readAuditedLookUps(api, applicant)).toEqual([])
})

test('an account that is corrected while its NIN is looked up does not verify it for the former name', async () => {
  await api.nin.control('faults', { prembly: { delayMs: 500 } })
  const applicant = await createRegisteredApplicant(api, 'adaeze')
  const verifying = postVerifyNin(api, applicant, nin)
  await expect.poll(() => readLookUps(api, applicant)).toHaveLength(1)
  await api.database.db.update(accounts).set({ surname: 'Bello' }).where(eq(accounts.id, applicant.id))
  expect((await verifying).status).toBe(503)
  expect(await isNinVerified(api, applicant)).toBe(false)
  expect((await postVerifyNin(api, applicant, nin)).body.tabId).toBe(1)
})

test('a look-up that a crash cut off is repeated by the next request', async () => {
  const applicant = await createRegisteredApplicant(api, 'adaeze')
  await postVerifyNin(api, applicant, nin)
  await api.database.db
    .update(ninVerifications)
    .set({ outcome: 'requested', leaseExpiresAt: new Date(0), encryptedRecord: null })
  expect((await postVerifyNin(api, applicant, nin)).body.tabId).toBe(2)
})

test('neither the database nor the log contains a readable NIN', async () => {
  const verified = await createRegisteredApplicant(api, 'adaeze')
  const refused = await createApplicant(api)
  await postVerifyNin(api, verified, nin, { consent: true })
  for (const one of [registeredPersons.babatunde.nin, failingNins.notFound, failingNins.down])
    await postVerifyNin(api, refused, one)
  await postVerifyNin(api, refused, '4'.repeat(12))
  await api.call('GET', `/services/nin-verify/${nin}`, { token: verified.token })

  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  )
  expect(tables.length).toBeGreaterThan(10)
  const everything: string[] = [api.log()]
  for (const { name } of tables) {
    const { rows: found } = await api.database.pool.query(`select t::text from ${name} t`)
    everything.push(JSON.stringify(found))
  }
  const text = everything.join('\n')
  for (const one of [nin, registeredPersons.babatunde.nin, failingNins.notFound, failingNins.down, '4'.repeat(12)]) {
    expect(text).not.toContain(one)
    expect(text).not.toContain(Buffer.from(one).toString('hex'))
  }
  expect(text).not.toContain('08031110001')
})
