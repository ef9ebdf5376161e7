// The adapter against the Remita simulator, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RemitaSimulator, startRemitaSimulator } from '#simulators/remita/simulator.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { remita } from './remita.ts'

const PAID_AT = new Date('2024-11-21T13:32:05Z')
const TIME_LIMIT_MS = 1000

let simulator: RemitaSimulator
let gateway: PaymentGateway

beforeAll(async () => {
  simulator = await startRemitaSimulator({ now: () => PAID_AT })
  gateway = gatewayWith({})
})
afterAll(() => simulator.close())
beforeEach(() => control('reset', {}))

const gatewayWith = (other: { apiKey?: string; merchantId?: string; serviceTypeId?: string; timeLimitMs?: number }) => {
  const { publicKey: _, ...credentials } = simulator.credentials
  return remita({ baseUrl: simulator.url, timeLimitMs: TIME_LIMIT_MS, ...credentials, ...other })
}

async function control(what: 'reset' | 'pay' | 'faults', body: object) {
  const response = await fetch(`${simulator.url}/simulator/${what}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

async function requests(call: string): Promise<{ body: string }[]> {
  const response = await fetch(`${simulator.url}/simulator/requests?call=${call}`)
  return ((await response.json()) as { requests: { body: string }[] }).requests
}

const order = (orderId: string, amountKobo = 1_250_000) => ({
  orderId,
  amountKobo,
  payer: { name: 'OKONKWO Adaeze', email: 'adaeze@example.org', phone: '08031110001' },
  description: 'Recruitment Application Fee',
})

async function issued(orderId: string): Promise<string> {
  const answer = await gateway.generate(order(orderId))
  if (answer.kind !== 'issued') throw new Error(`Not issued: ${JSON.stringify(answer)}`)
  return answer.rrr
}

describe('the life of a reference', () => {
  test('it is issued, pending by RRR and by order, and paid once money came', async () => {
    const rrr = await issued('a-1')
    const known = { rrr, orderId: 'a-1', amountKobo: 1_250_000 }
    expect(rrr).toMatch(/^\d{12}$/)
    expect(await gateway.statusOf(rrr)).toEqual({ kind: 'pending', ...known, code: '021' })
    expect(await gateway.statusOfOrder('a-1')).toEqual({ kind: 'pending', ...known, code: '021' })

    await control('pay', { rrr })

    expect(await gateway.statusOf(rrr)).toEqual({ kind: 'paid', ...known, code: '01', paidAt: PAID_AT })
    expect(await gateway.statusOfOrder('a-1')).toEqual({ kind: 'paid', ...known, code: '01', paidAt: PAID_AT })
  })

  test('what was paid is told, also when it is less or more', async () => {
    const [little, much] = [await issued('a-1'), await issued('a-2')]
    await control('pay', { rrr: little, amount: '12499.50' })
    await control('pay', { rrr: much, amount: 13000 })
    expect(await gateway.statusOf(little)).toMatchObject({ kind: 'paid', amountKobo: 1_249_950 })
    expect(await gateway.statusOf(much)).toMatchObject({ kind: 'paid', amountKobo: 1_300_000 })
  })

  test('kobo are sent as two decimals and understood', async () => {
    expect(await gateway.generate(order('a-1', 1_250_050))).toMatchObject({ kind: 'issued' })
    expect(await gateway.statusOfOrder('a-1')).toMatchObject({ kind: 'pending', amountKobo: 1_250_050 })
    expect(JSON.parse((await requests('generate'))[0]?.body ?? '')).toMatchObject({
      amount: '12500.50',
      payerName: 'OKONKWO Adaeze',
    })
  })

  test('an order id with marks of its own is asked about as it stands', async () => {
    await issued('RE24-00001/a b?c#d')
    expect(await gateway.statusOfOrder('RE24-00001/a b?c#d')).toMatchObject({ kind: 'pending' })
  })

  test('unknown references are not found', async () => {
    expect(await gateway.statusOf('123456789012')).toEqual({ kind: 'notFound', code: '022' })
    expect(await gateway.statusOfOrder('never')).toEqual({ kind: 'notFound', code: '026' })
  })
})

test.each(['028', '055', 'DUPLICATE_REQUEST'])(
  'a repeated order is a duplicate (%s), and its RRR is found by the order',
  async (code) => {
    const rrr = await issued('a-1')
    await control('faults', { generate: { duplicateAs: code } })
    expect(await gateway.generate(order('a-1'))).toEqual({ kind: 'duplicate', code })
    expect(await gateway.statusOfOrder('a-1')).toMatchObject({ kind: 'pending', rrr })
  },
)

test.each(['jsonp', 'tight', 'semicolon', 'bare'])(
  'every wrapping is understood in every call: %s',
  async (wrapper) => {
    await control('faults', {
      generate: { wrapper, extraOrderId: true },
      status: { wrapper },
      orderStatus: { wrapper },
    })
    const rrr = await issued('a-1')
    expect(await gateway.statusOf(rrr)).toMatchObject({ kind: 'pending' })
    expect(await gateway.statusOfOrder('a-1')).toMatchObject({ kind: 'pending' })
  },
)

describe('wrong settings are refused', () => {
  test.each([
    [{ apiKey: 'wrong' }, '020'],
    [{ merchantId: '1' }, '023'],
  ])('in every call: %j', async (wrong, code) => {
    const rrr = await issued('a-1')
    const other = gatewayWith(wrong)
    expect(await other.generate(order('a-2'))).toEqual({ kind: 'refused', code })
    expect(await other.statusOf(rrr)).toEqual({ kind: 'refused', code })
    expect(await other.statusOfOrder('a-1')).toEqual({ kind: 'refused', code })
  })

  test('and a wrong service type when generating', async () => {
    expect(await gatewayWith({ serviceTypeId: '1' }).generate(order('a-1'))).toEqual({ kind: 'refused', code: '023' })
  })
})

describe('a provider in trouble is neither paid nor failed', () => {
  test.each<[object, object]>([
    [{ neverAnswers: true }, { reason: 'timeout' }],
    [{ delayMs: 2 * TIME_LIMIT_MS }, { reason: 'timeout' }],
    [{ hangUp: true }, { reason: 'unreachable' }],
    [{ http500: true }, { reason: 'server_error', detail: '500' }],
    [{ html: true }, { reason: 'unreadable', detail: '200' }],
    [{ oversized: true }, { reason: 'too_large' }],
    [{ redirect: true }, { reason: 'redirected', detail: '302' }],
    [{ code: '777' }, { reason: 'unknown_code', detail: '777' }],
    [{ code: '998' }, { reason: 'unknown_code', detail: '998' }],
  ])('%j', async (fault, unknown) => {
    const rrr = await issued('a-1')
    await control('pay', { rrr })
    await control('faults', { generate: fault, status: fault, orderStatus: fault })

    const answers = await Promise.all([
      gateway.generate(order('a-2')),
      gateway.statusOf(rrr),
      gateway.statusOfOrder('a-1'),
    ])

    for (const answer of answers) expect(answer).toMatchObject({ kind: 'unknown', ...unknown })
    expect(await requests('elsewhere')).toEqual([])
  })

  test('a reference whose answer was lost is found by its order', async () => {
    await control('faults', { generate: { http500: true, lost: 'answer', times: 1 } })
    expect(await gateway.generate(order('a-1'))).toMatchObject({ kind: 'unknown' })
    expect(await gateway.statusOfOrder('a-1')).toMatchObject({ kind: 'pending', amountKobo: 1_250_000 })
  })

  test('a success without an RRR is none', async () => {
    await control('faults', { generate: { emptyRrr: true } })
    expect(await gateway.generate(order('a-1'))).toMatchObject({ kind: 'unknown', reason: 'incomplete' })
  })
})
