import { useState } from 'react'
import { messages } from '#shared/messages/web-messages.ts'
import { usePaymentCheck } from '#web/entities/payment/use-payment-check.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { FormStack } from '#web/ui/layout/form-stack.tsx'

/** Checks whether an RRR is paid. */
export function VerifyPaymentCard() {
  const [rrr, setRrr] = useState('')
  const payment = usePaymentCheck(rrr.trim(), { onError: toast.error })
  return (
    <Card title="Verify payment">
      <FormStack onSubmit={() => void payment.check()}>
        {payment.result === 'paid' && (
          <Banner tone="success" role="status">
            {messages.payment.verified}
          </Banner>
        )}
        {payment.result === 'skipped' && (
          <Banner tone="warning" role="alert">
            {messages.payment.skipped}
          </Banner>
        )}
        {payment.errorMessage && (
          <Banner tone="error" role="alert">
            {payment.errorMessage}
          </Banner>
        )}
        <TextInput
          label="Reference number"
          hint="The RRR of your payment: 12 digits."
          name="rrr"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          value={rrr}
          onChange={(event) => setRrr(event.target.value)}
          error={fieldMessage(payment.error, 'rrr')}
        />
        <Button type="submit" variant="secondary" busy={payment.isChecking}>
          Verify payment
        </Button>
      </FormStack>
    </Card>
  )
}
