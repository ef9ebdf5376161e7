// The adapter against the Remita simulator, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RemitaSimulator, startRemitaSimulator } from '#simulators/remita/simulator.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createRemitaGateway } from './remita.ts'

const paidAt = new Date('2024-11-21T13:32:05Z')
const timeoutMs = 1000

let simulator: RemitaSimulator
let gateway: PaymentGateway

beforeAll(async () => {
  simulator = await startRemitaSimulator({ now: () => paidAt })
  gateway = createGateway({})
})
afterAll(() => simulator.close())
beforeEach(() => control('reset', {}))

const createGateway = (other: {
  apiKey?: string
  merchantId?: string
  serviceTypeId?: string
  timeLimitMs?: number
  baseUrl?: string
}) => {
  const { publicKey: _, ...credentials } = simulator.credentials
  return createRemitaGateway({ baseUrl: simulator.url, timeoutMs, ...credentials, ...other })
}

async function control(name: 'reset' | 'pay' | 'faults', body: object) {
  const response = await fetch(`${simulator.url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

async function readRequests(call: string): Promise<{ body: string }[]> {
  const response = await fetch(`${simulator.url}/simulator/requests?call=${call}`)
  return ((await response.json()) as { requests: { body: string }[] }).requests
}

const createOrder = (orderId: string, amountKobo = 1_250_000) => ({
  orderId,
  amountKobo,
  payer: { name: 'OKONKWO Adaeze', email: 'adaeze@example.org', phone: '08031110001' },
  description: 'Recruitment Application Fee',
})

async function issueRrr(orderId: string): Promise<string> {
  const answer = await gateway.generateRrr(createOrder(orderId))
  if (answer.kind !== 'issued') throw new Error(`Not issued: ${JSON.stringify(answer)}`)
  return answer.rrr
}

test('an address with a path is used as it is, one without gets the path of Remita', async () => {
  for (const [path, kind] of [
    ['/', 'issued'],
    ['/remita/exapp/api/v1/send/api', 'issued'],
    ['/elsewhere', 'unknown'],
  ] as const) {
    const { generateRrr } = createGateway({ baseUrl: simulator.url + path })
    expect(await generateRrr(createOrder(`path-${path}`)), path).toMatchObject({ kind })
  }
})

describe('an RRR', () => {
  test('is issued, pending by RRR and by order, and paid after the payment', async () => {
    const rrr = await issueRrr('a-1')
    const known = { rrr, orderId: 'a-1', amountKobo: 1_250_000 }
    expect(rrr).toMatch(/^\d{12}$/)
    expect(await gateway.getStatus(rrr)).toEqual({ kind: 'pending', ...known, code: '021' })
    expect(await gateway.getStatusByOrder('a-1')).toEqual({ kind: 'pending', ...known, code: '021' })

    await control('pay', { rrr })

    expect(await gateway.getStatus(rrr)).toEqual({ kind: 'paid', ...known, code: '01', paidAt })
    expect(await gateway.getStatusByOrder('a-1')).toEqual({ kind: 'paid', ...known, code: '01', paidAt })
  })

  test('has the amount that was paid, even if it is less or more than the amount due', async () => {
    const [little, much] = [await issueRrr('a-1'), await issueRrr('a-2')]
    await control('pay', { rrr: little, amount: '12499.50' })
    await control('pay', { rrr: much, amount: 13000 })
    expect(await gateway.getStatus(little)).toMatchObject({ kind: 'paid', amountKobo: 1_249_950 })
    expect(await gateway.getStatus(much)).toMatchObject({ kind: 'paid', amountKobo: 1_300_000 })
  })

  test('can have kobo, sent as two decimals', async () => {
    expect(await gateway.generateRrr(createOrder('a-1', 1_250_050))).toMatchObject({ kind: 'issued' })
    expect(await gateway.getStatusByOrder('a-1')).toMatchObject({ kind: 'pending', amountKobo: 1_250_050 })
    expect(JSON.parse((await readRequests('generate'))[0]?.body ?? '')).toMatchObject({
      amount: '12500.50',
      payerName: 'OKONKWO Adaeze',
    })
  })

  test('V1.2.2 is found by an order id with special characters', async () => {
    await issueRrr('RE24-00001/a b?c#d')
    expect(await gateway.getStatusByOrder('RE24-00001/a b?c#d')).toMatchObject({ kind: 'pending' })
  })

  test('is not found when it is unknown', async () => {
    expect(await gateway.getStatus('123456789012')).toEqual({ kind: 'notFound', code: '022' })
    expect(await gateway.getStatusByOrder('never')).toEqual({ kind: 'notFound', code: '026' })
  })
})

test.each(['028', '055', 'DUPLICATE_REQUEST'])(
  'a repeated order is a duplicate (%s), and its RRR is found by the order',
  async (code) => {
    const rrr = await issueRrr('a-1')
    await control('faults', { generate: { duplicateAs: code } })
    expect(await gateway.generateRrr(createOrder('a-1'))).toEqual({ kind: 'duplicate', code })
    expect(await gateway.getStatusByOrder('a-1')).toMatchObject({ kind: 'pending', rrr })
  },
)

test.each(['jsonp', 'tight', 'semicolon', 'bare'])('every call reads the wrapper %s', async (wrapper) => {
  await control('faults', {
    generate: { wrapper, extraOrderId: true },
    status: { wrapper },
    orderStatus: { wrapper },
  })
  const rrr = await issueRrr('a-1')
  expect(await gateway.getStatus(rrr)).toMatchObject({ kind: 'pending' })
  expect(await gateway.getStatusByOrder('a-1')).toMatchObject({ kind: 'pending' })
})

describe('wrong settings are refused', () => {
  test.each([
    [{ apiKey: 'wrong' }, '020'],
    [{ merchantId: '1' }, '023'],
    [{ merchantId: '1/2' }, '023'],
  ])('by every call: %j', async (wrong, code) => {
    const rrr = await issueRrr('a-1')
    const other = createGateway(wrong)
    expect(await other.generateRrr(createOrder('a-2'))).toEqual({ kind: 'refused', code })
    expect(await other.getStatus(rrr)).toEqual({ kind: 'refused', code })
    expect(await other.getStatusByOrder('a-1')).toEqual({ kind: 'refused', code })
  })

  test('and a wrong service type by generate', async () => {
    expect(await createGateway({ serviceTypeId: '1' }).generateRrr(createOrder('a-1'))).toEqual({
      kind: 'refused',
      code: '023',
    })
  })
})

describe('a failing provider’s answer is neither paid nor failed', () => {
  test.each<[object, object]>([
    [{ neverAnswers: true }, { reason: 'timeout' }],
    [{ delayMs: 2 * timeoutMs }, { reason: 'timeout' }],
    [{ hangUp: true }, { reason: 'unreachable' }],
    [{ http500: true }, { reason: 'server_error', detail: '500' }],
    [{ html: true }, { reason: 'unreadable', detail: '200' }],
    [{ oversized: true }, { reason: 'too_large' }],
    [{ redirect: true }, { reason: 'redirected', detail: '302' }],
    [{ code: '777' }, { reason: 'unknown_code', detail: '777' }],
    [{ code: '998' }, { reason: 'unknown_code', detail: '998' }],
  ])('%j', async (fault, unknown) => {
    const rrr = await issueRrr('a-1')
    await control('pay', { rrr })
    await control('faults', { generate: fault, status: fault, orderStatus: fault })

    const answers = await Promise.all([
      gateway.generateRrr(createOrder('a-2')),
      gateway.getStatus(rrr),
      gateway.getStatusByOrder('a-1'),
    ])

    for (const answer of answers) expect(answer).toMatchObject({ kind: 'unknown', ...unknown })
    expect(await readRequests('elsewhere')).toEqual([])
  })

  test('an RRR whose answer was lost is found by its order', async () => {
    await control('faults', { generate: { http500: true, lost: 'answer', times: 1 } })
    expect(await gateway.generateRrr(createOrder('a-1'))).toMatchObject({ kind: 'unknown' })
    expect(await gateway.getStatusByOrder('a-1')).toMatchObject({ kind: 'pending', amountKobo: 1_250_000 })
  })

  test('a success without an RRR is unknown', async () => {
    await control('faults', { generate: { emptyRrr: true } })
    expect(await gateway.generateRrr(createOrder('a-1'))).toMatchObject({ kind: 'unknown', reason: 'incomplete' })
  })
})
