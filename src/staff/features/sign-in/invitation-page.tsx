// Accepting an invitation: with a passkey, or with a password and an authenticator app. No session starts before that.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { describeFailure, fieldMessage, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { CopyButton } from '#kit/ui/actions/copy-button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Divider } from '#kit/ui/layout/divider.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { RequestInput } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import { staffPasswordLength } from '#shared/staff/password.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { PasskeyButton } from '#staff/entities/session/passkey-button.tsx'
import { canUsePasskeys, makePasskey } from '#staff/entities/session/passkeys.ts'
import { RecoveryCodes } from '#staff/entities/session/recovery-codes.tsx'
import { useSignInMethods } from '#staff/entities/session/use-sign-in-methods.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './invitation-page.module.css'
import { QrCode } from './qr-code.tsx'

export function Component() {
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: async () => (await staffCall('openInvitation', { body: { code } })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // It has the secret of the authenticator app.
    gcTime: 0,
  })
  if (accepted) return <NewRecoveryCodes {...accepted} />
  if (invitation.isPending) return <Skeleton lines={['title', 'line', 'block']} />
  if (invitation.error) return <InvalidInvitation error={invitation.error} onRetry={() => void invitation.refetch()} />
  return <AcceptInvitation code={code} invitation={invitation.data} onAccepted={setAccepted} />
}

const InvalidInvitation = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <>
    <PageTitle>Your invitation</PageTitle>
    <Banner tone="error">{describeFailure(error)}</Banner>
    <SignInInstead error={error} />
    <p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </p>
  </>
)

/** The link may have been used by a try whose answer was lost, with the recovery codes. */
const SignInInstead = ({ error }: { error: unknown }) =>
  hasCode(error, 'invitation_invalid') && (
    <p>
      Have you set up your sign-in with it already? <Link to={staffPaths.signIn}>Sign in</Link>, and make new recovery
      codes in “My account” if you have kept none.
    </p>
  )

interface Accepted {
  codes: readonly string[]
  /** Instead of a password and an app. */
  hasPasskey: boolean
}

interface AcceptProps {
  code: string
  invitation: { kind: 'invite' | 'reset'; email: string; name: string; totpSecret: string; totpUri: string }
  onAccepted: (accepted: Accepted) => void
}

function AcceptInvitation({ code, invitation, onAccepted }: AcceptProps) {
  const { kind, email, name, totpSecret, totpUri } = invitation
  const { run, pending, error } = useSignInMethods<'password' | 'passkey'>()

  const accept = async (body: RequestInput<StaffContracts['acceptInvitation'], 'body'>) => {
    const { recoveryCodes } = (await staffCall('acceptInvitation', { body })).data
    onAccepted({ codes: recoveryCodes, hasPasskey: 'passkey' in body })
  }
  const acceptWithPassword = (form: FormData) =>
    run('password', () =>
      accept({ code, password: String(form.get('password')), totpCode: String(form.get('totpCode')) }),
    )
  const acceptWithPasskey = () =>
    run('passkey', async () => {
      const options = (await staffCall('prepareInvitationPasskey', { body: { code } })).data
      await accept({ code, passkey: await makePasskey(options) })
    })

  const errors = { password: fieldMessage(error, 'password'), totpCode: fieldMessage(error, 'totpCode') }
  const isFieldError = Boolean(errors.password ?? errors.totpCode)
  return (
    <>
      <PageTitle>{kind === 'invite' ? `Welcome, ${name}` : 'Set up your sign-in again'}</PageTitle>
      <p>For {email}. Choose how you sign in from now on.</p>
      <FormStack onSubmit={(form) => void acceptWithPassword(form)}>
        <FormError>{error && !isFieldError ? describeFailure(error) : null}</FormError>
        <SignInInstead error={error} />
        {canUsePasskeys() && (
          <>
            <p>With a passkey, the fingerprint, face or PIN of your device is all you need.</p>
            <PasskeyButton busy={pending === 'passkey'} onClick={() => void acceptWithPasskey()}>
              Make a passkey
            </PasskeyButton>
            <Divider>or password and app</Divider>
          </>
        )}
        <p>With a password and an authenticator app you will need both whenever you sign in.</p>
        <input type="hidden" name="username" autoComplete="username" value={email} />
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
        <Button type="submit" busy={pending === 'password'} wide>
          Finish
        </Button>
      </FormStack>
    </>
  )
}

const NewRecoveryCodes = ({ codes, hasPasskey }: Accepted) => (
  <>
    <PageTitle>Keep your recovery codes</PageTitle>
    <Banner tone="warning" title="They are shown only now">
      {hasPasskey
        ? 'If you lose the device with your passkey, one of these codes and your mailbox let you set up your sign-in again.'
        : 'Without your phone, each of these codes lets you sign in once.'}{' '}
      Print them or write them down, and keep them where only you can reach them.
    </Banner>
    <RecoveryCodes codes={codes}>
      <ButtonLink to={staffPaths.signIn}>I have kept them: sign in</ButtonLink>
    </RecoveryCodes>
  </>
)
