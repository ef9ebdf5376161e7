// Twelve provider faults in four calls each. docs/provider-faults.md shows the results; update it with
// WRITE_FAULTS=1 npx vitest run --project server src/server/provider-faults.test.ts
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#shared/messages/errors.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { type ProviderFaultResult, renderFaultTables } from '#tests/support/faults/fault-tables.ts'
import {
  type ProviderScenario,
  providerScenarios,
  runScenario,
  type ScenarioResult,
} from '#tests/support/faults/provider-scenarios.ts'

const providerTimeoutMs = 1_500

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', providerTimeoutMs })
})
afterAll(() => api.close())

/**
 * `unaffected`: the applicant notices nothing; `recovered`: the same, because the order was looked up;
 * `postponed`: the applicant is asked to try later; `alerted`: the same, and the staff is alerted.
 */
type Outcome = 'unaffected' | 'recovered' | 'postponed' | 'alerted'
type FaultCase = readonly [fault: object, outcome: Outcome]

/** A call that is not listed cannot have the fault. */
const faults: Record<string, Partial<Record<ProviderScenario, FaultCase>>> = {
  'another wrapping': {
    generate: [{ wrapper: 'bare' }, 'unaffected'],
    'status by RRR': [{ wrapper: 'jsonp' }, 'unaffected'],
    'status by order': [{ wrapper: 'tight' }, 'unaffected'],
    'NIN look-up': [{ dataIn: 'data' }, 'unaffected'],
  },
  'a trailing semicolon': {
    generate: [{ wrapper: 'semicolon' }, 'unaffected'],
    'status by RRR': [{ wrapper: 'semicolon' }, 'unaffected'],
    'status by order': [{ wrapper: 'semicolon' }, 'unaffected'],
  },
  'a late answer': everywhere({ delayMs: 300 }, 'unaffected', 'unaffected'),
  'no answer': everywhere({ neverAnswers: true }, 'recovered', 'postponed'),
  'a connection cut': everywhere({ hangUp: true }, 'recovered', 'postponed'),
  'HTTP 500': everywhere({ http500: true }, 'recovered', 'postponed'),
  'an HTML page': everywhere({ html: true }, 'recovered', 'postponed'),
  'an unknown code': everywhere({ code: '777' }, 'postponed', 'postponed'),
  'an answer of 80 kB': {
    ...everywhere({ oversized: true }, 'recovered', 'postponed'),
    // The register's answer carries a photo: up to 900 kB of it are read.
    'NIN look-up': [{ oversized: true }, 'unaffected'],
  },
  'a redirect': everywhere({ redirect: true }, 'recovered', 'postponed'),
  'success without an RRR': { generate: [{ emptyRrr: true }, 'recovered'] },
  'our credentials refused': {
    ...everywhere({ code: '020' }, 'alerted', 'alerted'),
    'NIN look-up': [{ badKey: true }, 'alerted'],
  },
}

function everywhere(fault: object, generate: Outcome, others: Outcome): Record<ProviderScenario, FaultCase> {
  return {
    generate: [fault, generate],
    'status by RRR': [fault, others],
    'status by order': [fault, others],
    'NIN look-up': [fault, others],
  }
}

const errorCodes = {
  generate: 'payment_provider_unavailable',
  'status by RRR': 'payment_provider_unavailable',
  'status by order': 'payment_provider_unavailable',
  'NIN look-up': 'nin_provider_unavailable',
} as const

const unaffectedResults: Record<ProviderScenario, Partial<ScenarioResult>> = {
  generate: { stored: 'open', recovery: 'nothing to recover; one RRR' },
  'status by RRR': { stored: 'paid', recovery: 'nothing to recover; paid' },
  'status by order': { stored: 'open', recovery: 'an immediate look-up of the order; one RRR' },
  'NIN look-up': { stored: 'matched', recovery: 'nothing to recover; verified' },
}

const postponedResults: Record<ProviderScenario, Partial<ScenarioResult>> = {
  generate: { stored: 'requested, no RRR', recovery: 'the next request; one RRR' },
  'status by RRR': { stored: 'open', recovery: 'the next scheduled check; paid' },
  'status by order': { stored: 'requested, no RRR', recovery: 'the next scheduled check; one RRR' },
  'NIN look-up': { stored: 'nothing', recovery: 'the next request; verified' },
}

function createExpectation(call: ProviderScenario, outcome: Outcome): Partial<ScenarioResult> {
  const unaffected = { ...unaffectedResults[call], status: 200, code: '', isAlerted: false }
  if (outcome === 'unaffected') return unaffected
  if (outcome === 'recovered') return { ...unaffected, recovery: 'an immediate look-up of the order; one RRR' }
  const code = errorCodes[call]
  const { status, message } = errors[code]
  return { ...postponedResults[call], status, code, message, isAlerted: outcome === 'alerted' }
}

const results: ProviderFaultResult[] = []

for (const call of providerScenarios) {
  describe(`${call} with`, () => {
    for (const [name, calls] of Object.entries(faults)) {
      const faultCase = calls[call]
      if (!faultCase) continue
      const [fault, outcome] = faultCase
      test(`${name} leaves the applicant ${outcome}`, async () => {
        const result = await runScenario[call](api, fault)
        expect(result).toMatchObject(createExpectation(call, outcome))
        results.push({ call, fault: name, result })
      })
    }
  })
}

test('docs/provider-faults.md shows these results', async ({ skip }) => {
  const all = Object.values(faults).flatMap((calls) => Object.keys(calls)).length
  if (results.length < all) skip('not every fault was tried')
  const page = join(import.meta.dirname, '../../docs/provider-faults.md')
  const text = await readFile(page, 'utf8')
  const tables = renderFaultTables(providerScenarios, Object.keys(faults), results)
  const begin = text.indexOf('\n## ')
  if (process.env.WRITE_FAULTS) await writeFile(page, `${text.slice(0, begin + 1)}${tables}`)
  else expect(text.slice(begin + 1)).toBe(tables)
})
