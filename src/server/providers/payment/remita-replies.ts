// Reads Remita's answers. Pure: what came over the wire in, the port's word out.
import type { OutgoingAnswer } from '../http-client.ts'
import type { GenerateAnswer, PaymentAnswer, Unknown, UnknownReason } from './payment-gateway.ts'
import { generated, meaningOf } from './remita-codes.ts'
import { amountOf, type Fields, fieldsOf, momentOf, rrrOf, unwrapped } from './remita-wire.ts'

export function readGenerate(answer: OutgoingAnswer): GenerateAnswer {
  const read = readFields(answer)
  if ('kind' in read) return read
  const { code, fields } = read

  if (code === generated) {
    const rrr = rrrOf(fields)
    // The reference may exist all the same, so this is no refusal: the order has to be looked up.
    return rrr ? { kind: 'issued', rrr } : unknown('incomplete', code)
  }
  switch (meaningOf(code)) {
    case 'duplicate':
      return { kind: 'duplicate', code }
    case 'credentials':
    case 'not_found':
      return { kind: 'refused', code }
    default:
      return unknown('unknown_code', code)
  }
}

/** @param asked which order the answer has to be about */
export function readStatus(answer: OutgoingAnswer, asked: { rrr: string } | { orderId: string }): PaymentAnswer {
  const read = readFields(answer)
  if ('kind' in read) return read
  const { code, fields } = read

  const meaning = meaningOf(code)
  if (meaning === 'not_found') return { kind: 'notFound', code }
  if (meaning === 'credentials') return { kind: 'refused', code }
  if (!meaning || meaning === 'duplicate') return unknown('unknown_code', code)

  const [rrr, orderId, amountKobo] = [rrrOf(fields), fields.get('orderid'), amountOf(fields)]
  if (!rrr || !orderId || amountKobo === null) return unknown('incomplete', code)
  if ('rrr' in asked ? rrr !== asked.rrr : orderId !== asked.orderId) return unknown('other_order', code)

  const order = { rrr, orderId, amountKobo, code }
  if (meaning !== 'paid') return { kind: meaning, ...order }

  const channel = fields.get('channel') ?? fields.get('channnel')
  return { kind: 'paid', ...order, paidAt: momentOf(fields.get('paymentdate') ?? ''), ...(channel && { channel }) }
}

/** Errors may come with 200 or 4xx, so only 5xx is the server's own failure. */
function readFields(answer: OutgoingAnswer): { code: string; fields: Fields } | Unknown {
  if (answer.kind !== 'answered') return unanswered(answer)
  if (answer.status >= 500) return unknown('server_error', String(answer.status))
  const fields = fieldsOf(unwrapped(answer.text))
  const code = fields?.get('statuscode') ?? fields?.get('status')
  if (!fields || !code) return unknown('unreadable', String(answer.status))
  return { code, fields }
}

function unanswered(answer: Exclude<OutgoingAnswer, { kind: 'answered' }>): Unknown {
  switch (answer.kind) {
    case 'timeout':
      return unknown('timeout')
    case 'unreachable':
      return unknown('unreachable', answer.code)
    case 'redirected':
      return unknown('redirected', String(answer.status))
    case 'tooLarge':
      return unknown('too_large')
  }
}

// A code comes from outside: it is kept short, because it is logged and stored.
const unknown = (reason: UnknownReason, detail?: string): Unknown => ({
  kind: 'unknown',
  reason,
  ...(detail && { detail: detail.slice(0, 40) }),
})
