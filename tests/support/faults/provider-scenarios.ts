// Lets an applicant run into a provider fault in each of the four provider calls, and reports what happened and how it recovered.
import { and, eq, isNull } from 'drizzle-orm'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { Answer, TestApi } from '../api/api.ts'
import { addRegisteredPerson, isNinVerified, postVerifyNin, readLookUps } from '../api/nin.ts'
import {
  payRrr,
  postGenerateRrr,
  readPaymentNotes,
  readPayments,
  runDueChecks,
  setRemitaFaults,
  verifyRrr,
} from '../api/payments.ts'
import { createApplicant, type TestApplicant } from '../fixtures/applicants.ts'

export const providerScenarios = ['generate', 'status by RRR', 'status by order', 'NIN look-up'] as const
export type ProviderScenario = (typeof providerScenarios)[number]

export interface ScenarioResult {
  status: number
  /** The error code; empty on success. */
  code: string
  message: string
  /** State of the rows while the fault lasted. */
  stored: string
  /** Whether the staff was alerted. */
  isAlerted: boolean
  /** What completed the request after the fault was removed; "nothing to recover" when the applicant noticed nothing. */
  recovery: string
}

/** Each creates its own applicant, injects the fault and removes it again. */
export const runScenario: Record<ProviderScenario, (api: TestApi, fault: object) => Promise<ScenarioResult>> = {
  async generate(api, fault) {
    const applicant = await prepareApplicant(api)
    await setRemitaFaults(api, { generate: fault })
    const result = await observe(api, applicant, await postGenerateRrr(api, applicant))
    await setRemitaFaults(api, {})
    if (result.status === 200)
      return { ...result, recovery: `${await describeGenerate(api, applicant)}; ${await compareRrrs(api, applicant)}` }
    await postGenerateRrr(api, applicant)
    return { ...result, recovery: `the next request; ${await compareRrrs(api, applicant)}` }
  },

  async 'status by RRR'(api, fault) {
    const applicant = await prepareApplicant(api)
    const { body } = await postGenerateRrr(api, applicant)
    const rrr: string = body.data.RRR
    await setRemitaFaults(api, { status: fault, notification: { none: true } })
    await payRrr(api, rrr)
    const result = await observe(api, applicant, await verifyRrr(api, applicant, rrr))
    await setRemitaFaults(api, {})
    if (result.status === 200) return { ...result, recovery: 'nothing to recover; paid' }
    await runNextCheck(api)
    return { ...result, recovery: `the next scheduled check; ${await describePayments(api, applicant)}` }
  },

  /** The server looks the order up because it lost the response with the RRR. */
  async 'status by order'(api, fault) {
    const applicant = await prepareApplicant(api)
    await setRemitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: fault })
    const result = await observe(api, applicant, await postGenerateRrr(api, applicant))
    await setRemitaFaults(api, {})
    if (result.status === 200)
      return { ...result, recovery: `${await describeGenerate(api, applicant)}; ${await compareRrrs(api, applicant)}` }
    await runNextCheck(api)
    return { ...result, recovery: `the next scheduled check; ${await compareRrrs(api, applicant)}` }
  },

  async 'NIN look-up'(api, fault) {
    const applicant = await prepareApplicant(api)
    const nin = `3${String(Date.now()).slice(-10)}`
    const person = { nin, firstName: 'Amina', middleName: 'Bola', surName: 'Example' }
    await addRegisteredPerson(api, person)
    await api.nin.control('faults', { prembly: fault })
    const answer = await postVerifyNin(api, applicant, nin, { consent: true })
    const stored = (await readLookUps(api, applicant)).map(({ outcome }) => outcome).join(', ') || 'nothing'
    const result = { ...describeAnswer(answer), stored, isAlerted: await hasNewAlert(api) }
    await api.nin.control('faults', {})
    if (result.status === 200) return { ...result, recovery: 'nothing to recover; verified' }
    await postVerifyNin(api, applicant, nin, { consent: true })
    const isVerified = await isNinVerified(api, applicant)
    return { ...result, recovery: `the next request; ${isVerified ? 'verified' : 'not verified'}` }
  },
}

/** Creates an applicant; removes queued checks and moves past the hour in which a second alert would be suppressed. */
async function prepareApplicant(api: TestApi): Promise<TestApplicant> {
  await api.database.pool.query('delete from graphile_worker._private_jobs')
  api.clock.advance(2 * 60 * 60_000)
  alertsBefore.set(api, await countAlerts(api))
  return createApplicant(api)
}

const alertsBefore = new WeakMap<TestApi, number>()

async function countAlerts({ database: { db } }: TestApi): Promise<number> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(isNull(auditLog.accountId), eq(auditLog.actor, 'system')))
  return rows.filter(({ action }) => action.endsWith('_refused')).length
}

const hasNewAlert = async (api: TestApi) => (await countAlerts(api)) > (alertsBefore.get(api) ?? 0)

async function observe(api: TestApi, applicant: TestApplicant, answer: Answer) {
  return {
    ...describeAnswer(answer),
    stored: await describePayments(api, applicant),
    isAlerted: await hasNewAlert(api),
  }
}

const describeAnswer = ({ status, body }: Answer) => ({
  status,
  code: body.code ?? '',
  message: String(body.message),
})

const describePayments = async (api: TestApi, applicant: TestApplicant) =>
  (await readPayments(api, applicant)).map(({ status, rrr }) => `${status}${rrr ? '' : ', no RRR'}`).join(' and ')

async function runNextCheck(api: TestApi): Promise<void> {
  api.clock.advance(10 * 60_000)
  await runDueChecks(api)
}

/** How a successful Generate got its RRR. */
const describeGenerate = async (api: TestApi, applicant: TestApplicant) =>
  (await readPaymentNotes(api, applicant)).includes('recovered')
    ? 'an immediate look-up of the order'
    : 'nothing to recover'

/** Whether the provider and our database have the same single RRR. */
async function compareRrrs(api: TestApi, applicant: TestApplicant): Promise<string> {
  const all = (await api.remita.control('orders')) as { orderId: string; rrr: string }[]
  const orders = all.filter(({ orderId }) => orderId.startsWith(`${applicant.userId}-`))
  const rows = await readPayments(api, applicant)
  const agree = orders.length === 1 && rows.length === 1 && rows[0]?.status === 'open' && rows[0].rrr === orders[0]?.rrr
  return agree ? 'one RRR' : `${orders.length} RRRs at the provider, ${rows.length} here`
}
