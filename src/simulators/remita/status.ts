// `GET …/status.reg` and `GET …/orderstatus.reg`: what became of an order (remita.md, section 2).
import { type Answer, json } from '../http/reply.ts'
import type { Asked } from '../http/serve.ts'
import { type Credentials, readAuthorization, statusHash } from './credentials.ts'
import type { StatusFault } from './faults.ts'
import { isPaid, type Order, type OrderBook, paidKobo, settlingPayment } from './orders.ts'
import { nairaOf, twelveHourTime, wrapped } from './wire.ts'

const messages: Record<string, string> = {
  '00': 'Successful',
  '01': 'Approved',
  '02': 'Transaction Failed',
  '012': 'User Aborted Transaction',
  '020': 'Invalid Authentication',
  '021': 'Transaction Pending',
  '022': 'Invalid RRR',
  '023': 'Service type or Merchant Does not Exist',
  '025': 'Payment Reference generated',
  '026': 'Order does not exist',
}

/** Codes that come without an order: nothing found, or the caller is not who they say. */
const withoutOrder = new Set(['013', '020', '022', '023', '024', '026', '033', '043', '044', '074'])

const DIFFERENCE_KOBO = 100_00

interface StatusCall {
  /** The RRR or the order id, as it stands in the path. */
  reference: string
  order: Order | undefined
  /** What an unknown reference is answered with. */
  unknown: '022' | '026'
  orders: OrderBook
  credentials: Credentials
}

/** The answer to one request: refused, unknown, pending, failed or paid, as a fault may bend it. */
export function status(asked: Asked, fault: StatusFault | undefined, call: StatusCall): Answer {
  const { credentials, order, reference } = call
  const wrapper = fault?.wrapper ?? 'bare'
  const reply = (code: string, about?: Order) => json(wrapped(statusBody(code, about, fault), wrapper))

  const merchantId = asked.params.merchantId ?? ''
  const due = statusHash({ merchantId, apiKey: credentials.apiKey }, reference)
  const caller = readAuthorization(asked.headers.authorization)
  if (asked.params.hash !== due || caller?.hash !== due || caller.merchantId !== merchantId) return reply('020')
  if (merchantId !== credentials.merchantId) return reply('023')

  if (fault?.code) return reply(fault.code, withoutOrder.has(fault.code) ? undefined : order)
  if (!order) return reply(call.unknown)
  if (isPaid(order)) return reply(call.orders.noteAsk(order) <= (fault?.pendingFor ?? 0) ? '021' : '01', order)
  return reply(order.failedAttempts > 0 ? '02' : '021', order)
}

function statusBody(code: string, order: Order | undefined, fault: StatusFault | undefined) {
  const message = messages[code] ?? 'Request could not be processed'
  if (!order) return { amount: 0, RRR: '', orderId: '', message, transactiontime: '', status: code }

  const payment = code === '00' || code === '01' ? settlingPayment(order) : undefined
  return {
    amount: nairaOf(bent(payment ? paidKobo(order) : order.kobo, fault)),
    RRR: order.rrr,
    orderId: order.orderId,
    message,
    ...(payment && { paymentDate: twelveHourTime(new Date(payment.at)) }),
    transactiontime: twelveHourTime(new Date(payment?.at ?? order.createdAt)),
    status: code,
  }
}

function bent(kobo: number, fault: StatusFault | undefined): number {
  if (fault?.underpaid) return Math.max(0, kobo - DIFFERENCE_KOBO)
  if (fault?.overpaid) return kobo + DIFFERENCE_KOBO
  return kobo
}
