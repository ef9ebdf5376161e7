// Notifies the portal of payments (remita.md, section 4), unsigned, and only as reliably as the faults allow.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultStore } from '../http/faults.ts'
import type { NotificationFault, RemitaFaults } from './faults.ts'
import type { OrderPayment, RemitaOrder } from './orders.ts'
import { formatDay, formatTwentyFourHour, koboToNaira, remitaJson } from './wire.ts'

export interface Delivery {
  at: string
  rrr: string
  url: string
  body: string
  /** The portal's answer, or why it could not be reached. */
  outcome: { status: number; body: string } | { error: string }
}

export interface Notifier {
  /** Undefined sends nothing. */
  url: string | undefined
  /** Resolves when every notification without a delay was delivered or has failed. */
  notify(order: RemitaOrder, payment: OrderPayment): Promise<void>
  /** Notifies of a payment that was not made; `fields` override those of the order. */
  notifyUnpaid(fields: Record<string, unknown>, order: RemitaOrder | undefined): Promise<void>
  /** Newest last. */
  deliveries(): Delivery[]
  /** Forgets the deliveries and cancels delayed ones. */
  clear(): void
}

const timeoutMs = 5000
const chargeKobo = 101_61
const maxDeliveries = 500

export function createNotifier(faults: FaultStore<RemitaFaults>, url: string | undefined): Notifier {
  let delivered: Delivery[] = []
  let pending = new AbortController()

  const post = async (notification: Record<string, unknown>, shape: NotificationFault['shape']) => {
    if (!notifier.url) return
    const at = new Date().toISOString()
    const { url } = notifier
    const body = remitaJson(applyShape(notification, shape))
    const outcome = await deliver(url, body)
    delivered.push({ at, rrr: String(notification.rrr), url, body, outcome })
    if (delivered.length > maxDeliveries) delivered.shift()
  }

  const notifier: Notifier = {
    url,
    async notify(order, payment) {
      const fault = faults.take('notification')
      if (fault?.none) return
      const notification = { ...toNotification(order, payment), ...(fault?.forged && createForgery()) }
      const send = async () => {
        await post(notification, fault?.shape)
        if (fault?.double) await post(notification, fault.shape)
      }
      if (!fault?.lateMs) return send()
      pause(fault.lateMs, undefined, { ref: false, signal: pending.signal }).then(send, () => 'cancelled')
    },
    notifyUnpaid(fields, order) {
      const claimed: OrderPayment = { kobo: order?.kobo ?? 0, channel: 'CARDPAYMENT', at: new Date().toISOString() }
      return post({ ...(order && toNotification(order, claimed)), ...fields }, undefined)
    },
    deliveries: () => delivered,
    clear() {
      delivered = []
      pending.abort()
      pending = new AbortController()
    },
  }
  return notifier
}

async function deliver(url: string, body: string): Promise<Delivery['outcome']> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: (await response.text()).slice(0, 500) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function toNotification(order: RemitaOrder, payment: OrderPayment) {
  const at = new Date(payment.at)
  return {
    rrr: order.rrr,
    // Remita really sends three n.
    channnel: payment.channel,
    channel: payment.channel,
    billerName: 'Simulated merchant',
    amount: koboToNaira(payment.kobo),
    transactiondate: formatDay(at),
    debitdate: formatTwentyFourHour(at),
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
    chargeFee: koboToNaira(chargeKobo),
    paymentDescription: order.description,
  }
}

function createForgery() {
  const rrr = String(randomInt(100_000_000_000, 999_999_999_999))
  return { rrr, amount: 9_999_999, orderRef: `forged-${rrr}`, orderId: `forged-${rrr}` }
}

function applyShape(notification: Record<string, unknown>, shape: NotificationFault['shape']): unknown {
  if (shape === 'object') return notification
  if (shape === 'sparse') return [{ rrr: notification.rrr, channnel: notification.channnel }]
  if (shape === 'otherCase') {
    return [Object.fromEntries(Object.entries(notification).map(([name, value]) => [name.toUpperCase(), value]))]
  }
  return [notification]
}
