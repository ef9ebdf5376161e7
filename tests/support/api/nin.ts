// Persons of the NIN simulator and presses of "Verify", for tests over HTTP.
import { asc, eq } from 'drizzle-orm'
import { auditLog, ninVerifications } from '#server/platform/database/schema/schema.ts'
import { anApplicant, type TestApplicant } from '../fixtures/accounts.ts'
import type { TestApi } from './api.ts'

/** As the simulator's register holds them; each with a photo. */
export const persons = {
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

/** NINs that mean trouble in the simulator. */
export const trouble = { notFound: '10000000091', down: '10000000092', credit: '10000000093' } as const

export const theApplicant = (api: TestApi, person: keyof typeof persons, more: object = {}) =>
  anApplicant(api, { ...persons[person].facts, ...more })

export const pressVerify = (
  api: Pick<TestApi, 'call'>,
  { token }: Pick<TestApplicant, 'token'>,
  nin: string,
  body?: unknown,
) => api.call('POST', `/services/nin-verify/${nin}`, { token, ...(body !== undefined && { body }) })

/** How often the register was asked. */
export async function lookUps(api: TestApi): Promise<number> {
  const { counts } = (await api.nin.control('requests')) as { counts: Record<string, number> }
  return (counts.prembly ?? 0) + (counts.dojah ?? 0)
}

/** Adds a person to the register. */
export const aPerson = (api: TestApi, person: { nin: string; firstName: string; surName: string } & object) =>
  api.nin.control('persons', { gender: 'f', dateOfBirth: '1985-06-15', ...person })

/** The simulators as they start, and no NIN that an applicant of an earlier test has verified. */
export async function freshRegister(api: TestApi): Promise<void> {
  await api.nin.control('reset', {})
  await api.database.db.delete(ninVerifications)
  await api.database.pool.query('delete from rate_limits')
}

export const askedRows = (api: TestApi, { id }: Pick<TestApplicant, 'id'>) =>
  api.database.db.select().from(ninVerifications).where(eq(ninVerifications.accountId, id))

/** What the audit log says of an applicant's look-ups, in order. */
export async function lookUpDeeds(api: TestApi, { id }: Pick<TestApplicant, 'id'>) {
  const deeds = await api.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.accountId, id))
    .orderBy(asc(auditLog.id))
  return deeds.filter(({ action }) => action === 'nin_looked_up').map(({ detail }) => detail)
}

export const hasVerified = async (api: TestApi, { token }: Pick<TestApplicant, 'token'>): Promise<boolean> =>
  (await api.call('GET', '/users/me', { token })).body.data.ninVerify
