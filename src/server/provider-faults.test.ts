// Twelve faults of the providers × four calls. docs/provider-faults.md shows what is seen here; write it anew with
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
 * `unharmed`: the applicant notices nothing; `recovered`: neither, because the order was looked up;
 * `later`: told to try later; `alerted`: that, and the staff is told.
 */
type Outcome = 'unharmed' | 'recovered' | 'later' | 'alerted'
type Case = readonly [fault: object, outcome: Outcome]

/** A call that is missing cannot have the fault. */
const faults: Record<string, Partial<Record<ProviderScenario, Case>>> = {
  'another wrapping': {
    generate: [{ wrapper: 'bare' }, 'unharmed'],
    'status by RRR': [{ wrapper: 'jsonp' }, 'unharmed'],
    'status by order': [{ wrapper: 'tight' }, 'unharmed'],
    'NIN look-up': [{ dataIn: 'data' }, 'unharmed'],
  },
  'a trailing semicolon': {
    generate: [{ wrapper: 'semicolon' }, 'unharmed'],
    'status by RRR': [{ wrapper: 'semicolon' }, 'unharmed'],
    'status by order': [{ wrapper: 'semicolon' }, 'unharmed'],
  },
  'a late answer': everywhere({ delayMs: 300 }, 'unharmed', 'unharmed'),
  'no answer': everywhere({ neverAnswers: true }, 'recovered', 'later'),
  'a connection cut': everywhere({ hangUp: true }, 'recovered', 'later'),
  'HTTP 500': everywhere({ http500: true }, 'recovered', 'later'),
  'an HTML page': everywhere({ html: true }, 'recovered', 'later'),
  'an unknown code': everywhere({ code: '777' }, 'later', 'later'),
  'an answer of 80 kB': {
    ...everywhere({ oversized: true }, 'recovered', 'later'),
    // The register's answer carries a photo: up to 320 kB of it are read.
    'NIN look-up': [{ oversized: true }, 'unharmed'],
  },
  'a redirect': everywhere({ redirect: true }, 'recovered', 'later'),
  'success without an RRR': { generate: [{ emptyRrr: true }, 'recovered'] },
  'our credentials refused': {
    ...everywhere({ code: '020' }, 'alerted', 'alerted'),
    'NIN look-up': [{ badKey: true }, 'alerted'],
  },
}

function everywhere(fault: object, generate: Outcome, others: Outcome): Record<ProviderScenario, Case> {
  return {
    generate: [fault, generate],
    'status by RRR': [fault, others],
    'status by order': [fault, others],
    'NIN look-up': [fault, others],
  }
}

const refusal = {
  generate: 'payment_provider_unavailable',
  'status by RRR': 'payment_provider_unavailable',
  'status by order': 'payment_provider_unavailable',
  'NIN look-up': 'nin_provider_unavailable',
} as const

const well: Record<ProviderScenario, Partial<ScenarioResult>> = {
  generate: { stored: 'open', recovery: 'nothing to recover; one RRR' },
  'status by RRR': { stored: 'paid', recovery: 'nothing to recover; paid' },
  'status by order': { stored: 'open', recovery: 'an immediate look-up of the order; one RRR' },
  'NIN look-up': { stored: 'matched', recovery: 'nothing to recover; verified' },
}

const later: Record<ProviderScenario, Partial<ScenarioResult>> = {
  generate: { stored: 'requested, no RRR', recovery: 'the next request; one RRR' },
  'status by RRR': { stored: 'open', recovery: 'the next scheduled check; paid' },
  'status by order': { stored: 'requested, no RRR', recovery: 'the next scheduled check; one RRR' },
  'NIN look-up': { stored: 'nothing', recovery: 'the next request; verified' },
}

function expected(call: ProviderScenario, outcome: Outcome): Partial<ScenarioResult> {
  const unharmed = { ...well[call], status: 200, code: '', isAlerted: false }
  if (outcome === 'unharmed') return unharmed
  if (outcome === 'recovered') return { ...unharmed, recovery: 'an immediate look-up of the order; one RRR' }
  const code = refusal[call]
  const { status, message } = errors[code]
  return { ...later[call], status, code, message, isAlerted: outcome === 'alerted' }
}

const results: ProviderFaultResult[] = []

for (const call of providerScenarios) {
  describe(`${call} with`, () => {
    for (const [name, calls] of Object.entries(faults)) {
      const given = calls[call]
      if (!given) continue
      const [fault, outcome] = given
      test(`${name} leaves the applicant ${outcome}`, async () => {
        const result = await runScenario[call](api, fault)
        expect(result).toMatchObject(expected(call, outcome))
        results.push({ call, fault: name, result })
      })
    }
  })
}

test('the page that tells all this to people tells it as it is', async ({ skip }) => {
  const all = Object.values(faults).flatMap((calls) => Object.keys(calls)).length
  if (results.length < all) skip('not every fault was tried')
  const page = join(import.meta.dirname, '../../docs/provider-faults.md')
  const text = await readFile(page, 'utf8')
  const tables = renderFaultTables(providerScenarios, Object.keys(faults), results)
  const begin = text.indexOf('\n## ')
  if (process.env.WRITE_FAULTS) await writeFile(page, `${text.slice(0, begin + 1)}${tables}`)
  else expect(text.slice(begin + 1)).toBe(tables)
})
