// What does not add up about money, and how it comes to an end. Cases are opened by what happens to payments and by settlements.
import { mayTransition, type Transitions } from '../policy/transition.ts'

export const moneyCaseKinds = {
  late: 'Paid late',
  double: 'Paid twice',
  short: 'Paid too little',
  over: 'Paid too much',
  missing_here: 'Missing here',
  missing_there: 'Missing there',
  differs: 'Differs',
} as const
export type MoneyCaseKind = keyof typeof moneyCaseKinds

export const moneyCaseMeanings: Readonly<Record<MoneyCaseKind, string>> = {
  late: 'The fee was paid after the deadline of the applicant.',
  double: 'The applicant had paid before, or the settlement names the RRR twice.',
  short: 'Remita received less than the amount due, so the fee is not paid.',
  over: 'Remita received more than the amount due.',
  missing_here: 'The settlement has a payment that Remita has not confirmed to this portal.',
  missing_there: 'Remita confirmed the payment, and the settlement of its day does not have it.',
  differs: 'The settlement has another amount than Remita confirmed.',
}

export const moneyCaseStates = {
  open: 'Open',
  asked: 'Remita asked',
  explained: 'Explained',
  refund_due: 'Refund proposed',
  refund_approved: 'Refund approved',
  refunded: 'Refunded',
  write_off_due: 'Write-off proposed',
  written_off: 'Written off',
} as const
export type MoneyCaseState = keyof typeof moneyCaseStates

/** Of a refund that two persons have agreed on. */
export const refundStates = { refund_approved: moneyCaseStates.refund_approved, refunded: moneyCaseStates.refunded }

/** Nobody works on these any more. */
export const endedCaseStates = ['explained', 'refunded', 'written_off'] as const satisfies MoneyCaseState[]

const undecided = ['open', 'asked'] as const

/** Every way from one state to another. */
export const moneyCaseTransitions = {
  /** Remita is asked again; its answer comes later. */
  ask: { from: undecided, to: 'asked' },
  explain: { from: undecided, to: 'explained' },
  propose_refund: { from: undecided, to: 'refund_due' },
  /** By the proposer or another person: the case is open again. */
  cancel_proposal: { from: ['refund_due', 'write_off_due'], to: 'open' },
  /** By a second person. */
  approve_refund: { from: ['refund_due'], to: 'refund_approved' },
  /** Accounts have paid it out. */
  record_refund: { from: ['refund_approved'], to: 'refunded' },
  propose_write_off: { from: undecided, to: 'write_off_due' },
  /** By a second person. */
  approve_write_off: { from: ['write_off_due'], to: 'written_off' },
} as const satisfies Transitions<MoneyCaseState>
export type MoneyCaseStep = keyof typeof moneyCaseTransitions
export const moneyCaseSteps = Object.keys(moneyCaseTransitions) as [MoneyCaseStep, ...MoneyCaseStep[]]

export const mayTakeCaseStep = (state: MoneyCaseState, step: MoneyCaseStep): boolean =>
  mayTransition<MoneyCaseState, MoneyCaseStep>(moneyCaseTransitions, state, step)

/** In the history of a case. */
export const moneyCaseStepLabels: Readonly<Record<MoneyCaseStep, string>> = {
  ask: 'Remita asked',
  explain: 'Explained',
  propose_refund: 'Refund proposed',
  cancel_proposal: 'Proposal cancelled',
  approve_refund: 'Refund approved',
  record_refund: 'Paid out',
  propose_write_off: 'Write-off proposed',
  approve_write_off: 'Write-off approved',
}

/** Those that a second person takes. */
export const approvalSteps = ['approve_refund', 'approve_write_off'] as const satisfies MoneyCaseStep[]
export type ApprovalStep = (typeof approvalSteps)[number]

/** What Remita said when it was asked last. */
export const remitaAnswers = {
  paid: 'Paid',
  pending: 'Not paid',
  failed: 'Not paid: an attempt has failed',
  notFound: 'Remita does not know this RRR',
  refused: 'Remita refused the credentials of this portal',
  unknown: 'No answer that can be used',
} as const
export type RemitaAnswer = keyof typeof remitaAnswers

/** Why the system explained a case. */
export const settledReasons = {
  paid: 'Remita has received the rest',
  compared: 'Remita and the settlements agree now',
} as const
export type SettledReason = keyof typeof settledReasons

/** Of what is missing here. */
export const unconfirmedRefund = 'Remita has not confirmed this payment: nothing can go back before it does.'

export const maxCaseNote = 1_000
export const maxRefundReference = 60

/** A bank account of Nigeria has 10 digits, in groups or beside another number; no note and no reference may hold them. */
export const hasAccountNumber = (text: string): boolean =>
  [text, text.replace(/(?<=\d)[\s.-](?=\d)/g, '')].some((one) => /(?<!\d)\d{10}(?!\d)/.test(one))
export const accountNumberMessage = 'This looks like the number of a bank account. Leave it out: accounts keep it.'

/** What stands in the history of a case besides the steps of persons. */
export const moneyCaseSystemEvents = {
  opened: 'Opened',
  /** The amount at stake is another one by now. */
  changed: 'Amount changed',
  /** Remita's own answer or a later settlement explains it. */
  settled: 'Explained by Remita or a settlement',
} as const
export const moneyCaseEventNames = [
  ...moneyCaseSteps,
  ...(Object.keys(moneyCaseSystemEvents) as (keyof typeof moneyCaseSystemEvents)[]),
] as const
export type MoneyCaseEvent = (typeof moneyCaseEventNames)[number]
