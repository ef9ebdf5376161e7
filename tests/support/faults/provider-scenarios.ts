// What an applicant goes through when a provider misbehaves in one of its four calls: what was seen, stored, and how it healed.
import { and, eq, isNull } from 'drizzle-orm'
import { auditLog } from '#server/platform/database/schema/schema.ts'
import type { Answer, TestApi } from '../api/api.ts'
import { aPerson, askedRows, hasVerified, pressVerify } from '../api/nin.ts'
import {
  payAtBank,
  paymentNotes,
  paymentRows,
  pressGenerate,
  remitaFaults,
  runDueChecks,
  verifyRrr,
} from '../api/payments.ts'
import { anApplicant, type TestApplicant } from '../fixtures/accounts.ts'

export const providerCalls = ['generate', 'status by RRR', 'status by order', 'NIN look-up'] as const
export type ProviderCall = (typeof providerCalls)[number]

export interface Ordeal {
  status: number
  /** The stable name of the refusal; empty when it went well. */
  code: string
  sentence: string
  /** What stood in the database while the fault lasted. */
  stored: string
  /** Whether the staff was told. */
  alerted: boolean
  /** What healed it once the fault was gone; "nothing to heal" when the applicant noticed nothing. */
  healed: string
}

/** Lets an applicant of its own run into the fault, then takes it away. */
export const ordeals: Record<ProviderCall, (api: TestApi, fault: object) => Promise<Ordeal>> = {
  async generate(api, fault) {
    const applicant = await begin(api)
    await remitaFaults(api, { generate: fault })
    const seen = await look(api, applicant, await pressGenerate(api, applicant))
    await remitaFaults(api, {})
    if (seen.status === 200)
      return { ...seen, healed: `${await atOnce(api, applicant)}; ${await oneRrr(api, applicant)}` }
    await pressGenerate(api, applicant)
    return { ...seen, healed: `the next press; ${await oneRrr(api, applicant)}` }
  },

  async 'status by RRR'(api, fault) {
    const applicant = await begin(api)
    const { body } = await pressGenerate(api, applicant)
    const rrr: string = body.data.RRR
    await remitaFaults(api, { status: fault, notification: { none: true } })
    await payAtBank(api, rrr)
    const seen = await look(api, applicant, await verifyRrr(api, applicant, rrr))
    await remitaFaults(api, {})
    if (seen.status === 200) return { ...seen, healed: 'nothing to heal; paid' }
    await nextCheck(api)
    return { ...seen, healed: `the next check, by itself; ${await storedPayments(api, applicant)}` }
  },

  /** The order is looked up because the answer with its RRR was lost. */
  async 'status by order'(api, fault) {
    const applicant = await begin(api)
    await remitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: fault })
    const seen = await look(api, applicant, await pressGenerate(api, applicant))
    await remitaFaults(api, {})
    if (seen.status === 200)
      return { ...seen, healed: `${await atOnce(api, applicant)}; ${await oneRrr(api, applicant)}` }
    await nextCheck(api)
    return { ...seen, healed: `the next check, by itself; ${await oneRrr(api, applicant)}` }
  },

  async 'NIN look-up'(api, fault) {
    const applicant = await begin(api)
    const nin = `3${String(Date.now()).slice(-10)}`
    const person = { nin, firstName: 'Amina', middleName: 'Bola', surName: 'Example' }
    await aPerson(api, person)
    await api.nin.control('faults', { prembly: fault })
    const answer = await pressVerify(api, applicant, nin, { consent: true })
    const stored = (await askedRows(api, applicant)).map(({ outcome }) => outcome).join(', ') || 'nothing'
    const seen = { ...said(answer), stored, alerted: await hasAlert(api) }
    await api.nin.control('faults', {})
    if (seen.status === 200) return { ...seen, healed: 'nothing to heal; verified' }
    await pressVerify(api, applicant, nin, { consent: true })
    return { ...seen, healed: `the next press; ${(await hasVerified(api, applicant)) ? 'verified' : 'not verified'}` }
  },
}

/** An applicant and nobody else's matters: no checks that wait, and no alert within the last hour. */
async function begin(api: TestApi): Promise<TestApplicant> {
  await api.database.pool.query('delete from graphile_worker._private_jobs')
  api.clock.advance(2 * 60 * 60_000)
  alertsBefore.set(api, await alerts(api))
  return anApplicant(api)
}

const alertsBefore = new WeakMap<TestApi, number>()

const alerts = async ({ database: { db } }: TestApi) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(isNull(auditLog.accountId), eq(auditLog.actor, 'system')))
  ).filter(({ action }) => action.endsWith('_refused')).length

const hasAlert = async (api: TestApi) => (await alerts(api)) > (alertsBefore.get(api) ?? 0)

async function look(api: TestApi, applicant: TestApplicant, answer: Answer) {
  return { ...said(answer), stored: await storedPayments(api, applicant), alerted: await hasAlert(api) }
}

const said = ({ status, body }: Answer) => ({ status, code: body.code ?? '', sentence: String(body.message) })

const storedPayments = async (api: TestApi, applicant: TestApplicant) =>
  (await paymentRows(api, applicant)).map(({ status, rrr }) => `${status}${rrr ? '' : ', no RRR'}`).join(' and ')

async function nextCheck(api: TestApi): Promise<void> {
  api.clock.advance(10 * 60_000)
  await runDueChecks(api)
}

/** How a press that went well got its RRR. */
const atOnce = async (api: TestApi, applicant: TestApplicant) =>
  (await paymentNotes(api, applicant)).includes('recovered') ? 'a look-up of the order, at once' : 'nothing to heal'

/** Whether the provider's book and ours agree on one RRR. */
async function oneRrr(api: TestApi, applicant: TestApplicant): Promise<string> {
  const all = (await api.remita.control('orders')) as { orderId: string; rrr: string }[]
  const orders = all.filter(({ orderId }) => orderId.startsWith(`${applicant.userId}-`))
  const rows = await paymentRows(api, applicant)
  const agree = orders.length === 1 && rows.length === 1 && rows[0]?.status === 'open' && rows[0].rrr === orders[0]?.rrr
  return agree ? 'one RRR' : `${orders.length} RRRs at the provider, ${rows.length} here`
}
