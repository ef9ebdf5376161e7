// Shows all servers that one of them is asking the provider for an RRR, for as long as that one lives: after a kill the
// next press need not wait until the longest conversation would have been over.
import type { Means } from '../dependencies.ts'
import { giveUpAsking, type Payment, renewAsking } from '../store.ts'

/** How long a sign of life holds, in ms; servers' clocks must not differ by more. */
export const askingMs = 10_000
const renewEveryMs = 3_000

export interface Asking {
  /** Ends the signs of life; the last one may still hold. */
  end(): void
  /** Says at once that nobody is asking any more. */
  giveUp(): Promise<void>
}

/** @param payment whose `askingUntil` was just set by this server */
export function keepAsking({ database: { db }, clock }: Pick<Means, 'database' | 'clock'>, payment: Payment): Asking {
  let { askingUntil } = payment
  let renewal = Promise.resolve()

  async function renew(): Promise<void> {
    const until = new Date(clock().getTime() + askingMs)
    if (await renewAsking(db, { id: payment.id, askingUntil }, until)) askingUntil = until
  }
  const timer = setInterval(() => {
    // A database that is away is tried again the next time.
    renewal = renewal.then(renew).catch(() => {})
  }, renewEveryMs)

  const end = () => clearInterval(timer)
  return {
    end,
    async giveUp() {
      end()
      await renewal
      await giveUpAsking(db, { id: payment.id, askingUntil })
    },
  }
}
