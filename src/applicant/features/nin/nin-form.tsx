import { useId, useState } from 'react'
import { refreshUser } from '#applicant/entities/session/refresh-user.ts'
import { currentSession } from '#applicant/entities/session/session.ts'
import { hasCode } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { FormStack } from '#kit/ui/layout/form-stack.tsx'
import { refusals } from '#shared/messages/refusals.ts'
import { ninLength } from '#shared/policy/limits.ts'
import { getPathAfterNin, hasPaid } from '#shared/policy/next-route.ts'
import type { AppPath } from '#shared/routes.ts'
import { paths } from '#shared/routes.ts'
import { NinError } from './nin-error.tsx'
import styles from './nin-form.module.css'
import { describeMismatch, describeNinError, type NinResult, verifyNin } from './verify-nin.ts'

interface InputError {
  field: 'nin' | 'consent'
  message: string
}

/** @param onVerified with where the applicant goes on */
export function NinForm({ onVerified }: { onVerified: (next: AppPath) => Promise<void> }) {
  const whyNot = useId()
  const [nin, setNin] = useState('')
  const [consent, setConsent] = useState(false)
  const [inputError, setInputError] = useState<InputError | null>(null)
  /** The server's reply when the record belongs to somebody else. */
  const [mismatch, setMismatch] = useState<NinResult | null>(null)
  const verify = useAction(
    async () => {
      setMismatch(null)
      const result = await verifyNin(nin)
      if (result.kind === 'mismatch') return setMismatch(result)
      toast.success(result.message)
      await onVerified(getPathAfterNin(currentSession().token !== null))
    },
    {
      onError(error) {
        toast.error(describeNinError(error).message)
        // On another device: the page then shows it.
        if (hasCode(error, 'nin_already_verified')) void refreshUser().catch(() => {})
      },
    },
  )

  function submit() {
    const found = validateInput(nin, consent)
    setInputError(found)
    if (!found) void verify.run()
  }

  const failure = verify.error ? describeNinError(verify.error) : mismatch ? describeMismatch(mismatch) : null
  return (
    <FormStack onSubmit={submit}>
      {failure && !inputError && (
        <NinError
          message={failure.message}
          details={failure.details}
          linkToForm={failure.isServiceDown && canFillInForm()}
        />
      )}
      <TextInput
        label="NIN"
        hint={`${ninLength} digits. Dial *346# on the phone you registered with to see yours. You can check three NINs a day.`}
        name="nin"
        inputMode="numeric"
        enterKeyHint="go"
        maxLength={ninLength}
        className={styles.digits}
        value={nin}
        onChange={(event) => setNin(event.target.value)}
        error={inputError?.field === 'nin' ? inputError.message : undefined}
      />
      <Checkbox
        name="consent"
        checked={consent}
        onChange={(event) => setConsent(event.target.checked)}
        error={inputError?.field === 'consent' ? inputError.message : undefined}
        label="I agree that the institute may look up my record in the national identity register, and keep my NIN, name, date of birth and photo for this recruitment."
      />
      <p className={styles.reason}>
        What we do with it:{' '}
        <a href={paths.privacy} target="_blank" rel="noreferrer">
          Privacy notice (opens in a new tab)
        </a>
      </p>
      <div className={styles.action}>
        <Button
          type="submit"
          busy={verify.isPending}
          disabled={nin === ''}
          aria-describedby={nin === '' ? whyNot : undefined}
          wide
        >
          Verify
        </Button>
        {nin === '' && (
          <p id={whyNot} className={styles.reason}>
            Enter your NIN first.
          </p>
        )}
      </div>
    </FormStack>
  )
}

/** The form is open to everyone who has paid. */
function canFillInForm() {
  const { user } = currentSession()
  return user !== null && hasPaid(user)
}

function validateInput(nin: string, consent: boolean): InputError | null {
  if (!/^\d+$/.test(nin) || nin.length !== ninLength) return { field: 'nin', message: refusals.nin_malformed }
  if (!consent) return { field: 'consent', message: refusals.nin_consent_required }
  return null
}
