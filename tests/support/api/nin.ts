// Persons of the NIN simulator and verifications, for tests over HTTP.
import { asc, eq } from 'drizzle-orm'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { createApplicant, type TestApplicant } from '../fixtures/applicants.ts'
import type { TestApi } from './api.ts'

/** As in the simulator's register; each with a photo. */
export const registeredPersons = {
  adaeze: {
    nin: '10000000001',
    facts: { surname: 'Okonkwo', firstName: 'Adaeze', middleName: 'Chiamaka', dateOfBirth: '1988-04-12', gender: 'f' },
  },
  babatunde: {
    nin: '10000000002',
    facts: {
      surname: 'Fasanya',
      firstName: 'Babatunde',
      middleName: 'Ayodele',
      dateOfBirth: '1979-11-03',
      gender: 'm',
    },
  },
} as const

/** NINs that the simulator answers with an error. */
export const failingNins = { notFound: '10000000091', down: '10000000092', credit: '10000000093' } as const

export const createRegisteredApplicant = (api: TestApi, person: keyof typeof registeredPersons, more: object = {}) =>
  createApplicant(api, { ...registeredPersons[person].facts, ...more })

export const postVerifyNin = (
  api: Pick<TestApi, 'call'>,
  { token }: Pick<TestApplicant, 'token'>,
  nin: string,
  body: unknown = { consent: true },
) => api.call('POST', `/services/nin-verify/${nin}`, { token, body })

/** How many look-ups the register has received. */
export async function countLookUps(api: TestApi): Promise<number> {
  const { counts } = (await api.nin.control('requests')) as { counts: Record<string, number> }
  return (counts.prembly ?? 0) + (counts.dojah ?? 0)
}

/** Adds a person to the register. */
export const addRegisteredPerson = (
  api: TestApi,
  person: { nin: string; firstName: string; surName: string } & object,
) => api.nin.control('persons', { gender: 'f', dateOfBirth: '1985-06-15', ...person })

/** Resets the simulator, and forgets the NINs and rate limits of earlier tests. */
export async function resetRegister(api: TestApi): Promise<void> {
  await api.nin.control('reset', {})
  await api.database.db.delete(ninVerifications)
  await api.database.pool.query('delete from rate_limits')
}

export const readLookUps = (api: TestApi, { id }: Pick<TestApplicant, 'id'>) =>
  api.database.db.select().from(ninVerifications).where(eq(ninVerifications.accountId, id))

/** The details of an applicant's look-ups in the audit log, in order. */
export async function readAuditedLookUps(api: TestApi, { id }: Pick<TestApplicant, 'id'>) {
  const events = await api.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.accountId, id))
    .orderBy(asc(auditLog.id))
  return events.filter(({ action }) => action === 'nin_looked_up').map(({ detail }) => detail)
}

export const isNinVerified = async (api: TestApi, { token }: Pick<TestApplicant, 'token'>): Promise<boolean> =>
  (await api.call('GET', '/users/me', { token })).body.data.ninVerify
