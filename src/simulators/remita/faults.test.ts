import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let remita: RemitaSimulator
let merchant: ReturnType<typeof createSampleMerchant>
let rrr: string

/** The simulator answers in a few milliseconds. */
const timeoutMs = 150

beforeAll(async () => {
  remita = await startRemitaSimulator()
  merchant = createSampleMerchant(remita.url)
})
beforeEach(async () => {
  await merchant.control('reset')
  rrr = await merchant.requestRrr('order-1')
})
afterAll(() => remita.close())

const calls = {
  generate: (init?: RequestInit) => merchant.generate(`order-${Math.random()}`, '12500', {}, init),
  status: (init?: RequestInit) => merchant.status(rrr, init),
  orderStatus: (init?: RequestInit) => merchant.orderStatus('order-1', init),
  widget: (init?: RequestInit) => fetch(`${remita.url}/payment/v1/remita-pay-inline.bundle.js`, init),
  widgetPay: (init?: RequestInit) =>
    fetch(`${remita.url}/payment/v1/rrr/${rrr}/pay`, {
      method: 'POST',
      body: JSON.stringify({ key: remita.credentials.publicKey }),
      ...init,
    }),
}
const names = Object.keys(calls) as (keyof typeof calls)[]

test.each(names)('%s has a fault as often as set', async (name) => {
  await merchant.control('faults', { [name]: { http500: true, times: 2 } })
  const answers = [await calls[name](), await calls[name](), await calls[name]()]
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 200])
  expect(await answers[0]?.text()).toContain('<html>')
})

describe('every call', () => {
  const call = calls.status
  const set = (fault: object) => merchant.control('faults', { status: fault })

  test('answers HTML with status 200', async () => {
    await set({ html: true })
    const answer = await call()
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/^<!DOCTYPE html>/)
  })

  test('answers more than 64 kB', async () => {
    await set({ oversized: true })
    const text = await (await call()).text()
    expect(text.length).toBeGreaterThan(64 * 1024)
    expect(text.trim()).not.toBe('')
  })

  test('redirects to the right answer, and counts followed redirects', async () => {
    await set({ redirect: true })
    expect((await call({ redirect: 'manual' })).status).toBe(302)
    expect((await merchant.requests()).counts.elsewhere).toBeUndefined()
    expect((await call()).status).toBe(200)
    expect((await merchant.requests()).counts.elsewhere).toBe(1)
  })

  test('hangs up', async () => {
    await set({ hangUp: true })
    await expect(call()).rejects.toThrow()
  })

  test.each([
    ['never', { neverAnswers: true }],
    ['late', { delayMs: 600_000 }],
  ])('answers %s, and the next call before', async (_when, fault) => {
    await set({ ...fault, times: 1 })
    const ended: string[] = []
    const giveUp = new AbortController()
    const first = call({ signal: giveUp.signal }).then(
      () => ended.push('answered'),
      () => ended.push('given up'),
    )
    await expect.poll(() => merchant.read('faults')).toEqual({})
    await call()
    ended.push('next answered')
    giveUp.abort()
    await first
    expect(ended).toEqual(['next answered', 'given up'])
  })

  test('that is late has the right answer', async () => {
    await set({ delayMs: 1 })
    expect(await (await call()).json()).toMatchObject({ RRR: rrr })
  })
})

describe('generate', () => {
  const set = (fault: object) => merchant.control('faults', { generate: fault })

  test.each([
    ['jsonp', /^jsonp \(\{.*\}\)$/],
    ['tight', /^jsonp\(\{.*\}\)$/],
    ['semicolon', /^jsonp \(\{.*\}\);$/],
    ['bare', /^\{.*\}$/],
  ])('can be wrapped as %s', async (wrapper, shape) => {
    await set({ wrapper })
    expect(await (await merchant.generate('order-2')).text()).toMatch(shape)
  })

  test('can say 025 without an RRR, which exists all the same', async () => {
    await set({ emptyRrr: true })
    expect(await (await merchant.generate('order-2')).text()).toContain('"statuscode":"025","RRR":""')
    expect(await (await merchant.orderStatus('order-2')).json()).toMatchObject({ status: '021' })
  })

  test('can carry an extra orderID', async () => {
    await set({ extraOrderId: true })
    expect(await (await merchant.generate('order-2')).text()).toContain('"orderID":"order-2"')
  })

  test.each(['777', '020', '998'])('can be refused with %s, and then issues no RRR', async (code) => {
    await set({ code })
    expect(await (await merchant.generate('order-2')).text()).toContain(`"statuscode":"${code}","RRR":""`)
    expect(await merchant.read('orders')).toHaveLength(1)
  })

  test.each(['028', '055', 'DUPLICATE_REQUEST'])('can refuse a repeated order as %s', async (duplicateAs) => {
    await set({ duplicateAs })
    expect(await (await merchant.generate('order-1')).text()).toContain(`"${duplicateAs}"`)
  })

  test('whose answer is lost has issued the RRR', async () => {
    await set({ neverAnswers: true })
    const answer = merchant.generate('order-2', '12500', {}, { signal: AbortSignal.timeout(timeoutMs) })
    await expect(answer).rejects.toThrow('timeout')
    expect(await (await merchant.orderStatus('order-2')).json()).toMatchObject({ orderId: 'order-2', status: '021' })
  })

  test('that never arrived has issued none', async () => {
    await set({ neverAnswers: true, lost: 'request' })
    const answer = merchant.generate('order-2', '12500', {}, { signal: AbortSignal.timeout(timeoutMs) })
    await expect(answer).rejects.toThrow('timeout')
    expect(await (await merchant.orderStatus('order-2')).json()).toMatchObject({ status: '026' })
  })
})

