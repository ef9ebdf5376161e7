// The job that asks the provider about one RRR, on schedule or because of a notification.
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { Means } from '../dependencies.ts'
import { isDefinite, recordedProvider } from '../provider.ts'
import { isBeingAsked } from '../request-rrr/decide-request.ts'
import { settle } from '../status/settle.ts'
import { paymentById } from '../store.ts'
import { watchOn } from './schedule-polling.ts'

export function checkPayment(means: Means) {
  const { clock } = means
  const { db } = means.database
  const provider = recordedProvider(means)

  return async ({ paymentId }: Jobs['check_payment']): Promise<void> => {
    const payment = await paymentById(db, paymentId)
    if (!payment) return
    if (payment.state.status === 'requested' && isBeingAsked(payment, clock())) {
      await watchOn(db, payment, clock(), false)
      return
    }

    // One that is paid is asked about too: money may have come twice.
    const answer = await provider.statusOf(payment)
    await db.transaction(async (tx) => {
      const settling = { now: clock(), actor: 'system' } as const
      const after = await settle(tx, payment, { kind: 'answered', answer }, settling)
      if (after.state.status === 'paid') return
      const goesOn = await watchOn(tx, after, settling.now, isDefinite(answer))
      if (!goesOn) await settle(tx, after, { kind: 'watch_ended' }, settling)
    })
  }
}
