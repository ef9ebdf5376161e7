// The RRR on the payment page and what the server knows of it. Without the query library, which only /app loads.
import { useCallback, useEffect, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import type { Payment } from '#shared/api/payments.ts'
import { totalDue } from '#shared/policy/money.ts'
import { refreshUser } from '#web/entities/session/account.ts'
import { heldRrr } from '#web/entities/session/session.ts'
import { readOwnPayment } from '../status/read-own-payment.ts'

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

/** How often the server is asked while the page lies open in front of somebody, in ms. */
const askAgainMs = 20_000

export function useIssuedRrr(user: User): IssuedRrr {
  const rrr = user.rrr ?? heldRrr()
  const [newest, setNewest] = useState<Payment | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads it again.
  useEffect(() => {
    if (!rrr) return
    const stop = new AbortController()
    const heard = (payment: Payment | null) => {
      setNewest(payment)
      // Paid at a bank while the page lay open: whose session it is knows the rest.
      if (payment?.status === 'paid') return refreshUser(stop.signal)
    }
    readOwnPayment(stop.signal)
      .then(heard)
      .catch((error: unknown) => {
        // The RRR itself is shown without it.
        if (!stop.signal.aborted) console.info('What is known of the payment could not be loaded.', error)
      })
    return () => stop.abort()
  }, [rrr, round])

  useEffect(() => {
    if (!rrr) return
    const look = () => document.visibilityState === 'visible' && reload()
    const timer = setInterval(look, askAgainMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [rrr, reload])

  const payment = newest?.reference === rrr ? newest : null
  return { rrr, amount: payment?.chargedAmount ?? totalDue(user), payment, reload }
}
