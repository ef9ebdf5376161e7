// What pressing "Generate RRR" comes to, decided on what the account has at that moment. Pure.
import type { PaymentState } from '../status/payment-state.ts'

export interface Press {
  dueKobo: number
  /** Asks for a new RRR although there is an open one. */
  regenerate: boolean
  pressedAt: Date
}

export interface Held {
  id: string
  state: PaymentState
  askingUntil: Date | null
  issuedAt: Date
}

export type Step =
  | { kind: 'paid' }
  | { kind: 'answer'; rrr: string }
  /** Somebody is asking the provider already: a second press, another tab, another server. */
  | { kind: 'wait'; id: string }
  /** Somebody asked and did not get to the end: a lost answer, an outage, a server that went down. */
  | { kind: 'resume'; id: string }
  | { kind: 'ask' }

export function stepFor(press: Press, held: readonly Held[], now: Date): Step {
  if (held.some(({ state }) => state.status === 'paid')) return { kind: 'paid' }

  const open = held.find(({ state }) => state.status === 'open')
  if (open?.state.rrr && serves(press, open)) return { kind: 'answer', rrr: open.state.rrr }

  const requested = held.find(({ state }) => state.status === 'requested')
  if (!requested) return { kind: 'ask' }
  return { kind: isBeingAsked(requested, now) ? 'wait' : 'resume', id: requested.id }
}

/** An RRR that came after the press is what that press was for, whoever got it: a second press makes no second one. */
const serves = ({ dueKobo, regenerate, pressedAt }: Press, { state, issuedAt }: Held) =>
  state.dueKobo === dueKobo && (!regenerate || issuedAt > pressedAt)

export const isBeingAsked = ({ askingUntil }: Pick<Held, 'askingUntil'>, now: Date) =>
  askingUntil !== null && askingUntil > now
