// The port to the payment provider. No call throws because of the provider: an answer that cannot be understood is
// `unknown`, which means ask again later.

export interface PaymentGateway {
  /** Requests an RRR (payment reference). After `unknown` or `duplicate`, look the order up before repeating it. */
  generateRrr(order: PaymentOrder): Promise<GenerateAnswer>
  getStatus(rrr: string): Promise<PaymentAnswer>
  /** Finds an RRR whose answer was lost. */
  getStatusByOrder(orderId: string): Promise<PaymentAnswer>
}

interface PaymentOrder {
  /** Ours; unique for every RRR ever requested. */
  orderId: string
  amountKobo: number
  payer: { name: string; email: string; phone: string }
  description: string
}

export type GenerateAnswer =
  | { kind: 'issued'; rrr: string }
  /** The order id was used before, so its RRR exists. */
  | { kind: 'duplicate'; code: string }
  | RefusedAnswer
  | UnknownAnswer

/** The status of one RRR. The caller compares rrr, order and amount with our record. */
export type PaymentAnswer =
  | ({ kind: 'paid'; paidAt: Date | null; channel?: string } & AnsweredOrder)
  | ({ kind: 'pending' } & AnsweredOrder)
  /** An attempt failed; the RRR can still be paid. */
  | ({ kind: 'failed' } & AnsweredOrder)
  | { kind: 'notFound'; code: string }
  | RefusedAnswer
  | UnknownAnswer

type AnsweredOrder = {
  rrr: string
  orderId: string
  amountKobo: number
  /** The provider's own status code. */
  code: string
}

/** Our credentials or settings are wrong, for every applicant; the staff have to act. */
interface RefusedAnswer {
  kind: 'refused'
  code: string
}

/** Neither paid nor failed. Contains no personal data. */
export interface UnknownAnswer {
  kind: 'unknown'
  reason: UnknownReason
  /** The HTTP status, the system's error code or the provider's code, if there is one. */
  detail?: string
}

export type UnknownReason =
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'too_large'
  | 'server_error'
  /** Not JSON in any of the provider's wrappers. */
  | 'unreadable'
  /** A code that is not in our table, or that reports an error of the provider. */
  | 'unknown_code'
  /** A known code without the RRR, order or amount that belong to it. */
  | 'incomplete'
  /** The answer is about another RRR or order than we asked for. */
  | 'other_order'
