import { useState } from 'react'
import { messages } from '#shared/messages/web-messages.ts'
import { getVerificationMessage, verifyPayment } from '#web/entities/payment/payment-check.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormStack } from '#web/ui/layout/form-stack.tsx'
import styles from './older-rrr-form.module.css'

/** For those who paid by an RRR that a newer one has replaced: it counts all the same (decisions, "Payment"). */
export function OlderRrrForm() {
  const [rrr, setRrr] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')

  async function check() {
    if (rrr.trim() === '') return setFailure('Enter the 12 digits of the older RRR.')
    setPending(true)
    setFailure('')
    try {
      await verifyPayment(rrr)
      toast.success(messages.payment.verified)
    } catch (error) {
      setFailure(fieldMessage(error, 'rrr') ?? getVerificationMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <div>
      <p>
        Any RRR that was issued to you before stays payable too. If you have paid with an older one, it counts: do not
        pay again.
      </p>
      <details className={styles.older}>
        <summary>Check an older RRR</summary>
        <FormStack onSubmit={check}>
          <TextInput
            label="Older RRR"
            hint="12 digits"
            name="older-rrr"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="go"
            value={rrr}
            onChange={(event) => setRrr(event.target.value)}
            error={failure || undefined}
          />
          <Button type="submit" variant="secondary" busy={pending}>
            Check this RRR
          </Button>
        </FormStack>
      </details>
    </div>
  )
}
