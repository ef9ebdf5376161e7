import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { type SamplePortal, startSamplePortal } from './samples/sample-portal.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let portal: SamplePortal
let remita: RemitaSimulator
let merchant: ReturnType<typeof createSampleMerchant>

beforeAll(async () => {
  portal = await startSamplePortal()
  remita = await startRemitaSimulator({ notificationUrl: portal.url })
  merchant = createSampleMerchant(remita.url)
})
beforeEach(() => merchant.control('reset'))
afterAll(async () => {
  await remita.close()
  await portal.close()
})

const showRrr = (rrr: string) => fetch(`${remita.url}/bank?rrr=${encodeURIComponent(rrr)}`)
const pay = (rrr: string) => fetch(`${remita.url}/bank`, { method: 'POST', body: new URLSearchParams({ rrr }) })

test('the page asks for an RRR', async () => {
  const html = await (await fetch(`${remita.url}/bank`)).text()
  expect(html).toContain('<label for="rrr">Remita Retrieval Reference (RRR)</label>')
  // Without it, browsers request /favicon.ico.
  expect(html).toContain('<link rel="icon" href="data:,">')
})

test('the page shows payer and amount, also for an RRR in groups of four', async () => {
  const rrr = await merchant.requestRrr('order-1')
  const html = await (await showRrr(rrr.replace(/(\d{4})/g, '$1 '))).text()
  expect(html).toContain('<dd>Adaeze Okonkwo</dd>')
  expect(html).toContain('<dd>₦12,500.00</dd>')
})

test('paying pays the whole amount as a branch payment and notifies the portal', async () => {
  const rrr = await merchant.requestRrr('order-1')
  const receipt = await pay(rrr)
  expect(new URL(receipt.url).pathname).toBe('/bank/teller')
  expect(await receipt.text()).toContain('Paid. Keep this page as your teller.')
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01', amount: 12500 })
  await portal.waitFor(1)
  expect(portal.received).toMatchObject([[{ rrr, channel: 'BRANCH', amount: 12500 }]])
})

test('reloading the receipt does not pay again', async () => {
  const rrr = await merchant.requestRrr('order-1')
  const receipt = await pay(rrr)
  await fetch(receipt.url)
  expect(await merchant.read('orders')).toMatchObject([{ payments: 1 }])
})

test('the page warns before a second payment', async () => {
  const rrr = await merchant.requestRrr('order-1')
  await pay(rrr)
  expect(await (await showRrr(rrr)).text()).toContain('This RRR has been paid already.')
  await pay(rrr)
  expect(await merchant.read('orders')).toMatchObject([{ paid: 25000, payments: 2 }])
})

test('an unknown RRR is reported, and the input is escaped', async () => {
  const answer = await showRrr('"><script>alert(1)</script>')
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('<script>')
  expect((await pay('160358730447')).status).toBe(404)
})