describe.each(['status', 'orderStatus'] as const)('%s', (name) => {
  const readStatus = async () => (await calls[name]()).json()
  const set = (fault: object) => merchant.control('faults', { [name]: fault })

  test('stays pending for the set number of requests after the payment', async () => {
    await set({ pendingFor: 2 })
    expect(await readStatus()).toMatchObject({ status: '021' })
    await merchant.control('pay', { rrr })
    expect(await readStatus()).toMatchObject({ status: '021', amount: 12500 })
    expect(await readStatus()).toMatchObject({ status: '021' })
    expect(await readStatus()).toMatchObject({ status: '01' })
  })

  test('reports 100 naira less or more than was paid', async () => {
    await merchant.control('pay', { rrr })
    await set({ underpaid: true })
    expect(await readStatus()).toMatchObject({ status: '01', amount: 12400 })
    await set({ overpaid: true })
    expect(await readStatus()).toMatchObject({ status: '01', amount: 12600 })
  })

  test('can say 00 instead of 01', async () => {
    await merchant.control('pay', { rrr })
    await set({ code: '00' })
    expect(await readStatus()).toMatchObject({ status: '00', RRR: rrr, amount: 12500, paymentDate: expect.any(String) })
  })

  test('can answer an unknown code', async () => {
    await set({ code: '777' })
    expect(await readStatus()).toMatchObject({ status: '777', RRR: rrr })
  })

  test.each(['020', '044'])('can refuse the credentials with %s, without an order', async (code) => {
    await set({ code })
    expect(await readStatus()).toMatchObject({ status: code, RRR: '', orderId: '', amount: 0 })
  })

  test('can come as JSONP', async () => {
    await set({ wrapper: 'semicolon' })
    expect(await (await calls[name]()).text()).toMatch(/^jsonp \(\{.*\}\);$/)
  })
})

describe('the controls', () => {
  test('refuse an unknown switch by name, and leave the faults unchanged', async () => {
    await merchant.control('faults', { status: { http500: true } })
    const answer = await merchant.control('faults', { status: { explode: true } })
    expect(answer.status).toBe(400)
    expect((await answer.json()).error).toContain('"explode"')
    expect(await merchant.read('faults')).toEqual({ status: { http500: true } })
  })

  test('refuse what is not JSON', async () => {
    const answer = await fetch(`${remita.url}/simulator/faults`, { method: 'POST', body: '{' })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'The body is not JSON.' }])
  })

  test('replace the whole set of faults', async () => {
    await merchant.control('faults', { status: { http500: true } })
    await merchant.control('faults', { orderStatus: { html: true } })
    expect((await merchant.status(rrr)).status).toBe(200)
    await merchant.control('faults', {})
    expect(await merchant.read('faults')).toEqual({})
  })

  test('count and show the requests of a call', async () => {
    await merchant.status(rrr)
    await merchant.status(rrr)
    const { counts, requests } = await merchant.requests('status')
    expect(counts).toEqual({ generate: 1, status: 2 })
    expect(requests).toHaveLength(2)
    expect(requests[0]).toMatchObject({ call: 'status', method: 'GET', answer: { status: 200 } })
    expect(requests[0]?.answer).toMatchObject({ body: expect.stringContaining(rrr) })
  })

  test('show an unanswered call as silence', async () => {
    await merchant.control('faults', { status: { neverAnswers: true } })
    await expect(merchant.status(rrr, { signal: AbortSignal.timeout(timeoutMs) })).rejects.toThrow()
    expect((await merchant.requests('status')).requests[0]?.answer).toBe('silence')
  })

  test('reset forgets orders, faults and requests', async () => {
    await merchant.control('faults', { status: { http500: true } })
    await merchant.control('reset')
    expect(await merchant.read('orders')).toEqual([])
    expect(await merchant.read('faults')).toEqual({})
    expect((await merchant.requests()).counts).toEqual({})
    expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '022' })
  })
})
