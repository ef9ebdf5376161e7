// What the revenue page draws, from sums by day and channel.
import type { Revenue } from '#shared/api/staff/ledger.ts'

type DaySum = Revenue['days'][number]

interface Sums {
  received: number
  payments: number
}

const add = (sums: Sums | undefined, { received, payments }: Sums): Sums => ({
  // Whole kobo, so that sums do not drift.
  received: Math.round(((sums?.received ?? 0) + received) * 100) / 100,
  payments: (sums?.payments ?? 0) + payments,
})

function sumBy(days: readonly DaySum[], getKey: (one: DaySum) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const one of days) sums.set(getKey(one), add(sums.get(getKey(one)), one))
  return sums
}

const dayMs = 86_400_000

/** Every day from the first to the last, also those without money. */
function listDays(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
  return Array.from({ length: count }, (_, n) => new Date(Date.parse(first) + n * dayMs).toISOString().slice(0, 10))
}

export interface RevenueDay extends Sums {
  day: string
  /** By channel, in the order of the channels. */
  byChannel: number[]
}

export function sumRevenue({ days, channels }: Pick<Revenue, 'days' | 'channels'>) {
  const byChannel = channels.toSorted((a, b) => b.received - a.received)
  const byDay = sumBy(days, ({ day }) => day)
  const cells = sumBy(days, ({ day, channel }) => `${day} ${channel}`)
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const all = first === undefined || last === undefined ? [] : listDays(first, last)
  const revenueDays = all.map(
    (day): RevenueDay => ({
      day,
      ...add(undefined, byDay.get(day) ?? { received: 0, payments: 0 }),
      byChannel: byChannel.map(({ channel }) => cells.get(`${day} ${channel}`)?.received ?? 0),
    }),
  )
  return {
    days: revenueDays,
    channels: byChannel,
    // Not of the days: an RRR may be paid in parts on several of them.
    ...channels.reduce<Sums>(add, { received: 0, payments: 0 }),
  }
}
