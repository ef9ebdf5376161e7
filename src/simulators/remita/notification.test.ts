import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleMerchant } from './sample-merchant.ts'
import { type SamplePortal, startSamplePortal } from './sample-portal.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let portal: SamplePortal
let remita: RemitaSimulator
let merchant: ReturnType<typeof sampleMerchant>
let rrr: string

beforeEach(async () => {
  portal = await startSamplePortal()
  const now = () => new Date('2024-03-02T17:02:06Z')
  remita = await startRemitaSimulator({ notificationUrl: portal.url, now })
  merchant = sampleMerchant(remita.url)
  rrr = await merchant.rrrFor('order-1')
})
afterEach(async () => {
  await remita.close()
  await portal.close()
})

const misbehave = (notification: object) => merchant.control('faults', { notification })

test('a payment is notified in the form of the wire, three n and all', async () => {
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

test('generating an RRR, or failing to pay it, is not notified', async () => {
  await fetch(`${remita.url}/payment/v1/rrr/${rrr}/fail`, {
    method: 'POST',
    body: JSON.stringify({ key: remita.credentials.publicKey }),
  })
  expect(await merchant.read('notifications')).toEqual([])
})

test('what the portal answered can be read', async () => {
  await merchant.control('pay', { rrr })
  expect(await merchant.read('notifications')).toMatchObject([
    { rrr, url: portal.url, outcome: { status: 200, body: 'Ok' } },
  ])
})

test('a notification can stay out, and the payment stands', async () => {
  await misbehave({ none: true })
  await merchant.control('pay', { rrr })
  expect(portal.received).toEqual([])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
})

test('a notification can come twice', async () => {
  await misbehave({ double: true })
  await merchant.control('pay', { rrr })
  expect(portal.received).toHaveLength(2)
  expect(portal.received[1]).toEqual(portal.received[0])
})

test('a notification can come late, after the payer has gone', async () => {
  await misbehave({ lateMs: 100 })
  await merchant.control('pay', { rrr })
  expect(portal.received).toEqual([])
  await portal.until(1)
  expect(portal.received).toMatchObject([[{ rrr }]])
})

test('a late notification is called off by a reset', async () => {
  await misbehave({ lateMs: 50, times: 1 })
  await merchant.control('pay', { rrr })
  await merchant.control('reset')
  const other = await merchant.rrrFor('order-2')
  await misbehave({ lateMs: 100 })
  await merchant.control('pay', { rrr: other })
  await portal.until(1)
  expect(portal.received).toMatchObject([[{ rrr: other }]])
})

test('a forged notification names an RRR that was never issued', async () => {
  await misbehave({ forged: true })
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
  await misbehave({ shape })
  await merchant.control('pay', { rrr })
  expect(portal.received).toEqual([expected(rrr)])
})

test('a payment can be claimed that nobody made', async () => {
  await merchant.control('notify', { rrr, amount: 99 })
  expect(portal.received).toMatchObject([[{ rrr, orderId: 'order-1', amount: 99 }]])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '021' })
})

test('notifications follow the address, and none goes out without one', async () => {
  const other = await startSamplePortal()
  await merchant.control('notification-url', { url: other.url })
  await merchant.control('pay', { rrr })
  expect(other.received).toHaveLength(1)
  await merchant.control('notification-url', { url: null })
  await merchant.control('pay', { rrr })
  expect([other.received.length, portal.received.length]).toEqual([1, 0])
  await other.close()
})

test('a portal that is down does not hinder the payment', async () => {
  await portal.close()
  expect(await (await merchant.control('pay', { rrr })).json()).toMatchObject({ paid: 12500 })
  expect(await merchant.read('notifications')).toMatchObject([{ rrr, outcome: { error: expect.any(String) } }])
})
