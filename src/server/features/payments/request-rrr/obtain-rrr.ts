// The conversation with the provider that ends with an RRR, such that one press never makes two.

import type { Provider } from '../provider.ts'
import { type Happening, isAboutOrder } from '../status/payment-state.ts'
import type { Payer, Payment } from '../store.ts'

const tries = 2

/**
 * Asks for the RRR of a payment. After an answer that was lost or made no sense the order is looked up first; only when
 * the provider surely does not know it, it is asked once more, for the same order.
 * @param isResumed whether it may have been asked for before
 * @returns null when the provider has to be asked again later
 */
export async function obtainRrr(
  provider: Provider,
  payment: Payment,
  payer: Payer,
  isResumed: boolean,
): Promise<Happening | null> {
  if (isResumed) {
    const known = await lookUp(provider, payment)
    if (known !== 'unknown order') return known
  }
  for (let attempt = 0; attempt < tries; attempt++) {
    const answer = await provider.generate(payment, payer)
    if (answer.kind === 'issued') return { kind: 'issued', rrr: answer.rrr }
    if (answer.kind === 'refused') return null
    const known = await lookUp(provider, payment)
    if (known !== 'unknown order') return known
  }
  return null
}

async function lookUp(provider: Provider, payment: Payment): Promise<Happening | null | 'unknown order'> {
  const answer = await provider.statusOf(payment)
  if (isAboutOrder(answer)) return { kind: 'answered', answer }
  return answer.kind === 'notFound' ? 'unknown order' : null
}
