import { useState } from 'react'
import { usePaymentCheck } from '#applicant/entities/payment/use-payment-check.ts'
import { fieldMessage } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormStack } from '#kit/ui/layout/form-stack.tsx'
import { messages } from '#shared/messages/web-messages.ts'
import { cleanRrr, invalidRrr, isRrr } from '#shared/policy/rrr.ts'

/** Checks whether an RRR is paid. Folded once the fee is paid, because nothing needs to be checked any more. */
export function VerifyPaymentCard({ isPaid }: { isPaid: boolean }) {
  return (
    <Card title="Verify payment">
      {isPaid ? (
        <>
          <p>Your payment is verified.</p>
          <details>
            <summary>Check another RRR</summary>
            <VerifyPaymentForm />
          </details>
        </>
      ) : (
        <VerifyPaymentForm />
      )}
    </Card>
  )
}

function VerifyPaymentForm() {
  const [rrr, setRrr] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const payment = usePaymentCheck(cleanRrr(rrr), { onError: toast.error })
  const check = () => {
    // An empty field has a message of its own.
    const isWrong = rrr.trim() !== '' && !isRrr(cleanRrr(rrr))
    setInvalid(isWrong)
    if (!isWrong) void payment.check()
  }
  return (
    <FormStack onSubmit={check}>
      {!isInvalid && payment.result === 'paid' && (
        <Banner tone="success" role="status">
          {messages.payment.verified}
        </Banner>
      )}
      {payment.result === 'skipped' && (
        <Banner tone="warning" role="alert">
          {messages.payment.skipped}
        </Banner>
      )}
      {!isInvalid && payment.errorMessage && <Banner tone="error">{payment.errorMessage}</Banner>}
      <TextInput
        label="Reference number"
        hint="The RRR of your payment: 12 digits."
        name="rrr"
        inputMode="numeric"
        enterKeyHint="go"
        value={rrr}
        onChange={(event) => setRrr(event.target.value)}
        error={isInvalid ? invalidRrr : fieldMessage(payment.error, 'rrr')}
      />
      <Button type="submit" variant="secondary" busy={payment.isChecking}>
        Verify payment
      </Button>
    </FormStack>
  )
}
