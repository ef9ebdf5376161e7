// Accepting an invitation: a password and an authenticator app. No session starts before both are set.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { staffPasswordLength } from '#shared/staff/password.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'
import styles from './invitation-page.module.css'
import { QrCode } from './qr-code.tsx'

export function Component() {
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([])
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: async () => (await staffCall('openInvitation', { body: { code } })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (recoveryCodes.length > 0) return <RecoveryCodes codes={recoveryCodes} />
  if (invitation.isPending) return <Skeleton lines={['title', 'line', 'block']} />
  if (invitation.error) return <InvalidInvitation error={invitation.error} onRetry={() => void invitation.refetch()} />
  return <AcceptInvitation code={code} invitation={invitation.data} onAccepted={setRecoveryCodes} />
}

const InvalidInvitation = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <>
    <PageTitle>Your invitation</PageTitle>
    <Banner tone="error" role="alert">
      {describeFailure(error)}
    </Banner>
    <p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </p>
  </>
)

interface AcceptProps {
  code: string
  invitation: { kind: 'invite' | 'reset'; email: string; name: string; totpSecret: string; totpUri: string }
  onAccepted: (recoveryCodes: readonly string[]) => void
}

function AcceptInvitation({ code, invitation, onAccepted }: AcceptProps) {
  const { kind, email, name, totpSecret, totpUri } = invitation
  const { run, isPending, error } = useAction(async (form: FormData) => {
    const body = { code, password: String(form.get('password')), totpCode: String(form.get('totpCode')) }
    onAccepted((await staffCall('acceptInvitation', { body })).data.recoveryCodes)
  })
  const errors = { password: fieldMessage(error, 'password'), totpCode: fieldMessage(error, 'totpCode') }
  const isFieldError = Boolean(errors.password ?? errors.totpCode)
  return (
    <>
      <PageTitle>{kind === 'invite' ? `Welcome, ${name}` : 'Set a new password'}</PageTitle>
      <p>For {email}. Choose a password and connect an authenticator app: you will need both whenever you sign in.</p>
      <FormStack onSubmit={run}>
        <FormError>{error && !isFieldError ? describeFailure(error) : null}</FormError>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${staffPasswordLength.min} characters. A sentence is easy to remember.`}
          error={errors.password}
        />
        <section className={styles.app} aria-label="Authenticator app">
          <p>Scan this code with an authenticator app on your phone, or type in the key.</p>
          <QrCode text={totpUri} label="QR code for the authenticator app" />
          <p>
            Key: <code className={styles.key}>{totpSecret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <CopyButton text={totpSecret} label="key" />
        </section>
        <TextInput
          label="Code"
          name="totpCode"
          hint="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.totpCode}
        />
        <Button type="submit" busy={isPending} wide>
          Finish
        </Button>
      </FormStack>
    </>
  )
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <>
    <PageTitle>Keep your recovery codes</PageTitle>
    <Banner tone="warning" title="They are shown only now">
      Without your phone, each of these codes lets you sign in once. Print them or write them down, and keep them where
      only you can reach them.
    </Banner>
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className={styles.actions}>
      <CopyButton text={codes.join('\n')} label="recovery codes" />
      <Button variant="secondary" onClick={() => print()}>
        Print
      </Button>
      <ButtonLink to="/login">I have kept them: sign in</ButtonLink>
    </div>
  </>
)
