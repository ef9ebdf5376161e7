// A money case as its page shows it, field by field.
import type { MoneyCaseDetails } from '#shared/api/staff/money-cases.ts'
import { toNaira } from '#shared/policy/money.ts'
import type { SettledReason } from '#shared/staff/money-cases.ts'
import type {
  FoundMoneyCase,
  findLastAnswer,
  findLineOfCase,
  findPaymentOfCase,
  listMoneyCaseEvents,
  listOtherCases,
} from './store.ts'

type Found<F extends (...input: never[]) => unknown> = Awaited<ReturnType<F>>

interface MoneyCaseContents {
  found: FoundMoneyCase
  payment: Found<typeof findPaymentOfCase>
  answer: Found<typeof findLastAnswer>
  line: Found<typeof findLineOfCase>
  events: Found<typeof listMoneyCaseEvents>
  others: Found<typeof listOtherCases>
  refundableKobo: number
  isSecondPerson: boolean
  isOwnProposal: boolean
  steps: MoneyCaseDetails['steps']
}

const toIso = (moment: Date | null) => moment?.toISOString() ?? null
const toOptionalNaira = (kobo: number | null) => (kobo === null ? null : toNaira(kobo))
const toPerson = (name: string | null, at: Date | null) => (name !== null && at ? { name, at: at.toISOString() } : null)

export function presentMoneyCase({ found, payment, answer, line, events, others, ...rest }: MoneyCaseContents) {
  const { row, year, userId } = found
  const details: MoneyCaseDetails = {
    id: row.id,
    kind: row.kind,
    rrr: row.rrr,
    userId,
    amount: toNaira(row.amountKobo),
    state: row.state,
    openedAt: row.openedAt.toISOString(),
    proposedBy: found.proposer,
    refund: toOptionalNaira(row.refundKobo),
    year,
    version: row.version,
    endedAt: toIso(row.endedAt),
    proposed: toPerson(found.proposer, row.proposedAt),
    approved: toPerson(found.approver, row.approvedAt),
    refundedOn: row.refundedOn,
    reference: row.refundReference,
    refundable: toNaira(rest.refundableKobo),
    isSecondPerson: rest.isSecondPerson,
    isOwnProposal: rest.isOwnProposal,
    steps: rest.steps,
    payment: payment && {
      state: payment.status,
      due: toNaira(payment.feeKobo + payment.chargeKobo),
      paid: toOptionalNaira(payment.paidKobo),
      paidAt: toIso(payment.paidAt),
      channel: payment.paymentType,
      nextCheckAt: toIso(payment.nextCheckAt),
    },
    remita: answer && {
      at: answer.at.toISOString(),
      answer: answer.kind,
      amount: answer.kind === 'paid' ? toOptionalNaira(answer.amountKobo) : null,
    },
    isWaiting: row.state === 'asked' && isUnanswered(events, answer),
    line: line && {
      settlement: line.line.settlementId,
      line: line.line.line,
      amount: toNaira(line.line.amountKobo),
      charge: toOptionalNaira(line.line.chargeKobo),
      paidOn: line.line.paidOn,
      settledOn: line.line.settledOn,
      channel: line.line.channel,
      importedAt: line.importedAt.toISOString(),
    },
    events: events.map(presentEvent),
    others: others.map(({ amountKobo, ...other }) => ({ ...other, amount: toNaira(amountKobo) })),
  }
  return details
}

function isUnanswered(events: MoneyCaseContents['events'], answer: MoneyCaseContents['answer']): boolean {
  const asked = events.findLast(({ event }) => event.kind === 'ask')
  return asked !== undefined && (answer === null || answer.at < asked.event.at)
}

function presentEvent({ event: { id, kind, at, detail, note }, person }: MoneyCaseContents['events'][number]) {
  const { refundKobo, amountKobo, reason } = detail
  const kobo = refundKobo ?? amountKobo
  return {
    id,
    kind,
    by: person,
    at: at.toISOString(),
    amount: typeof kobo === 'number' ? toNaira(kobo) : null,
    reason: (reason ?? null) as SettledReason | null,
    note,
  }
}
