// Payments as the staff read them: their states, what differs, what became of asking, and their events as sentences.
import { formatNaira } from '../../format/numbers.ts'

export const paymentStateLabels = {
  requested: 'Being requested',
  open: 'Not paid yet',
  superseded: 'Replaced',
  expired: 'Expired',
  paid: 'Paid',
} as const

/** How what was received differs from what is due. */
export const paymentDifferences = {
  under: 'Too little',
  over: 'Too much',
  again: 'Paid twice',
} as const
export type PaymentDifference = keyof typeof paymentDifferences

/** What Remita said when the staff asked about an RRR, or why it said nothing. */
export const paymentCheckOutcomes = {
  paid: 'Remita confirms the payment.',
  underpaid: 'Remita has received less than what is due, so the fee counts as unpaid.',
  unpaid: 'Remita has received nothing for this RRR yet.',
  failed: 'An attempt to pay has failed. Remita has received nothing; the RRR can still be paid.',
  unknown_rrr: 'Remita does not know this RRR.',
  not_confirmed: 'Remita does not confirm now what it said before. What is known here stays; ask Remita why.',
  other_order: 'Remita answered about another order. Nothing has changed.',
  refused: 'Remita refuses the portal’s credentials, for every applicant. An administrator must see to it.',
  no_answer: 'Remita did not answer. Nothing has changed; ask again later.',
  unclear: 'Remita’s answer could not be understood. Nothing has changed; ask again later.',
  asked_before: 'Remita was asked a moment ago, so it was not asked again.',
} as const
export type PaymentCheckOutcome = keyof typeof paymentCheckOutcomes

/** An event of a payment with what its sentence names. Amounts are naira, and absent for those who may not see them. */
export interface PaymentEventFacts {
  kind: string
  /** What was asked for: an RRR, or the status of one. */
  call?: string | undefined
  answer?: string | undefined
  due?: number | undefined
  paid?: number | undefined
}

const allOf = (amount: number | undefined) => (amount === undefined ? 'what is' : `the ${formatNaira(amount)}`)
const comma = (amount: number | undefined) => (amount === undefined ? '' : ` ${formatNaira(amount)},`)
const colon = (amount: number | undefined) => (amount === undefined ? '' : `: ${formatNaira(amount)}`)

const eventSentences: Readonly<Record<string, (event: PaymentEventFacts) => string>> = {
  requested: ({ due }) => `An RRR was requested${due === undefined ? '' : ` for ${formatNaira(due)}`}.`,
  issued: ({ due }) => `The RRR was issued${due === undefined ? '' : ` for ${formatNaira(due)}`}.`,
  recovered: () => 'An RRR that Remita had issued before was taken up.',
  superseded: () => 'Another RRR or payment took its place. It can still be paid.',
  expired: () => 'Nobody had paid it, so it is no longer asked about by itself. It can still be paid.',
  paid: ({ paid }) => `Paid${colon(paid)}.`,
  paid_again: ({ paid }) => `Paid${colon(paid)}, although the fee had been paid before.`,
  underpaid: ({ due, paid }) => `Remita has received${comma(paid)} less than ${allOf(due)} due.`,
  overpaid: ({ due, paid }) => `Remita has received${comma(paid)} more than ${allOf(due)} due.`,
  order_differs: () => 'Remita named another order for it. The answer was not used.',
  amount_differs: () => 'Remita had issued it for another amount than the fee.',
  notified: () => 'Remita sent a notice about it.',
  asked: () => 'The staff asked Remita about it.',
}

const answers: Readonly<Record<string, string>> = {
  paid: 'paid',
  pending: 'not paid yet',
  failed: 'an attempt to pay has failed',
  notFound: 'not known',
  refused: 'credentials refused',
}

const requestAnswers: Readonly<Record<string, string>> = {
  issued: 'Remita answered with the RRR.',
  duplicate: 'Remita answered that the order has an RRR.',
  refused: 'Remita refused the portal’s credentials.',
}

/** For example "Paid: ₦12,500.00." */
export function formatPaymentEvent(event: PaymentEventFacts): string {
  const { kind, call, answer = '' } = event
  if (kind !== 'answer') return eventSentences[kind]?.(event) ?? `${kind}.`
  const said = call === 'generate' ? requestAnswers[answer] : answers[answer] && `Remita answered: ${answers[answer]}.`
  return said ?? 'Remita gave no answer that could be used.'
}
