// The RRR on the payment page and what the server knows of it. Without the query library, which only /app loads.
import { useCallback, useEffect, useState } from 'react'
import type { User } from '#shared/contracts/accounts.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { totalDue } from '#shared/rules/money.ts'
import { heldRrr } from '#web/lib/session.ts'
import { readOwnPayment } from './read-own-payment.ts'

export interface IssuedRrr {
  /** Null while none was issued. */
  rrr: string | null
  /** What is to be paid by it, naira. */
  amount: number
  /** Null until it is known, and while the newest payment is of another RRR. */
  payment: Payment | null
  /** Reads it again: the provider may have been asked meanwhile. */
  reload(): void
}

export function useIssuedRrr(user: User): IssuedRrr {
  const rrr = user.rrr ?? heldRrr()
  const [newest, setNewest] = useState<Payment | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads it again.
  useEffect(() => {
    if (!rrr) return
    const stop = new AbortController()
    readOwnPayment(stop.signal).then(setNewest, (error: unknown) => {
      // The RRR itself is shown without it.
      if (!stop.signal.aborted) console.info('What is known of the payment could not be loaded.', error)
    })
    return () => stop.abort()
  }, [rrr, round])

  const payment = newest?.reference === rrr ? newest : null
  return { rrr, amount: payment?.chargedAmount ?? totalDue(user), payment, reload }
}
