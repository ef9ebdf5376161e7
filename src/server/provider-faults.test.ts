// Twelve faults of the providers × four calls. docs/provider-faults.md shows what is seen here; write it anew with
// WRITE_FAULTS=1 npx vitest run --project server src/server/provider-faults.test.ts
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#shared/messages/errors.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { type SeenFault, tablesOf } from '#tests/support/faults/fault-tables.ts'
import { type Ordeal, ordeals, type ProviderCall, providerCalls } from '#tests/support/faults/provider-scenarios.ts'

const timeLimitMs = 1_500

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', timeLimitMs })
})
afterAll(() => api.close())

/**
 * `unharmed`: the applicant notices nothing; `recovered`: neither, because the order was looked up;
 * `later`: told to try later; `alerted`: that, and the staff is told.
 */
type Outcome = 'unharmed' | 'recovered' | 'later' | 'alerted'
type Case = readonly [fault: object, outcome: Outcome]

/** A call that is missing cannot have the fault. */
const faults: Record<string, Partial<Record<ProviderCall, Case>>> = {
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

function everywhere(fault: object, generate: Outcome, others: Outcome): Record<ProviderCall, Case> {
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

const well: Record<ProviderCall, Partial<Ordeal>> = {
  generate: { stored: 'open', healed: 'nothing to heal; one RRR' },
  'status by RRR': { stored: 'paid', healed: 'nothing to heal; paid' },
  'status by order': { stored: 'open', healed: 'a look-up of the order, at once; one RRR' },
  'NIN look-up': { stored: 'matched', healed: 'nothing to heal; verified' },
}

const later: Record<ProviderCall, Partial<Ordeal>> = {
  generate: { stored: 'requested, no RRR', healed: 'the next press; one RRR' },
  'status by RRR': { stored: 'open', healed: 'the next check, by itself; paid' },
  'status by order': { stored: 'requested, no RRR', healed: 'the next check, by itself; one RRR' },
  'NIN look-up': { stored: 'nothing', healed: 'the next press; verified' },
}

function expected(call: ProviderCall, outcome: Outcome): Partial<Ordeal> {
  const unharmed = { ...well[call], status: 200, code: '', alerted: false }
  if (outcome === 'unharmed') return unharmed
  if (outcome === 'recovered') return { ...unharmed, healed: 'a look-up of the order, at once; one RRR' }
  const code = refusal[call]
  const { status, message } = errors[code]
  return { ...later[call], status, code, sentence: message, alerted: outcome === 'alerted' }
}

const seen: SeenFault[] = []

for (const call of providerCalls) {
  describe(`${call} with`, () => {
    for (const [name, calls] of Object.entries(faults)) {
      const given = calls[call]
      if (!given) continue
      const [fault, outcome] = given
      test(`${name} leaves the applicant ${outcome}`, async () => {
        const ordeal = await ordeals[call](api, fault)
        expect(ordeal).toMatchObject(expected(call, outcome))
        seen.push({ call, fault: name, ordeal })
      })
    }
  })
}

test('the page that tells all this to people tells it as it is', async ({ skip }) => {
  const all = Object.values(faults).flatMap((calls) => Object.keys(calls)).length
  if (seen.length < all) skip('not every fault was tried')
  const page = join(import.meta.dirname, '../../docs/provider-faults.md')
  const text = await readFile(page, 'utf8')
  const tables = tablesOf(providerCalls, Object.keys(faults), seen)
  const begin = text.indexOf('\n## ')
  if (process.env.WRITE_FAULTS) await writeFile(page, `${text.slice(0, begin + 1)}${tables}`)
  else expect(text.slice(begin + 1)).toBe(tables)
})
