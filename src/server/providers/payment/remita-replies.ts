// Reads Remita's replies. Pure.
import type { ProviderResponse } from '../http-client.ts'
import type { GenerateAnswer, PaymentAnswer, UnknownAnswer, UnknownReason } from './payment-gateway.ts'
import { generatedCode, getMeaning } from './remita-codes.ts'
import { parseLagosTime, type RemitaFields, readAmount, readRrr, toFields, unwrapJsonp } from './remita-wire.ts'

export function readGenerateReply(response: ProviderResponse): GenerateAnswer {
  const reply = readReply(response)
  if ('kind' in reply) return reply
  const { code, fields } = reply

  if (code === generatedCode) {
    const rrr = readRrr(fields)
    // Without an RRR the order is unknown, not refused: it may exist and has to be looked up.
    return rrr ? { kind: 'issued', rrr } : unknown('incomplete', code)
  }
  switch (getMeaning(code)) {
    case 'duplicate':
      return { kind: 'duplicate', code }
    case 'credentials':
    case 'not_found':
      return { kind: 'refused', code }
    default:
      return unknown('unknown_code', code)
  }
}

/** @param expected the order that the reply has to be about */
export function readStatusReply(
  response: ProviderResponse,
  expected: { rrr: string } | { orderId: string },
): PaymentAnswer {
  const reply = readReply(response)
  if ('kind' in reply) return reply
  const { code, fields } = reply

  const meaning = getMeaning(code)
  if (meaning === 'not_found') return { kind: 'notFound', code }
  if (meaning === 'credentials') return { kind: 'refused', code }
  if (!meaning || meaning === 'duplicate') return unknown('unknown_code', code)

  const order = readOrder(fields)
  if (!order) return unknown('incomplete', code)
  const isExpected = 'rrr' in expected ? order.rrr === expected.rrr : order.orderId === expected.orderId
  if (!isExpected) return unknown('other_order', code)
  return meaning === 'paid'
    ? { kind: 'paid', ...order, code, ...readPayment(fields) }
    : { kind: meaning, ...order, code }
}

function readOrder(fields: RemitaFields) {
  const [rrr, orderId, amountKobo] = [readRrr(fields), fields.get('orderid'), readAmount(fields)]
  return rrr && orderId && amountKobo !== null ? { rrr, orderId, amountKobo } : null
}

function readPayment(fields: RemitaFields) {
  const channel = fields.get('channel') ?? fields.get('channnel')
  return { paidAt: parseLagosTime(fields.get('paymentdate') ?? ''), ...(channel && { channel }) }
}

/** Remita sends errors with 200 or 4xx, so only 5xx is a failure of its server. */
function readReply(response: ProviderResponse): { code: string; fields: RemitaFields } | UnknownAnswer {
  if (response.kind !== 'answered') return describeFailure(response)
  if (response.status >= 500) return unknown('server_error', String(response.status))
  const fields = toFields(unwrapJsonp(response.text))
  const code = fields?.get('statuscode') ?? fields?.get('status')
  if (!fields || !code) return unknown('unreadable', String(response.status))
  return { code, fields }
}

function describeFailure(response: Exclude<ProviderResponse, { kind: 'answered' }>): UnknownAnswer {
  switch (response.kind) {
    case 'timeout':
      return unknown('timeout')
    case 'unreachable':
      return unknown('unreachable', response.code)
    case 'redirected':
      return unknown('redirected', String(response.status))
    case 'tooLarge':
      return unknown('too_large')
  }
}

// The detail is cut short, because it comes from the provider and is logged and stored.
const unknown = (reason: UnknownReason, detail?: string): UnknownAnswer => ({
  kind: 'unknown',
  reason,
  ...(detail && { detail: detail.slice(0, 40) }),
})
