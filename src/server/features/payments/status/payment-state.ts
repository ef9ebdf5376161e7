// Every transition of a payment. Pure.
//
//   requested → open         the provider issued an RRR
//   requested → superseded   it issued one for another amount, or the account has paid meanwhile
//   open      → superseded   another RRR replaced it, or another one was paid
//   open      → expired      nobody paid it until polling ended
//   any       → paid         the provider holds at least the amount due
//
// A superseded or expired RRR can still be paid. A paid payment stays paid.
import type { PaymentAnswer } from '#server/providers/payment/payment-gateway.ts'

interface Order {
  orderId: string
  dueKobo: number
}

type RequestedState = Order & { status: 'requested'; rrr: null }
/** `paidKobo` is less than `dueKobo`. */
type UnpaidState = Order & { status: 'open' | 'superseded' | 'expired'; rrr: string; paidKobo: number }
export type PaidState = Order & { status: 'paid'; rrr: string; paidKobo: number; paidAt: Date; paymentType: string }

export type PaymentState = RequestedState | UnpaidState | PaidState

export type PaymentEvent =
  | { kind: 'issued'; rrr: string }
  | { kind: 'answered'; answer: PaymentAnswer }
  /** Another RRR replaces this one, or nothing is left to pay. */
  | { kind: 'replaced' }
  | { kind: 'polling_ended' }

/** What the staff may want to know; stored as the kind of a payment event and in the audit log. */
export type PaymentNote =
  | 'issued'
  /** The answer with the RRR was lost; a look-up by order found it. */
  | 'recovered'
  | 'superseded'
  | 'expired'
  | 'paid'
  /** The account had paid before. */
  | 'paid_again'
  | 'underpaid'
  | 'overpaid'
  /** The provider reports another order for this RRR; the answer is ignored. */
  | 'order_differs'
  /** The recovered RRR has another amount than ours. */
  | 'amount_differs'

export interface TransitionContext {
  now: Date
  accountIsPaid: boolean
}

export interface Transition {
  state: PaymentState
  notes: PaymentNote[]
}

/** The state after the event; the same object when nothing changes. */
export function transition(state: PaymentState, event: PaymentEvent, context: TransitionContext): Transition {
  switch (event.kind) {
    case 'issued':
      return state.status === 'requested' ? acceptRrr(state, event.rrr, context) : stay(state)
    case 'answered':
      return acceptAnswer(state, event.answer, context)
    case 'replaced':
      return state.status === 'open' ? moveTo(state, 'superseded') : stay(state)
    case 'polling_ended':
      return state.status === 'open' ? moveTo(state, 'expired') : stay(state)
  }
}

const stay = (state: PaymentState): Transition => ({ state, notes: [] })

const moveTo = (state: UnpaidState, status: 'superseded' | 'expired'): Transition => ({
  state: { ...state, status },
  notes: [status],
})

const acceptRrr = (state: RequestedState, rrr: string, { accountIsPaid }: TransitionContext): Transition => ({
  state: withRrr(state, rrr, accountIsPaid ? 'superseded' : 'open'),
  notes: ['issued'],
})

const withRrr = ({ orderId, dueKobo }: Order, rrr: string, status: 'open' | 'superseded'): UnpaidState => ({
  orderId,
  dueKobo,
  rrr,
  status,
  paidKobo: 0,
})

type OrderAnswer = Extract<PaymentAnswer, { kind: 'paid' | 'pending' | 'failed' }>

/** Whether the answer describes an order, rather than a problem of the provider or of our credentials. */
export const isAboutOrder = (answer: PaymentAnswer): answer is OrderAnswer =>
  answer.kind === 'paid' || answer.kind === 'pending' || answer.kind === 'failed'

function acceptAnswer(state: PaymentState, answer: PaymentAnswer, context: TransitionContext): Transition {
  if (!isAboutOrder(answer)) return stay(state)
  const isOurs = answer.orderId === state.orderId && (state.rrr === null || answer.rrr === state.rrr)
  if (!isOurs) return answer.kind === 'paid' ? { state, notes: ['order_differs'] } : stay(state)

  const found = state.status === 'requested' ? recoverRrr(state, answer, context) : { state, notes: [] }
  if (answer.kind !== 'paid') return found
  const paid = acceptPayment(found.state, answer, context)
  return { state: paid.state, notes: [...found.notes, ...paid.notes] }
}

function recoverRrr(
  state: RequestedState,
  answer: OrderAnswer,
  { accountIsPaid }: TransitionContext,
): Transition & { state: UnpaidState } {
  // An unpaid order reports the amount due, perhaps with the payer's fee; a paid one the amount paid.
  const { amountKobo } = answer
  const isOtherAmount = answer.kind !== 'paid' && (amountKobo < state.dueKobo || amountKobo >= 2 * state.dueKobo)
  return {
    state: withRrr(state, answer.rrr, accountIsPaid || isOtherAmount ? 'superseded' : 'open'),
    notes: isOtherAmount ? ['recovered', 'amount_differs'] : ['recovered'],
  }
}

type PaidAnswer = Extract<PaymentAnswer, { kind: 'paid' }>

function acceptPayment(
  state: UnpaidState | PaidState,
  { amountKobo, paidAt, channel }: PaidAnswer,
  { now, accountIsPaid }: TransitionContext,
): Transition {
  if (state.status === 'paid') {
    if (amountKobo <= state.paidKobo) return stay(state)
    return { state: { ...state, paidKobo: amountKobo }, notes: ['overpaid'] }
  }
  if (amountKobo < state.dueKobo) {
    if (amountKobo === state.paidKobo) return stay(state)
    return { state: { ...state, paidKobo: amountKobo }, notes: ['underpaid'] }
  }

  const paid: PaidState = {
    orderId: state.orderId,
    dueKobo: state.dueKobo,
    rrr: state.rrr,
    status: 'paid',
    paidKobo: amountKobo,
    paidAt: paidAt && paidAt < now ? paidAt : now,
    paymentType: (channel ?? '').slice(0, 40),
  }
  const notes: PaymentNote[] = [accountIsPaid ? 'paid_again' : 'paid']
  return { state: paid, notes: amountKobo > state.dueKobo ? [...notes, 'overpaid'] : notes }
}

/** Whether a server is requesting this RRR from the provider. */
export const isLeased = ({ leaseExpiresAt }: { leaseExpiresAt: Date | null }, now: Date) =>
  leaseExpiresAt !== null && leaseExpiresAt > now
