// What becomes of a payment: every transition stands here, and none anywhere else. Pure.
//
//   requested → open                      the provider gave an RRR
//   requested → superseded                it gave one for another amount, or the account has paid meanwhile
//   open      → superseded                another RRR took its place, or another one was paid
//   open      → expired                   it was watched long enough
//   any       → paid                      the provider holds at least what was asked
//
// A superseded or expired RRR stays payable. Nothing leads back from paid.
import type { PaymentAnswer } from '#server/providers/payment/payment-gateway.ts'

interface Asked {
  orderId: string
  dueKobo: number
}

type Requested = Asked & { status: 'requested'; rrr: null }
/** `paidKobo` is less than was asked. */
type Unpaid = Asked & { status: 'open' | 'superseded' | 'expired'; rrr: string; paidKobo: number }
export type Paid = Asked & { status: 'paid'; rrr: string; paidKobo: number; paidAt: Date; paymentType: string }

export type PaymentState = Requested | Unpaid | Paid

export type Happening =
  | { kind: 'issued'; rrr: string }
  | { kind: 'answered'; answer: PaymentAnswer }
  /** Another RRR takes this one's place, or there is nothing more to pay. */
  | { kind: 'replaced' }
  | { kind: 'watch_ended' }

/** What the staff may want to know; each becomes an event. */
export type Note =
  | 'issued'
  /** The answer with the RRR was lost; it was found by the order. */
  | 'recovered'
  | 'superseded'
  | 'expired'
  | 'paid'
  /** The account had paid before. */
  | 'paid_again'
  | 'underpaid'
  | 'overpaid'
  /** The provider speaks of another order under this RRR: not believed. */
  | 'order_differs'
  /** The RRR that was found asks for another amount than we do. */
  | 'amount_differs'

export interface Circumstances {
  now: Date
  accountIsPaid: boolean
}

export interface Transition {
  state: PaymentState
  notes: Note[]
}

/** The state after what happened, the same one when it changes nothing. */
export function transition(state: PaymentState, happening: Happening, circumstances: Circumstances): Transition {
  switch (happening.kind) {
    case 'issued':
      return state.status === 'requested' ? issued(state, happening.rrr, circumstances) : unchanged(state)
    case 'answered':
      return answered(state, happening.answer, circumstances)
    case 'replaced':
      return state.status === 'open' ? moved(state, 'superseded') : unchanged(state)
    case 'watch_ended':
      return state.status === 'open' ? moved(state, 'expired') : unchanged(state)
  }
}

const unchanged = (state: PaymentState): Transition => ({ state, notes: [] })

const moved = (state: Unpaid, status: 'superseded' | 'expired'): Transition => ({
  state: { ...state, status },
  notes: [status],
})

const issued = (state: Requested, rrr: string, circumstances: Circumstances): Transition => ({
  state: withRrr(state, rrr, circumstances.accountIsPaid ? 'superseded' : 'open'),
  notes: ['issued'],
})

const withRrr = ({ orderId, dueKobo }: Asked, rrr: string, status: 'open' | 'superseded'): Unpaid => ({
  orderId,
  dueKobo,
  rrr,
  status,
  paidKobo: 0,
})

type AboutOrder = Extract<PaymentAnswer, { kind: 'paid' | 'pending' | 'failed' }>

/** Whether the provider spoke of an order, and not of its own troubles. */
export const isAboutOrder = (answer: PaymentAnswer): answer is AboutOrder =>
  answer.kind === 'paid' || answer.kind === 'pending' || answer.kind === 'failed'

function answered(state: PaymentState, answer: PaymentAnswer, circumstances: Circumstances): Transition {
  if (!isAboutOrder(answer)) return unchanged(state)
  const isOurs = answer.orderId === state.orderId && (state.rrr === null || answer.rrr === state.rrr)
  if (!isOurs) return answer.kind === 'paid' ? { state, notes: ['order_differs'] } : unchanged(state)

  const found = state.status === 'requested' ? recovered(state, answer, circumstances) : { state, notes: [] }
  if (answer.kind !== 'paid') return found
  const counted = count(found.state, answer, circumstances)
  return { state: counted.state, notes: [...found.notes, ...counted.notes] }
}

function recovered(
  state: Requested,
  answer: AboutOrder,
  { accountIsPaid }: Circumstances,
): Transition & { state: Unpaid } {
  // What is due stands in the answer until something was paid; then it is the sum that was.
  const isOtherAmount = answer.kind !== 'paid' && answer.amountKobo !== state.dueKobo
  return {
    state: withRrr(state, answer.rrr, accountIsPaid || isOtherAmount ? 'superseded' : 'open'),
    notes: isOtherAmount ? ['recovered', 'amount_differs'] : ['recovered'],
  }
}

type PaidAnswer = Extract<PaymentAnswer, { kind: 'paid' }>

function count(
  state: Unpaid | Paid,
  { amountKobo, paidAt, channel }: PaidAnswer,
  circumstances: Circumstances,
): Transition {
  if (state.status === 'paid')
    return amountKobo > state.paidKobo
      ? { state: { ...state, paidKobo: amountKobo }, notes: ['overpaid'] }
      : unchanged(state)

  if (amountKobo < state.dueKobo)
    return amountKobo === state.paidKobo
      ? unchanged(state)
      : { state: { ...state, paidKobo: amountKobo }, notes: ['underpaid'] }

  const { now, accountIsPaid } = circumstances
  const paid: Paid = {
    orderId: state.orderId,
    dueKobo: state.dueKobo,
    rrr: state.rrr,
    status: 'paid',
    paidKobo: amountKobo,
    paidAt: paidAt && paidAt < now ? paidAt : now,
    paymentType: (channel ?? '').slice(0, 40),
  }
  const notes: Note[] = [accountIsPaid ? 'paid_again' : 'paid']
  return { state: paid, notes: amountKobo > state.dueKobo ? [...notes, 'overpaid'] : notes }
}
