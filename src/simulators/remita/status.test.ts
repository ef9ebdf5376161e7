import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoCredentials, statusHash } from './credentials.ts'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let remita: RemitaSimulator
let merchant: ReturnType<typeof createSampleMerchant>
let now = new Date('2024-03-01T09:00:00Z')

beforeAll(async () => {
  remita = await startRemitaSimulator({ now: () => now })
  merchant = createSampleMerchant(remita.url)
})
beforeEach(() => {
  now = new Date('2024-03-01T09:00:00Z')
  return merchant.control('reset')
})
afterAll(() => remita.close())

test('a new RRR is pending', async () => {
  const rrr = await merchant.requestRrr('order-1', '31500')
  expect(await (await merchant.status(rrr)).text()).toBe(
    `{"amount":31500.0,"RRR":"${rrr}","orderId":"order-1","message":"Transaction Pending","transactiontime":"2024-03-01 10:00:00 AM","status":"021"}`,
  )
})

test('a paid RRR is approved, with the date it was paid', async () => {
  const rrr = await merchant.requestRrr('order-1')
  now = new Date('2024-03-02T17:02:06Z')
  await merchant.control('pay', { rrr })
  expect(await (await merchant.status(rrr)).json()).toEqual({
    amount: 12500,
    RRR: rrr,
    orderId: 'order-1',
    message: 'Approved',
    paymentDate: '2024-03-02 06:02:06 PM',
    transactiontime: '2024-03-02 06:02:06 PM',
    status: '01',
  })
})

test('the status by order is the same as the status by RRR', async () => {
  const orderId = 'order/1 with a space'
  const rrr = await merchant.requestRrr(orderId)
  expect(await (await merchant.orderStatus(orderId)).json()).toEqual(await (await merchant.status(rrr)).json())
  await merchant.control('pay', { rrr })
  expect(await (await merchant.orderStatus(orderId)).json()).toMatchObject({ RRR: rrr, status: '01' })
})

test('an unknown RRR is 022 and an unknown order 026', async () => {
  expect(await (await merchant.status('160358730447')).text()).toBe(
    '{"amount":0,"RRR":"","orderId":"","message":"Invalid RRR","transactiontime":"","status":"022"}',
  )
  expect(await (await merchant.orderStatus('nobody')).json()).toMatchObject({ RRR: '', status: '026' })
})

describe('a status request is refused', () => {
  const path = (hash: string, merchantId = demoCredentials.merchantId) =>
    `${remita.url}/remita/exapp/api/v1/send/api/echannelsvc/${merchantId}/160358730447/${hash}/status.reg`
  const header = (hash: string, merchantId = demoCredentials.merchantId) => ({
    headers: { authorization: `remitaConsumerKey=${merchantId},remitaConsumerToken=${hash}` },
  })
  const right = statusHash(demoCredentials, '160358730447')
  const wrong = statusHash(demoCredentials, '160358730448')

  test('as 020 when the hash in the path is wrong', async () => {
    expect(await (await fetch(path(wrong), header(right))).json()).toMatchObject({ status: '020', RRR: '' })
  })

  test('as 020 when the hash in the header differs', async () => {
    expect(await (await fetch(path(right), header(wrong))).json()).toMatchObject({ status: '020' })
  })

  test('as 020 when the header is missing', async () => {
    expect(await (await fetch(path(right))).json()).toMatchObject({ status: '020' })
  })

  test('as 023 when the merchant is unknown', async () => {
    const hash = statusHash({ ...demoCredentials, merchantId: '1' }, '160358730447')
    expect(await (await fetch(path(hash, '1'), header(hash, '1'))).json()).toMatchObject({ status: '023' })
  })
})

describe('money', () => {
  test('less than the amount due is approved with the smaller amount, and a second payment adds to it', async () => {
    const rrr = await merchant.requestRrr('order-1')
    await merchant.control('pay', { rrr, amount: '12000.50' })
    expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01', amount: 12000.5 })
    await merchant.control('pay', { rrr, amount: 499.5 })
    expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01', amount: 12500 })
  })

  test('paid twice is reported as the sum and keeps the date of the first payment', async () => {
    const rrr = await merchant.requestRrr('order-1')
    await merchant.control('pay', { rrr })
    now = new Date('2024-03-05T09:00:00Z')
    expect(await (await merchant.control('pay', { rrr })).json()).toMatchObject({
      due: 12500,
      paid: 25000,
      payments: 2,
    })
    expect(await (await merchant.status(rrr)).json()).toMatchObject({
      amount: 25000,
      paymentDate: '2024-03-01 10:00:00 AM',
    })
  })

  test('in parts is dated by the part that reached the amount due', async () => {
    const rrr = await merchant.requestRrr('order-1')
    await merchant.control('pay', { rrr, amount: 12000 })
    now = new Date('2024-03-05T09:00:00Z')
    await merchant.control('pay', { rrr, amount: 500 })
    expect(await (await merchant.status(rrr)).json()).toMatchObject({ paymentDate: '2024-03-05 10:00:00 AM' })
  })

  test.each([0, -1, 'much', 1.234])('of %j cannot be paid', async (amount) => {
    const rrr = await merchant.requestRrr('order-1')
    expect((await merchant.control('pay', { rrr, amount })).status).toBe(400)
    expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '021' })
  })

  test('cannot be paid on an RRR that was never issued', async () => {
    const answer = await merchant.control('pay', { rrr: '160358730447' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'RRR 160358730447 was never issued here.' })
  })
})

describe('the page of the bank', () => {
  const open = async (path: string, init?: RequestInit) => {
    const response = await fetch(remita.url + path, init)
    return { status: response.status, url: response.url.slice(remita.url.length), html: await response.text() }
  }

  test('pays an RRR once, and warns of paying it again', async () => {
    const answer = await merchant.generate('order-1', '12500', { payerName: '<b>Adaeze' })
    const rrr = /\d{12}/.exec(await answer.text())?.[0] ?? ''
    const page = await open(`/bank?rrr=${rrr.slice(0, 4)}%20${rrr.slice(4)}`)
    expect(page.html).toContain('<dd>&lt;b&gt;Adaeze</dd>')
    expect(page.html).toContain('Pay ₦12,500.00')
    expect(page.html).not.toContain('has been paid already')
    expect((await open(`/bank/teller?rrr=${rrr}`)).status).toBe(404)

    const paid = await open('/bank', { method: 'POST', body: `rrr=${rrr}` })
    expect(paid).toMatchObject({ status: 200, url: `/bank/teller?rrr=${rrr}` })
    expect(paid.html).toContain('Paid. Keep this page as your teller.')
    expect((await open(`/bank?rrr=${rrr}`)).html).toContain('Paying again takes the money twice.')
  })

  test.each<[string, string, RequestInit]>([
    ['found', '/bank?rrr=%3Cb%3E', {}],
    ['paid', '/bank', { method: 'POST', body: 'rrr=<b>' }],
  ])('an RRR that was never issued is not %s', async (_, path, init) => {
    const { status, html } = await open(path, init)
    expect(status).toBe(404)
    expect(html).toContain('RRR &lt;b&gt; is not known here.')
    expect(html).not.toContain('<b>')
  })
})
