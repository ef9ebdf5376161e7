import { useState } from 'react'
import { usePaymentCheck } from '#applicant/entities/payment/use-payment-check.ts'
import { fieldMessage } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { FormStack } from '#kit/ui/layout/form-stack.tsx'
import styles from './older-rrr-form.module.css'

/** A payment by an RRR that was replaced by a newer one counts too (decisions, "Payment"). */
export function OlderRrrForm() {
  const [rrr, setRrr] = useState('')
  const [isMissing, setMissing] = useState(false)
  const payment = usePaymentCheck(rrr)
  const error = isMissing
    ? 'Enter the 12 digits of the older RRR.'
    : (fieldMessage(payment.error, 'rrr') ?? payment.errorMessage)

  async function submit() {
    const isEmpty = rrr.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) await payment.check()
  }

  return (
    <div>
      <p>Paid with an older RRR? It still counts. Do not pay again.</p>
      <details className={styles.older}>
        <summary>Check an older RRR</summary>
        <FormStack onSubmit={submit}>
          <TextInput
            label="Older RRR"
            hint="12 digits"
            name="older-rrr"
            inputMode="numeric"
            enterKeyHint="go"
            value={rrr}
            onChange={(event) => setRrr(event.target.value)}
            error={error || undefined}
          />
          <Button type="submit" variant="secondary" busy={payment.isChecking}>
            Check this RRR
          </Button>
        </FormStack>
      </details>
    </div>
  )
}
