// Tells the portal that something was paid (remita.md, section 4): unsigned, and as reliable as its faults allow.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultBoard } from '../http/faults.ts'
import type { NotificationFault, RemitaFaults } from './faults.ts'
import type { Order, Payment } from './orders.ts'
import { dayOnly, nairaOf, remitaJson, twentyFourHourTime } from './wire.ts'

export interface Delivery {
  at: string
  rrr: string
  url: string
  body: string
  /** What the portal said, or why it could not be reached. */
  outcome: { status: number; body: string } | { error: string }
}

export interface Postman {
  /** Where notifications go; undefined keeps them all back. */
  url: string | undefined
  /** Notifies of a payment. Resolves when all that goes out at once has been delivered or given up. */
  announce(order: Order, payment: Payment): Promise<void>
  /** Posts a notification that no payment stands behind: what the caller says, over what the order would say. */
  claim(claim: Record<string, unknown>, order: Order | undefined): Promise<void>
  /** Newest last. */
  deliveries(): Delivery[]
  /** Forgets what was delivered and what is still to go out late. */
  clear(): void
}

const DELIVERY_LIMIT_MS = 5000
const CHARGE_KOBO = 101_61
const DELIVERIES_KEPT = 500

export function createPostman(board: FaultBoard<RemitaFaults>, url: string | undefined): Postman {
  let delivered: Delivery[] = []
  let errands = new AbortController()

  const post = async (notification: Record<string, unknown>, shape: NotificationFault['shape']) => {
    if (!postman.url) return
    const at = new Date().toISOString()
    const { url } = postman
    const body = remitaJson(shaped(notification, shape))
    const outcome = await deliver(url, body)
    delivered.push({ at, rrr: String(notification.rrr), url, body, outcome })
    if (delivered.length > DELIVERIES_KEPT) delivered.shift()
  }

  const postman: Postman = {
    url,
    async announce(order, payment) {
      const fault = board.take('notification')
      if (fault?.none) return
      const notification = { ...notificationOf(order, payment), ...(fault?.forged && forgery()) }
      const send = async () => {
        await post(notification, fault?.shape)
        if (fault?.double) await post(notification, fault.shape)
      }
      if (!fault?.lateMs) return send()
      pause(fault.lateMs, undefined, { ref: false, signal: errands.signal }).then(send, () => 'called off')
    },
    claim(claim, order) {
      const pretended: Payment = { kobo: order?.kobo ?? 0, channel: 'CARDPAYMENT', at: new Date().toISOString() }
      return post({ ...(order && notificationOf(order, pretended)), ...claim }, undefined)
    },
    deliveries: () => delivered,
    clear() {
      delivered = []
      errands.abort()
      errands = new AbortController()
    },
  }
  return postman
}

async function deliver(url: string, body: string): Promise<Delivery['outcome']> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DELIVERY_LIMIT_MS),
    })
    return { status: response.status, body: (await response.text()).slice(0, 500) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function notificationOf(order: Order, payment: Payment) {
  const at = new Date(payment.at)
  return {
    rrr: order.rrr,
    // Three n: so it is on the real wire.
    channnel: payment.channel,
    channel: payment.channel,
    billerName: 'Simulated merchant',
    amount: nairaOf(payment.kobo),
    transactiondate: dayOnly(at),
    debitdate: twentyFourHourTime(at),
    bank: '232',
    branch: '',
    serviceTypeId: order.serviceTypeId,
    orderRef: order.orderId,
    orderId: order.orderId,
    payerName: order.payerName,
    payerPhoneNumber: order.payerPhone,
    payerEmail: order.payerEmail,
    type: 'PY',
    customFieldData: order.customFields.map(({ name, value }) => ({ DESCRIPTION: name, COLVAL: value })),
    parentRRRDetails: {},
    chargeFee: nairaOf(CHARGE_KOBO),
    paymentDescription: order.description,
  }
}

function forgery() {
  const rrr = String(randomInt(100_000_000_000, 999_999_999_999))
  return { rrr, amount: 9_999_999, orderRef: `forged-${rrr}`, orderId: `forged-${rrr}` }
}

function shaped(notification: Record<string, unknown>, shape: NotificationFault['shape']): unknown {
  if (shape === 'object') return notification
  if (shape === 'sparse') return [{ rrr: notification.rrr, channnel: notification.channnel }]
  if (shape === 'otherCase') {
    return [Object.fromEntries(Object.entries(notification).map(([name, value]) => [name.toUpperCase(), value]))]
  }
  return [notification]
}
