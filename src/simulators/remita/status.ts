// `GET …/status.reg` and `GET …/orderstatus.reg`: the status of an order (remita.md, section 2).
import { jsonResponse, type SimulatorResponse } from '../http/reply.ts'
import type { SimulatorRequest } from '../http/server.ts'
import { type MerchantCredentials, readAuthorization, statusHash } from './credentials.ts'
import type { StatusFault } from './faults.ts'
import { findSettlingPayment, isPaid, type OrderStore, type RemitaOrder, sumPaidKobo } from './orders.ts'
import { formatTwelveHour, koboToNaira, wrapJson } from './wire.ts'

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

/** Codes that come without an order: it was not found, or the credentials are wrong. */
const withoutOrder = new Set(['013', '020', '022', '023', '024', '026', '033', '043', '044', '074'])

const differenceKobo = 100_00

interface StatusCall {
  /** The RRR or the order id, as in the path. */
  reference: string
  order: RemitaOrder | undefined
  /** The code for an unknown reference. */
  unknown: '022' | '026'
  orders: OrderStore
  credentials: MerchantCredentials
}

export function answerStatus(
  request: SimulatorRequest,
  fault: StatusFault | undefined,
  call: StatusCall,
): SimulatorResponse {
  const { order } = call
  const wrapper = fault?.wrapper ?? 'bare'
  const reply = (code: string, about?: RemitaOrder) => jsonResponse(wrapJson(createBody(code, about, fault), wrapper))

  const rejection = checkCredentials(request, call)
  if (rejection) return reply(rejection)
  if (fault?.code) return reply(fault.code, withoutOrder.has(fault.code) ? undefined : order)
  if (!order) return reply(call.unknown)
  if (isPaid(order))
    return reply(call.orders.countStatusRequest(order) <= (fault?.pendingFor ?? 0) ? '021' : '01', order)
  return reply(order.failedAttempts > 0 ? '02' : '021', order)
}

/** The code of a rejection; undefined when the credentials are correct. */
function checkCredentials({ params, headers }: SimulatorRequest, call: StatusCall): '020' | '023' | undefined {
  const { merchantId = '', hash } = params
  const expectedHash = statusHash({ merchantId, apiKey: call.credentials.apiKey }, call.reference)
  const sender = readAuthorization(headers.authorization)
  if (hash !== expectedHash || sender?.hash !== expectedHash || sender.merchantId !== merchantId) return '020'
  return merchantId === call.credentials.merchantId ? undefined : '023'
}

function createBody(code: string, order: RemitaOrder | undefined, fault: StatusFault | undefined) {
  const message = messages[code] ?? 'Request could not be processed'
  if (!order) return { amount: 0, RRR: '', orderId: '', message, transactiontime: '', status: code }

  const payment = code === '00' || code === '01' ? findSettlingPayment(order) : undefined
  return {
    amount: koboToNaira(adjustAmount(payment ? sumPaidKobo(order) : order.kobo, fault)),
    RRR: order.rrr,
    orderId: order.orderId,
    message,
    ...(payment && { paymentDate: formatTwelveHour(new Date(payment.at)) }),
    transactiontime: formatTwelveHour(new Date(payment?.at ?? order.createdAt)),
    status: code,
  }
}

function adjustAmount(kobo: number, fault: StatusFault | undefined): number {
  if (fault?.underpaid) return Math.max(0, kobo - differenceKobo)
  if (fault?.overpaid) return kobo + differenceKobo
  return kobo
}
