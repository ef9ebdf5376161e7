// The payment provider's inline widget. Only the payment page loads its script.
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#kit/ui/feedback/toast.ts'
import type { Exercise } from '#shared/api/applicant/exercise.ts'
import { messages } from '#shared/messages/web-messages.ts'

interface WidgetOptions {
  key: string
  processRrr: true
  transactionId: string
  extendedData: { customFields: { name: string; value: string }[] }
  onSuccess(answer: unknown): void
  onError(answer: unknown): void
  onClose(): void
}

declare global {
  interface Window {
    RmPaymentEngine?: { init(options: WidgetOptions): { showPaymentWidget(): void } }
  }
}

/** What the widget says of the payment: hints, which only the server can confirm. */
interface WidgetOutcome {
  onPaid(): void
  onFailed(): void
}

export interface PaymentWidget {
  /** Why the widget cannot open; empty while its script loads and afterwards. */
  error: string
  /** Opens the widget for the RRR. Returns an error message, or an empty text. */
  open(rrr: string, outcome: WidgetOutcome): string
}

/** The second click of a double click, before the widget covers the page, must not open a second widget. */
const doubleClickMs = 1000

/** @param settings null until the server has sent them */
export function usePaymentWidget(settings: Exercise['payment'] | null): PaymentWidget {
  const { error, reload } = useWidgetScript(settings?.widgetUrl)
  const openedAt = useRef(Number.NEGATIVE_INFINITY)

  return {
    error,
    open(rrr, outcome) {
      const engine = window.RmPaymentEngine
      if (!settings || !engine) {
        // On a slow connection the script may load at the second try; the next click then opens the widget.
        if (error) reload()
        return messages.payment.engineMissing
      }
      if (performance.now() - openedAt.current < doubleClickMs) return ''
      openedAt.current = performance.now()
      const onEnd = () => {
        openedAt.current = Number.NEGATIVE_INFINITY
      }
      engine.init(createWidgetOptions(settings.publicKey, rrr, { ...outcome, onEnd })).showPaymentWidget()
      return ''
    },
  }
}

function useWidgetScript(url: string | undefined) {
  const [error, setError] = useState('')
  const removeScript = useRef(() => {})

  const reload = useCallback(() => {
    removeScript.current()
    if (!url) return
    removeScript.current = addScript(url, {
      onLoad: () => setError(''),
      onError() {
        setError(messages.payment.scriptFailed)
        toast.error(messages.payment.scriptFailed)
      },
    })
  }, [url])

  useEffect(() => {
    reload()
    return () => removeScript.current()
  }, [reload])

  return { error, reload }
}

/** Returns the function that removes the script again. */
function addScript(url: string, { onLoad, onError }: { onLoad(): void; onError(): void }) {
  const script = document.createElement('script')
  script.src = url
  script.async = true
  // A page that says that Remita is being maintained loads too.
  const onAnswer = () => (window.RmPaymentEngine ? onLoad() : onError())
  script.addEventListener('load', onAnswer)
  script.addEventListener('error', onError)
  document.head.append(script)
  return () => {
    script.removeEventListener('load', onAnswer)
    script.removeEventListener('error', onError)
    script.remove()
  }
}

interface WidgetEvents extends WidgetOutcome {
  /** The widget was closed or failed: it may be opened again. */
  onEnd(): void
}

const createWidgetOptions = (key: string, rrr: string, { onPaid, onFailed, onEnd }: WidgetEvents): WidgetOptions => ({
  key,
  processRrr: true,
  transactionId: createTransactionId(),
  extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
  // Only a hint: the next page asks the server.
  onSuccess: onPaid,
  onError(answer) {
    console.info('The payment widget reported an error.', answer)
    onEnd()
    onFailed()
  },
  onClose() {
    console.info('The payment widget was closed.')
    onEnd()
  },
})

/** About 13 digits, as other integrations of this widget send. Old browsers have no crypto.randomUUID. */
const createTransactionId = () =>
  String(crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id * 1e6 + (part % 1e6), 1))
