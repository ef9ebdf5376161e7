import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { type SamplePortal, startSamplePortal } from './samples/sample-portal.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let portal: SamplePortal
let remita: RemitaSimulator
let merchant: ReturnType<typeof createSampleMerchant>
let rrr: string

beforeEach(async () => {
  portal = await startSamplePortal()
  const now = () => new Date('2024-03-02T17:02:06Z')
  remita = await startRemitaSimulator({ notificationUrl: portal.url, now })
  merchant = createSampleMerchant(remita.url)
  rrr = await merchant.requestRrr('order-1')
})
afterEach(async () => {
  await remita.close()
  await portal.close()
})

const injectFault = (notification: object) => merchant.control('faults', { notification })

test('a payment is notified in Remita’s format, including the misspelt channnel', async () => {
  await merchant.control('pay', { rrr, amount: 12500, channel: 'CASH' })
  expect(portal.received).toEqual([
    [
      {
        rrr,
        channnel: 'CASH',
        channel: 'CASH',
        billerName: 'Simulated merchant',
        amount: 12500,
        transactiondate: '2024-03-02 00:00:00',
        debitdate: '2024-03-02 18:02:06',
        bank: '232',
        branch: '',
        serviceTypeId: '4430731',
        orderRef: 'order-1',
        orderId: 'order-1',
        payerName: 'Adaeze Okonkwo',
        payerPhoneNumber: '08031110001',
        payerEmail: 'adaeze@example.com',
        type: 'PY',
        customFieldData: [{ DESCRIPTION: 'User ID', COLVAL: 'RE24-00001' }],
        parentRRRDetails: {},
        chargeFee: 101.61,
        paymentDescription: 'Recruitment Application Fee',
      },
    ],
  ])
})

test('generating an RRR and a failed payment are not notified', async () => {
  await fetch(`${remita.url}/payment/v1/rrr/${rrr}/fail`, {
    method: 'POST',
    body: JSON.stringify({ key: remita.credentials.publicKey }),
  })
  expect(await merchant.read('notifications')).toEqual([])
})

test('the portal’s answer can be read', async () => {
  await merchant.control('pay', { rrr })
  expect(await merchant.read('notifications')).toMatchObject([
    { rrr, url: portal.url, outcome: { status: 200, body: 'Ok' } },
  ])
})

test('a payment without a notification is still paid', async () => {
  await injectFault({ none: true })
  await merchant.control('pay', { rrr })
  expect(portal.received).toEqual([])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
})

test('a notification can be sent twice', async () => {
  await injectFault({ double: true })
  await merchant.control('pay', { rrr })
  expect(portal.received).toHaveLength(2)
  expect(portal.received[1]).toEqual(portal.received[0])
})

test('a notification can be delayed', async () => {
  await injectFault({ lateMs: 100 })
  await merchant.control('pay', { rrr })
  expect(portal.received).toEqual([])
  await portal.waitFor(1)
  expect(portal.received).toMatchObject([[{ rrr }]])
})

test('a reset cancels a delayed notification', async () => {
  await injectFault({ lateMs: 50, times: 1 })
  await merchant.control('pay', { rrr })
  await merchant.control('reset')
  const other = await merchant.requestRrr('order-2')
  await injectFault({ lateMs: 100 })
  await merchant.control('pay', { rrr: other })
  await portal.waitFor(1)
  expect(portal.received).toMatchObject([[{ rrr: other }]])
})

test('a forged notification names an RRR that was never issued', async () => {
  await injectFault({ forged: true })
  await merchant.control('pay', { rrr })
  const [[forged]] = portal.received as [[{ rrr: string; orderId: string }]]
  expect(forged.rrr).not.toBe(rrr)
  expect(await (await merchant.status(forged.rrr)).json()).toMatchObject({ status: '022' })
  expect(forged.orderId).not.toBe('order-1')
})

test.each([
  ['object', (rrr: string) => expect.objectContaining({ rrr, channnel: 'BRANCH' })],
  ['sparse', (rrr: string) => [{ rrr, channnel: 'BRANCH' }]],
  ['otherCase', (rrr: string) => [expect.objectContaining({ RRR: rrr, ORDERID: 'order-1', CHANNNEL: 'BRANCH' })]],
])('a notification can have the shape %s', async (shape, expected) => {
  await injectFault({ shape })
  await merchant.control('pay', { rrr })
  expect(portal.received).toEqual([expected(rrr)])
})

test('a notification without a payment can be sent', async () => {
  await merchant.control('notify', { rrr, amount: 99 })
  expect(portal.received).toMatchObject([[{ rrr, orderId: 'order-1', amount: 99 }]])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '021' })
})

test('notifications are sent to the current address, and none without one', async () => {
  const other = await startSamplePortal()
  await merchant.control('notification-url', { url: other.url })
  await merchant.control('pay', { rrr })
  expect(other.received).toHaveLength(1)
  await merchant.control('notification-url', { url: null })
  await merchant.control('pay', { rrr })
  expect([other.received.length, portal.received.length]).toEqual([1, 0])
  await other.close()
})

test('a payment succeeds while the portal is down', async () => {
  await portal.close()
  expect(await (await merchant.control('pay', { rrr })).json()).toMatchObject({ paid: 12500 })
  expect(await merchant.read('notifications')).toMatchObject([{ rrr, outcome: { error: expect.any(String) } }])
})
