// Checks that our payments and the provider's orders agree: the same RRRs, each payment counted once.
import { askSimulator } from '#tests/support/simulators/simulator.ts'
import type { FaultEnvironment } from '../environment.ts'
import { findAcknowledgement, type RequestLog } from './request-log.ts'
import type { StoredPayment, StoredState } from './stored-state.ts'

/** An order as the provider has it; sums in naira. */
interface ProviderOrder {
  rrr: string
  orderId: string
  due: number
  paid: number
  /** How many payments were made. */
  payments: number
}

export async function checkPayments(
  { remita }: Pick<FaultEnvironment, 'remita'>,
  { entries, bankPayments }: Pick<RequestLog, 'entries' | 'bankPayments'>,
  { payments }: StoredState,
): Promise<string[]> {
  const list = (await askSimulator(remita, 'orders')) as ProviderOrder[]
  const orders = new Map(list.map((order) => [order.rrr, order]))
  const ours = new Set(payments.map(({ rrr }) => rrr))
  return [
    ...checkAcknowledgedPayments(entries, payments),
    ...list
      .filter(({ rrr }) => !ours.has(rrr))
      .map(({ rrr, orderId }) => `the provider has ${rrr} for order ${orderId}, we do not`),
    ...bankPayments
      .filter(({ rrr }) => orders.get(rrr)?.payments !== 1)
      .map(({ rrr }) => `${rrr} was paid at the bank, but the provider did not record one payment`),
    ...findSecondRrrs(payments),
    ...payments.flatMap((payment) => checkPayment(payment, orders)),
  ]
}

/** Every RRR in a response is stored once, and one applicant is never given two. */
function checkAcknowledgedPayments(entries: RequestLog['entries'], payments: StoredPayment[]): string[] {
  const problems: string[] = []
  const rrrsByAccount = new Map<string, Set<string>>()
  for (const entry of entries) {
    const data = findAcknowledgement(entry)
    if (!data || (entry.request.kind !== 'generate' && entry.request.kind !== 'verify')) continue
    const { id, userId } = entry.applicant
    rrrsByAccount.set(id, new Set([...(rrrsByAccount.get(id) ?? []), data.RRR]))
    const stored = payments.filter(({ accountId, rrr }) => accountId === id && rrr === data.RRR)
    if (stored.length !== 1) problems.push(`${userId}: RRR ${data.RRR} was acknowledged, ${stored.length} are stored`)
    if (entry.request.kind === 'verify' && stored[0]?.status !== 'paid')
      problems.push(`${userId}: ${data.RRR} was acknowledged as paid and is ${stored[0]?.status}`)
  }
  for (const [id, rrrs] of rrrsByAccount) if (rrrs.size > 1) problems.push(`account ${id} was given ${[...rrrs]}`)
  return problems
}

/** No test asks for a second RRR. */
function findSecondRrrs(payments: StoredPayment[]): string[] {
  const accounts = new Set<string>()
  return payments.flatMap(({ accountId }) => {
    if (accounts.has(accountId)) return [`account ${accountId} has a second RRR`]
    accounts.add(accountId)
    return []
  })
}

/** Amount and status match the provider's, and each step was recorded once. */
function checkPayment(
  { rrr, status, paid, recordedSteps, auditedSteps }: StoredPayment,
  orders: Map<string, ProviderOrder>,
): string[] {
  if (rrr === null) return []
  const order = orders.get(rrr)
  const isPaid = order !== undefined && order.paid >= order.due
  const steps = recordedSteps.map((step) => (step === 'recovered' ? 'issued' : step)).join(', ')
  const expectedSteps = isPaid ? 'issued, paid' : 'issued'
  return [
    ...((status === 'paid') === isPaid && paid === (order?.paid ?? 0)
      ? []
      : [`${rrr} is ${status} with ${paid} here, the provider has ${order?.paid} of ${order?.due}`]),
    ...(steps === expectedSteps ? [] : [`${rrr}: recorded steps are ${steps}, not ${expectedSteps}`]),
    ...(recordedSteps.join() === auditedSteps.join()
      ? []
      : [`${rrr}: the audit log has ${auditedSteps}, the payment events ${recordedSteps}`]),
  ]
}
