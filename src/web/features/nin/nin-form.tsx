import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { errors } from '#shared/messages/errors.ts'
import { ninLength } from '#shared/policy/limits.ts'
import { hasPaid, screenAfterNin } from '#shared/policy/next-route.ts'
import { currentSession } from '#web/entities/session/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormStack } from '#web/ui/layout/form-stack.tsx'
import { NinComplaint } from './nin-error.tsx'
import { ninFailure } from './nin-failure.ts'
import styles from './nin-form.module.css'
import { verifyNin } from './verify-nin.ts'

interface Complaint {
  about: 'nin' | 'consent' | 'answer'
  message: string
  /** What the server said beyond the first sentence. */
  details?: readonly string[]
  /** The service is down; everything else goes on. */
  isLater?: boolean
}

export function NinForm() {
  const navigate = useNavigate()
  const [nin, setNin] = useState('')
  const [consent, setConsent] = useState(false)
  const [pending, setPending] = useState(false)
  const [complaint, setComplaint] = useState<Complaint | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const early = complaintBefore(nin, consent)
    setComplaint(early)
    if (early) return
    setPending(true)
    try {
      const outcome = await verifyNin(nin)
      if (outcome.kind === 'differs') return setComplaint({ about: 'answer', ...inSentences(outcome.message) })
      toast.success(outcome.message)
      navigate(screenAfterNin(currentSession().token !== null))
    } catch (error) {
      const { message, detail, isLater } = ninFailure(error)
      toast.error(message)
      setComplaint({ about: 'answer', message, details: detail ? [detail] : [], isLater })
    } finally {
      setPending(false)
    }
  }

  return (
    <FormStack onSubmit={submit}>
      {complaint?.about === 'answer' && (
        <NinComplaint
          message={complaint.message}
          details={complaint.details ?? []}
          goOn={complaint.isLater === true && mayWrite()}
        />
      )}
      <TextInput
        label="NIN"
        hint={`${ninLength} digits. Dial *346# on the phone you registered with to see yours. You can check three NINs a day.`}
        name="nin"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={ninLength}
        className={styles.digits}
        value={nin}
        onChange={(event) => setNin(event.target.value)}
        error={complaint?.about === 'nin' ? complaint.message : undefined}
      />
      <Checkbox
        name="consent"
        checked={consent}
        onChange={(event) => setConsent(event.target.checked)}
        error={complaint?.about === 'consent' ? complaint.message : undefined}
        label="I agree that the institute looks up my record in the national identity register, and keeps my name, date of birth, gender, phone, state, local government area, next of kin's area and photo for this recruitment."
      />
      <div className={styles.action}>
        <Button type="submit" busy={pending} disabled={nin === ''} aria-describedby="why-not" wide>
          Verify
        </Button>
        <p id="why-not" className={styles.why}>
          {nin === '' && 'Enter your NIN first.'}
        </p>
      </div>
    </FormStack>
  )
}

/** The form is open to whoever has paid. */
function mayWrite() {
  const { user } = currentSession()
  return user !== null && hasPaid(user)
}

function complaintBefore(nin: string, consent: boolean): Complaint | null {
  if (!/^\d+$/.test(nin) || nin.length !== ninLength) return { about: 'nin', message: errors.nin_malformed.message }
  if (!consent) return { about: 'consent', message: errors.nin_consent_required.message }
  return null
}

/** The server tells a mismatch in one text: what it is, then fact by fact. */
function inSentences(text: string): { message: string; details: string[] } {
  const [message = text, ...details] = text.match(/[^.]+\.?/g)?.map((sentence) => sentence.trim()) ?? []
  return { message, details }
}
