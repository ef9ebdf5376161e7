// Applicants at each stage for tests over HTTP, made by the product's own services where it has them.
import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accounts, exercises, files, ninVerifications, payments } from '#server/db/schema.ts'
import { createSeal } from '#server/db/seal.ts'
import { hashPassword } from '#server/features/accounts/service.ts'
import type { TestApi } from './api.ts'

export const testPassword = 'correct-horse-7'

type NewAccount = Partial<typeof accounts.$inferInsert>

/** The running application as far as accounts go: in this process or in one of its own. */
export type Premises = Pick<TestApi, 'call' | 'clock'> & {
  database: Pick<TestApi['database'], 'db'>
  config: Pick<TestApi['config'], 'secretKeys'>
}

export interface TestApplicant {
  id: string
  userId: string
  email: string
  password: string
  token: string
}

let passwordHash: Promise<string> | undefined
let serial = 0

/** An account that has changed its password, logged in; `facts` replace any of its columns. */
export async function anApplicant(api: Premises, facts: NewAccount = {}): Promise<TestApplicant> {
  passwordHash ??= hashPassword(testPassword)
  const hash = await passwordHash
  const [exercise] = await api.database.db.select().from(exercises).limit(1)
  if (!exercise) throw new Error('There is no exercise.')
  serial += 1
  const userId = facts.userId ?? `RE24-9${String(serial).padStart(4, '0')}`
  const [account] = await api.database.db
    .insert(accounts)
    .values({
      exerciseId: exercise.id,
      userId,
      passwordHash: hash,
      initialPasswordHash: hash,
      mustChangePassword: false,
      surname: 'Example',
      firstName: 'Amina',
      middleName: 'Bola',
      email: `${userId.toLowerCase()}@example.org`,
      phone: '08011112222',
      dateOfBirth: '1985-06-15',
      gender: 'f',
      state: 'ogun',
      lga: 'Ijebu Ode',
      school: 'Technology',
      department: 'Computer Science',
      role: 'Lecturer II',
      feeKobo: exercise.feeKobo,
      chargeKobo: exercise.chargeKobo,
      ...facts,
    })
    .returning()
  if (!account) throw new Error('The account was not made.')
  const token = await logIn(api, userId)
  return { id: account.id, userId, email: account.email, password: testPassword, token }
}

export async function logIn(api: Premises, userId: string, password = testPassword): Promise<string> {
  const { status, body } = await api.call('POST', '/users/login', { body: { userId, password } })
  if (status !== 200) throw new Error(`Login of ${userId} answered ${status}: ${JSON.stringify(body)}`)
  return body.token
}

export const aNewApplicant = (api: Premises, facts: NewAccount = {}) =>
  anApplicant(api, { ...facts, mustChangePassword: true })

/** Paid outside of the test's interest: the record as a settled payment leaves it. */
export async function aPaidApplicant(api: Premises, facts: NewAccount = {}): Promise<TestApplicant> {
  const applicant = await anApplicant(api, facts)
  const { db } = api.database
  const [account] = await db.select().from(accounts).where(eq(accounts.id, applicant.id))
  if (!account) throw new Error('The account is gone.')
  await db.insert(payments).values({
    accountId: applicant.id,
    orderId: randomUUID(),
    rrr: String(randomInt(1e11, 9e11)),
    feeKobo: account.feeKobo,
    chargeKobo: account.chargeKobo,
    status: 'paid',
    paidKobo: account.feeKobo + account.chargeKobo,
    paidAt: api.clock.now(),
    paymentType: 'CARDPAYMENT',
  })
  return applicant
}

/** Paid and with a verified NIN: may submit. */
export async function aReadyApplicant(api: Premises, facts: NewAccount = {}): Promise<TestApplicant> {
  const applicant = await aPaidApplicant(api, facts)
  const { db } = api.database
  const [account] = await db.select().from(accounts).where(eq(accounts.id, applicant.id))
  const seal = createSeal(api.config.secretKeys)
  const nin = String(randomInt(2e10, 9e10))
  await db.insert(ninVerifications).values({
    exerciseId: account?.exerciseId ?? 0,
    accountId: applicant.id,
    ninHash: seal.fingerprint(nin),
    ninSealed: seal.seal(nin),
    outcome: 'matched',
    consentAt: api.clock.now(),
  })
  return applicant
}

/** A finished upload in the database alone, for tests that never read its bytes. */
export async function aFileRow(api: Premises, accountId: string, type = 'application/pdf'): Promise<string> {
  const id = randomUUID()
  await api.database.db.insert(files).values({
    id,
    accountId,
    kind: 'upload',
    name: 'certificate.pdf',
    type,
    size: 1000,
    sha256: Buffer.alloc(32),
  })
  return id
}
