import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleMerchant } from './sample-merchant.ts'
import { type SamplePortal, startSamplePortal } from './sample-portal.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let portal: SamplePortal
let remita: RemitaSimulator
let merchant: ReturnType<typeof sampleMerchant>

beforeAll(async () => {
  portal = await startSamplePortal()
  remita = await startRemitaSimulator({ notificationUrl: portal.url })
  merchant = sampleMerchant(remita.url)
})
beforeEach(() => merchant.control('reset'))
afterAll(async () => {
  await remita.close()
  await portal.close()
})

const look = (rrr: string) => fetch(`${remita.url}/bank?rrr=${encodeURIComponent(rrr)}`)
const pay = (rrr: string) => fetch(`${remita.url}/bank`, { method: 'POST', body: new URLSearchParams({ rrr }) })

test('the counter asks for an RRR', async () => {
  const html = await (await fetch(`${remita.url}/bank`)).text()
  expect(html).toContain('<label for="rrr">Remita Retrieval Reference (RRR)</label>')
})

test('the counter shows who pays how much, also for an RRR written in groups of four', async () => {
  const rrr = await merchant.rrrFor('order-1')
  const html = await (await look(rrr.replace(/(\d{4})/g, '$1 '))).text()
  expect(html).toContain('<dd>Adaeze Okonkwo</dd>')
  expect(html).toContain('<dd>₦12,500.00</dd>')
})

test('paying at the counter pays the whole amount as a branch payment and notifies the portal', async () => {
  const rrr = await merchant.rrrFor('order-1')
  const teller = await pay(rrr)
  expect(new URL(teller.url).pathname).toBe('/bank/teller')
  expect(await teller.text()).toContain('Paid. Keep this page as your teller.')
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01', amount: 12500 })
  await portal.until(1)
  expect(portal.received).toMatchObject([[{ rrr, channel: 'BRANCH', amount: 12500 }]])
})

test('reloading the teller takes no money', async () => {
  const rrr = await merchant.rrrFor('order-1')
  const teller = await pay(rrr)
  await fetch(teller.url)
  expect(await merchant.read('orders')).toMatchObject([{ payments: 1 }])
})

test('the counter warns before it takes the money a second time', async () => {
  const rrr = await merchant.rrrFor('order-1')
  await pay(rrr)
  expect(await (await look(rrr)).text()).toContain('This RRR has been paid already.')
  await pay(rrr)
  expect(await merchant.read('orders')).toMatchObject([{ paid: 25000, payments: 2 }])
})

test('an unknown RRR is told so, and what was typed cannot break the page', async () => {
  const answer = await look('"><script>alert(1)</script>')
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('<script>')
  expect((await pay('160358730447')).status).toBe(404)
})
