// The RRR on the payment page and its payment. Without React Query, which is loaded only inside /app.
import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshUser } from '#applicant/entities/session/refresh-user.ts'
import { readStoredRrr } from '#applicant/entities/session/session.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { Payment } from '#shared/api/applicant/payments.ts'
import { getTotalDue } from '#shared/policy/money.ts'
import { readOwnPayment } from '../status/read-own-payment.ts'

export interface CurrentRrr {
  /** Null until one was issued. */
  rrr: string | null
  /** Naira. */
  amount: number
  /** Null until it is loaded, and while the newest payment has another RRR. */
  payment: Payment | null
  reload(): void
}

/** Milliseconds between two reads while the page is visible. */
const pollInterval = 20_000

export function useCurrentRrr(user: User): CurrentRrr {
  const rrr = user.rrr ?? readStoredRrr()
  const { newest, reload, abort } = useNewestPayment()

  useEffect(() => {
    if (!rrr) return
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    void reload()
    const timer = setInterval(reloadIfVisible, pollInterval)
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reloadIfVisible)
      abort()
    }
  }, [rrr, reload, abort])

  const payment = newest?.reference === rrr ? newest : null
  return { rrr, amount: payment?.chargedAmount ?? getTotalDue(user), payment, reload }
}

function useNewestPayment() {
  const [newest, setNewest] = useState<Payment | null>(null)
  const controller = useRef<AbortController>(null)
  const abort = useCallback(() => controller.current?.abort(), [])

  const reload = useCallback(async () => {
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      const payment = await readOwnPayment(signal)
      setNewest(payment)
      // It was paid at a bank while the page was open: the session has to know.
      if (payment?.status === 'paid') await refreshUser(signal)
    } catch (error) {
      // The RRR is shown without its payment.
      if (!signal.aborted) console.info('The payment of the RRR could not be loaded.', error)
    }
  }, [])

  return { newest, reload, abort }
}
