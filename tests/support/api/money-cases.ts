// Money cases as they come about, for tests over HTTP.
import { randomBytes } from 'node:crypto'
import { createApplicant, type TestApplicant } from '../fixtures/applicants.ts'
import type { TestApi } from './api.ts'
import { createRrr, payRrr, runDueChecks } from './payments.ts'

export interface TestCase {
  id: string
  rrr: string
  applicant: TestApplicant
}

async function findCase(api: TestApi, kind: string, rrr: string): Promise<string> {
  const { rows } = await api.database.pool.query(
    'select id from money_cases where kind = $1 and rrr = $2 order by opened_at desc limit 1',
    [kind, rrr],
  )
  if (!rows[0]) throw new Error(`There is no case ${kind} of ${rrr}.`)
  return rows[0].id
}

/** Runs the checks of Remita that are due, also those that wait a few seconds after the last one. */
export async function runChecksOf(api: TestApi): Promise<void> {
  api.clock.advance(6_000)
  await runDueChecks(api)
}

/** Somebody pays an RRR, and then the one before it. For servers whose jobs wait. */
export async function payTwice(api: TestApi, exerciseId?: number): Promise<TestCase> {
  const applicant = await createApplicant(api, exerciseId === undefined ? {} : { exerciseId })
  const rrr = await createRrr(api, applicant)
  const second = await createRrr(api, applicant, { regenerate: true })
  await payRrr(api, second)
  await api.call('GET', `/payments/verify-remita?rrr=${second}`, applicant)
  await payRrr(api, rrr)
  await api.services.payments.acceptNotification({ rrr })
  await runChecksOf(api)
  return { id: await findCase(api, 'double', rrr), rrr, applicant }
}

/** Somebody has paid ₦12,000 of ₦12,500. */
export async function payTooLittle(api: TestApi): Promise<TestCase> {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await payRrr(api, rrr, 12_000)
  await api.call('GET', `/payments/verify-remita?rrr=${rrr}`, applicant)
  return { id: await findCase(api, 'short', rrr), rrr, applicant }
}

/** A settlement with this one line. */
export async function settle(api: TestApi, rrr: string, kobo = 1_250_000): Promise<void> {
  await api.database.pool.query(
    `with maker as (insert into staff (email, name, status) values ($1, 'Importer', 'active') returning id),
      file as (insert into imports (kind, sha256, exercise_id, state, made_by)
        select 'settlement', $2, (select id from exercises order by id limit 1), 'applied', maker.id from maker returning *),
      settlement as (insert into settlements (import_id, exercise_id, first_day, last_day)
        select id, exercise_id, '2024-01-01', '2024-01-01' from file returning *)
    insert into settlement_lines (settlement_id, exercise_id, line, rrr, amount_kobo, paid_on, channel)
      select id, exercise_id, 2, $3, $4, '2024-06-10', 'BANK' from settlement`,
    [`${randomBytes(6).toString('hex')}@example.org`, randomBytes(32), rrr, kobo],
  )
}

/** The settlement has a payment that Remita has not confirmed. */
export async function missHere(api: TestApi): Promise<TestCase> {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await settle(api, rrr)
  return { id: await findCase(api, 'missing_here', rrr), rrr, applicant }
}

/** The settlement has an RRR that nobody here has asked for. */
export async function missUnknown(api: TestApi): Promise<{ id: string; rrr: string }> {
  const rrr = `99${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  await settle(api, rrr)
  return { id: await findCase(api, 'missing_here', rrr), rrr }
}
