import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoCredentials } from './credentials.ts'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let remita: RemitaSimulator
let merchant: ReturnType<typeof createSampleMerchant>

beforeAll(async () => {
  remita = await startRemitaSimulator()
  merchant = createSampleMerchant(remita.url)
})
beforeEach(() => merchant.control('reset'))
afterAll(() => remita.close())

test('an order gets an RRR of 12 digits in the jsonp wrapper', async () => {
  const answer = await (await merchant.generate('order-1', '21000.00')).text()
  expect(answer).toMatch(/^jsonp \(\{"statuscode":"025","RRR":"\d{12}","status":"Payment Reference generated"\}\)$/)
})

test('two orders get two RRRs', async () => {
  expect(await merchant.requestRrr('order-1')).not.toBe(await merchant.requestRrr('order-2'))
})

test.each([
  ['the amount is not the one that was hashed', { amount: '12500.00' }],
  ['the order is not the one that was hashed', { orderId: 'another' }],
])('a request is 020 when %s', async (_what, tampered) => {
  const answer = await (await merchant.generate('order-1', '12500', tampered)).text()
  expect(answer).toBe('jsonp ({"statuscode":"020","RRR":"","status":"Invalid Authentication"})')
})

test('a request with another API key is 020', async () => {
  const otherMerchant = createSampleMerchant(remita.url, { ...demoCredentials, apiKey: '1947' })
  expect(await (await otherMerchant.generate('order-1')).text()).toContain('"statuscode":"020"')
})

test('a request without an Authorization header is 020', async () => {
  const answer = await merchant.generate('order-1', '12500', {}, { headers: { 'content-type': 'application/json' } })
  expect(await answer.text()).toContain('"statuscode":"020"')
})

test.each([
  ['service type', { ...demoCredentials, serviceTypeId: '1' }],
  ['merchant', { ...demoCredentials, merchantId: '1' }],
])('a wrong %s with a correct hash is 023', async (_what, credentials) => {
  const answer = await (await createSampleMerchant(remita.url, credentials).generate('order-1')).text()
  expect(answer).toBe('jsonp ({"statuscode":"023","RRR":"","status":"Service type or Merchant Does not Exist"})')
})

test('a repeated order is 028 and gets no second RRR', async () => {
  await merchant.requestRrr('order-1')
  const answer = await (await merchant.generate('order-1')).text()
  expect(answer).toBe('jsonp ({"statuscode":"028","RRR":"","status":"Duplicate Order Ref"})')
  expect(await merchant.read('orders')).toHaveLength(1)
})

test('fifty concurrent requests for one order get one RRR', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, async () => (await merchant.generate('order-1')).text()))
  expect(answers.filter((answer) => answer.includes('"025"'))).toHaveLength(1)
  expect(answers.filter((answer) => answer.includes('"028"'))).toHaveLength(49)
})

test.each(['0', '-1', '12,500', '12500.001', ''])('an amount of %j is refused', async (amount) => {
  expect(await (await merchant.generate('order-1', amount)).text()).toContain('"statuscode":"999"')
})

test.each([
  ['a field is missing', { payerName: undefined }],
  ['the amount is a number', { amount: 12500 }],
])('a request is refused with the field named when %s', async (_what, wrong) => {
  const answer = await (await merchant.generate('order-1', '12500', wrong)).text()
  expect(answer).toContain('"statuscode":"999"')
  expect(answer).toContain(Object.keys(wrong)[0])
})
