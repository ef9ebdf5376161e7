// The checker's part about money: our book and the provider's hold the same RRRs, each once.
import { askSimulator } from '#tests/support/simulators/simulator.ts'
import type { Site } from '../site.ts'
import { acknowledged, type Ledger } from './expected-state.ts'
import type { Stored, StoredPayment } from './stored-state.ts'

/** Sums in naira; `payments` is how many there were. */
interface Order {
  rrr: string
  orderId: string
  due: number
  paid: number
  payments: number
}

export async function complaintsAboutPayments(
  { remita }: Pick<Site, 'remita'>,
  { entries, deposits }: Pick<Ledger, 'entries' | 'deposits'>,
  { payments }: Stored,
): Promise<string[]> {
  const complaints: string[] = []
  const told = new Map<string, Set<string>>()
  for (const entry of entries) {
    const data = acknowledged(entry)
    if (!data || (entry.deed.kind !== 'generate' && entry.deed.kind !== 'verify')) continue
    const { id, userId } = entry.applicant
    told.set(id, new Set([...(told.get(id) ?? []), data.RRR]))
    const kept = payments.filter(({ accountId, rrr }) => accountId === id && rrr === data.RRR)
    if (kept.length !== 1) complaints.push(`${userId}: RRR ${data.RRR} was told and is kept ${kept.length} times`)
    if (entry.deed.kind === 'verify' && kept[0]?.status !== 'paid')
      complaints.push(`${userId}: ${data.RRR} was acknowledged as paid and is ${kept[0]?.status}`)
  }
  for (const [id, rrrs] of told) if (rrrs.size > 1) complaints.push(`account ${id} was told ${[...rrrs]}`)

  const orders = new Map((await ordersAt(remita)).map((order) => [order.rrr, order]))
  const ours = new Set(payments.map(({ rrr }) => rrr))
  for (const { rrr, orderId } of orders.values())
    if (!ours.has(rrr)) complaints.push(`the provider knows ${rrr} of order ${orderId}, we do not`)
  for (const { rrr } of deposits)
    if (orders.get(rrr)?.payments !== 1) complaints.push(`${rrr} was paid at the bank, which does not know of it once`)
  return [...complaints, ...secondRrrs(payments), ...payments.flatMap((payment) => aboutMoney(payment, orders))]
}

/** Nobody in these tests asked for another RRR. */
function secondRrrs(payments: StoredPayment[]): string[] {
  const accounts = new Set<string>()
  return payments.flatMap(({ accountId }) => {
    if (accounts.has(accountId)) return [`account ${accountId} has a second RRR`]
    accounts.add(accountId)
    return []
  })
}

/** Money is known here as it is there, and each step towards it was recorded once. */
function aboutMoney({ rrr, status, paid, told, audited }: StoredPayment, orders: Map<string, Order>): string[] {
  if (rrr === null) return []
  const order = orders.get(rrr)
  const isPaid = order !== undefined && order.paid >= order.due
  const steps = told.map((step) => (step === 'recovered' ? 'issued' : step)).join(', ')
  const rightSteps = isPaid ? 'issued, paid' : 'issued'
  return [
    ...((status === 'paid') === isPaid && paid === (order?.paid ?? 0)
      ? []
      : [`${rrr} is ${status} with ${paid} here, the provider holds ${order?.paid} of ${order?.due}`]),
    ...(steps === rightSteps ? [] : [`${rrr}: recorded is ${steps}, not ${rightSteps}`]),
    ...(told.join() === audited.join() ? [] : [`${rrr}: the audit log tells of ${audited}, the record of ${told}`]),
  ]
}

async function ordersAt(remita: string): Promise<Order[]> {
  return (await askSimulator(remita, 'orders')) as Order[]
}
