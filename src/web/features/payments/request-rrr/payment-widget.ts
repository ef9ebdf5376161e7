// The provider's inline widget: its script is loaded on the payment page and nowhere else.
import { useEffect, useRef, useState } from 'react'
import type { Exercise } from '#shared/api/exercise.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { toast } from '#web/ui/feedback/toast.ts'

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

type Keys = Exercise['payment']

export interface PaymentWidget {
  /** Why the widget cannot open; empty while nothing is wrong. */
  problem: string
  /** Opens it for the RRR. Returns the sentence of what went wrong, or an empty text. */
  open(rrr: string, paid: () => void): string
}

/** A second press before the widget covers the page opens no second one. */
const doublePressMs = 1000

/** @param keys null while the server has not told them */
export function usePaymentWidget(keys: Keys | null): PaymentWidget {
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(1)
  const openedAt = useRef(Number.NEGATIVE_INFINITY)
  const url = keys?.widgetUrl

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the script again.
  useEffect(() => {
    if (!url) return
    return loadScript(url, {
      loaded: () => setProblem(''),
      failed() {
        setProblem(notices.payment.scriptFailed)
        toast.error(notices.payment.scriptFailed)
      },
    })
  }, [url, attempt])

  return {
    problem,
    open(rrr, paid) {
      if (keys && window.RmPaymentEngine) {
        if (performance.now() - openedAt.current < doublePressMs) return ''
        openedAt.current = performance.now()
        const over = () => {
          openedAt.current = Number.NEGATIVE_INFINITY
        }
        window.RmPaymentEngine.init(widgetOptions(keys.publicKey, rrr, { paid, over })).showPaymentWidget()
        return ''
      }
      // On a slow line the script may come at the second try; the press after that opens the widget.
      if (problem) setAttempt(attempt + 1)
      toast.error(notices.payment.engineMissing)
      return notices.payment.engineMissing
    },
  }
}

function loadScript(url: string, { loaded, failed }: { loaded(): void; failed(): void }) {
  const script = document.createElement('script')
  script.src = url
  script.async = true
  script.addEventListener('load', loaded)
  script.addEventListener('error', failed)
  document.head.append(script)
  return () => {
    script.removeEventListener('load', loaded)
    script.removeEventListener('error', failed)
    script.remove()
  }
}

interface Endings {
  paid(): void
  /** Closed, or ended with an error: it may be opened again. */
  over(): void
}

const widgetOptions = (key: string, rrr: string, { paid, over }: Endings): WidgetOptions => ({
  key,
  processRrr: true,
  transactionId: randomId(),
  extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
  // The widget's word is only a hint: the next page asks the server.
  onSuccess: paid,
  onError(answer) {
    console.info('The payment widget reported an error.', answer)
    over()
  },
  onClose() {
    console.info('The payment widget was closed.')
    over()
  },
})

/** 13 digits or so, as integrations of this widget send; crypto.randomUUID is younger than our oldest browsers. */
const randomId = () =>
  String(crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id * 1e6 + (part % 1e6), 1))
