import type { RecordingGateway } from '../recording-gateway.ts'
import { isAboutOrder, type PaymentEvent } from '../status/payment-state.ts'
import type { Payer, PaymentRecord } from '../store.ts'

const maxAttempts = 2

/**
 * Requests the RRR of a payment. When an answer is lost or unreadable, the order is looked up first; the request is
 * repeated, for the same order, only if the provider does not know it. So one order never gets two RRRs.
 * @param isResumed whether it may have been requested before
 * @returns null when the provider has to be asked again later
 */
export async function obtainRrr(
  gateway: RecordingGateway,
  payment: PaymentRecord,
  payer: Payer,
  isResumed: boolean,
): Promise<PaymentEvent | null> {
  if (isResumed) {
    const found = await lookUpOrder(gateway, payment)
    if (found !== 'unknown order') return found
  }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await gateway.generateRrr(payment, payer)
    if (answer.kind === 'issued') return { kind: 'issued', rrr: answer.rrr }
    if (answer.kind === 'refused') return null
    const found = await lookUpOrder(gateway, payment)
    if (found !== 'unknown order') return found
  }
  return null
}

async function lookUpOrder(
  gateway: RecordingGateway,
  payment: PaymentRecord,
): Promise<PaymentEvent | null | 'unknown order'> {
  const answer = await gateway.getStatus(payment)
  if (isAboutOrder(answer)) return { kind: 'answered', answer }
  return answer.kind === 'notFound' ? 'unknown order' : null
}
