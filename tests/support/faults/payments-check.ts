// The checker's part about money: our book and the provider's hold the same RRRs, each once.
import { acknowledged, type Ledger } from './ledger.ts'
import type { Site } from './site.ts'
import type { Stored } from './stored.ts'

interface Order {
  rrr: string
  orderId: string
  paid: number
}

export async function complaintsAboutPayments(
  { remita }: Pick<Site, 'remita'>,
  { entries }: Pick<Ledger, 'entries'>,
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

  const ours = new Set(payments.map(({ rrr }) => rrr))
  for (const { rrr, orderId } of await ordersAt(remita))
    if (!ours.has(rrr)) complaints.push(`the provider knows ${rrr} of order ${orderId}, we do not`)
  return complaints
}

async function ordersAt(remita: string): Promise<Order[]> {
  const response = await fetch(`${remita}/simulator/orders`)
  const body = (await response.json()) as Order[] | { orders: Order[] }
  return Array.isArray(body) ? body : body.orders
}
