// What a "Generate RRR" request leads to, given the account's payments. Pure.
import { isLeased, type PaymentState } from '../status/payment-state.ts'

export interface RequestTerms {
  dueKobo: number
  /** Asks for a new RRR even if one is open. */
  regenerate: boolean
  requestedAt: Date
}

export interface ExistingPayment {
  id: string
  state: PaymentState
  leaseExpiresAt: Date | null
  issuedAt: Date
}

export type RequestDecision =
  | { kind: 'already_paid' }
  | { kind: 'reuse'; rrr: string }
  /** Another click, tab or server is requesting an RRR. */
  | { kind: 'wait'; id: string }
  /** An earlier request got no answer: it was lost, the provider was down, or the server stopped. */
  | { kind: 'resume'; id: string }
  | { kind: 'request' }

export function decideRequest(terms: RequestTerms, payments: readonly ExistingPayment[], now: Date): RequestDecision {
  if (payments.some(({ state }) => state.status === 'paid')) return { kind: 'already_paid' }

  const open = payments.find(({ state }) => state.status === 'open')
  if (open?.state.rrr && satisfies(terms, open)) return { kind: 'reuse', rrr: open.state.rrr }

  const requested = payments.find(({ state }) => state.status === 'requested')
  if (!requested) return { kind: 'request' }
  return { kind: isLeased(requested, now) ? 'wait' : 'resume', id: requested.id }
}

/** An RRR issued after this click satisfies it, so concurrent clicks never create two. */
const satisfies = ({ dueKobo, regenerate, requestedAt }: RequestTerms, { state, issuedAt }: ExistingPayment) =>
  state.dueKobo === dueKobo && (!regenerate || issuedAt > requestedAt)
