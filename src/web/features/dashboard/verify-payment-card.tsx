import { type FormEvent, useState } from 'react'
import { notices } from '#shared/messages/web-messages.ts'
import { verificationFailure, verifyPayment } from '#web/entities/payment/payment-check.ts'
import { useSession } from '#web/entities/session/session.ts'
import { fieldWords } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Tone } from '#web/ui/feedback/tone.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { FormStack } from '#web/ui/layout/form-stack.tsx'

interface Answer {
  tone: Tone
  words: string
  /** What is wrong with the number as it was typed. */
  about?: string | undefined
}

/** Asks whether an RRR is paid. */
export function VerifyPaymentCard() {
  const { token } = useSession()
  const [rrr, setRrr] = useState('')
  const [pending, setPending] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)

  async function check(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setAnswer(null)
    const found = await answerAbout(rrr.trim(), token)
    toast[found.tone](found.words)
    setAnswer(found)
    setPending(false)
  }

  return (
    <Card title="Verify payment">
      <FormStack onSubmit={check}>
        {answer && (
          <Banner tone={answer.tone} role={answer.tone === 'success' ? 'status' : 'alert'}>
            {answer.words}
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
          error={answer?.about}
        />
        <Button type="submit" look="secondary" busy={pending}>
          Verify payment
        </Button>
      </FormStack>
    </Card>
  )
}

async function answerAbout(rrr: string, token: string | null): Promise<Answer> {
  if (!token || rrr === '') return { tone: 'warning', words: notices.payment.skipped }
  try {
    await verifyPayment(rrr)
    return { tone: 'success', words: notices.payment.verified }
  } catch (error) {
    return { tone: 'error', words: verificationFailure(error), about: fieldWords(error, 'rrr') }
  }
}
