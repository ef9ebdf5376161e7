// The port to the payment provider: issue a reference to pay by, and ask what became of it.
// No call throws because of the provider: whatever is not understood is `unknown`, which means ask again later.

export interface PaymentGateway {
  /** Asks for a reference (RRR). After `unknown` or `duplicate` look the order up before generating again. */
  generate(order: PaymentOrder): Promise<GenerateAnswer>
  statusOf(rrr: string): Promise<PaymentAnswer>
  /** The way back to an RRR whose answer was lost. */
  statusOfOrder(orderId: string): Promise<PaymentAnswer>
}

interface PaymentOrder {
  /** Ours, unique for every reference ever asked for. */
  orderId: string
  amountKobo: number
  payer: { name: string; email: string; phone: string }
  description: string
}

export type GenerateAnswer =
  | { kind: 'issued'; rrr: string }
  /** The order id was used before: the reference exists already. */
  | { kind: 'duplicate'; code: string }
  | Refused
  | Unknown

/** The provider's word on one reference. Whether rrr, order and amount are those of our record is for the caller to compare. */
export type PaymentAnswer =
  | ({ kind: 'paid'; paidAt: Date | null; channel?: string } & AnsweredOrder)
  | ({ kind: 'pending' } & AnsweredOrder)
  /** An attempt failed; the reference stays payable. */
  | ({ kind: 'failed' } & AnsweredOrder)
  | { kind: 'notFound'; code: string }
  | Refused
  | Unknown

type AnsweredOrder = {
  rrr: string
  orderId: string
  amountKobo: number
  /** The provider's own status code. */
  code: string
}

/** Our credentials or settings are wrong: a matter for the staff, the same for every applicant. */
interface Refused {
  kind: 'refused'
  code: string
}

/** Neither paid nor failed. Holds no personal data. */
export interface Unknown {
  kind: 'unknown'
  reason: UnknownReason
  /** The HTTP status, the system's code or the provider's code, where there is one. */
  detail?: string
}

export type UnknownReason =
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'too_large'
  | 'server_error'
  /** Not JSON in any of the provider's wrappings. */
  | 'unreadable'
  /** A code that is not in the provider's table, or that means an error on its side. */
  | 'unknown_code'
  /** A known code without the RRR, order or amount that belong to it. */
  | 'incomplete'
  /** The answer speaks of another RRR or order than was asked about. */
  | 'other_order'
