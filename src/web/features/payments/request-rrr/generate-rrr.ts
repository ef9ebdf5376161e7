import { notices } from '#shared/messages/web-messages.ts'
import { holdRrr } from '#web/entities/session/session.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * Has an RRR issued and holds it; says so in a toast either way.
 * @param amount fee plus charge, naira
 * @param which `generate` gives the open RRR if there is one, `regenerate` a new one
 * @returns the sentence of what went wrong, or an empty text
 */
export async function generateRrr(amount: number, which: 'generate' | 'regenerate'): Promise<string> {
  try {
    const { data } = await call('generateRrr', {
      body: which === 'generate' ? { amount } : { amount, regenerate: true },
    })
    holdRrr(data.RRR)
    toast.success(notices.payment.generated)
    return ''
  } catch (error) {
    const words = generationFailure(error)
    toast.error(words)
    return words
  }
}

/** A plain refusal in a 2xx answer, or anything that tells its reason (specification, section 8). */
function generationFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const isPlain = message === '' || (error instanceof ApiError && error.status < 300)
  return isPlain ? notices.payment.failed : notices.payment.error(message)
}
