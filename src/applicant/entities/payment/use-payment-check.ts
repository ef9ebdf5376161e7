import { useState } from 'react'
import { useAction } from '#kit/query/use-action.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { currentSession } from '../session/session.ts'
import { getVerificationMessage, verifyPayment } from './payment-check.ts'

export interface PaymentCheck {
  /** Never rejects. Does nothing while a check is running. */
  check(signal?: AbortSignal): Promise<void>
  isChecking: boolean
  /** Of the last check. `skipped`: there was no session or no RRR. */
  result: 'none' | 'paid' | 'skipped'
  /** Why the last check failed; null if it did not. */
  error: unknown
  /** The same as a message; empty if it did not fail. */
  errorMessage: string
}

interface Options {
  onError?: (message: string) => void
}

/** Checks whether an RRR is paid. Shows a toast when it is, and when the check is skipped. */
export function usePaymentCheck(rrr: string | null, { onError }: Options = {}): PaymentCheck {
  const [result, setResult] = useState<PaymentCheck['result']>('none')
  const { run, isPending, error } = useAction(
    async (signal?: AbortSignal) => {
      setResult('none')
      if (!currentSession().token || !rrr) {
        toast.warning(messages.payment.skipped)
        return setResult('skipped')
      }
      try {
        await verifyPayment(rrr, signal)
      } catch (error) {
        // The page was left: there is nobody to tell.
        if (signal?.aborted) return
        throw error
      }
      toast.success(messages.payment.verified)
      setResult('paid')
    },
    { onError: (error) => onError?.(getVerificationMessage(error)) },
  )
  return { check: run, isChecking: isPending, result, error, errorMessage: error ? getVerificationMessage(error) : '' }
}
