// Signing in takes a passkey, or a password and then a code. No step says which part was wrong.

import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { describeFailure, fieldMessage, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Divider } from '#kit/ui/layout/divider.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { Reply } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import type { PasskeyAnswer } from '#shared/api/staff/passkeys.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { PasskeyButton } from '#staff/entities/session/passkey-button.tsx'
import { askForPasskey, canUsePasskeys } from '#staff/entities/session/passkeys.ts'
import { useSessionActions, useStaffSession } from '#staff/entities/session/staff-session.ts'
import { usePasskeyAutofill } from '#staff/entities/session/use-passkey-autofill.ts'
import { useSignInMethods } from '#staff/entities/session/use-sign-in-methods.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './sign-in-page.module.css'

type Attempt = Pick<Reply<StaffContracts['signIn']>['data'], 'attempt' | 'methods'>

export function Component() {
  const { data: session } = useStaffSession()
  const from = (useLocation().state as { from?: string } | null)?.from ?? staffPaths.home
  return session?.me && !session.isOver ? <Navigate to={from} replace /> : <SignInSteps />
}

export function SignInSteps() {
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [note, setNote] = useState('')

  function restart(why: string) {
    setAttempt(null)
    setNote(why)
  }
  return attempt ? <SecondStep attempt={attempt} onRestart={restart} /> : <FirstStep note={note} onDone={setAttempt} />
}

function FirstStep({ note, onDone }: { note: string; onDone: (attempt: Attempt) => void }) {
  const { begin } = useSessionActions()
  const { run, pending, error } = useSignInMethods<'password' | 'passkey'>()

  const enterPassword = (form: FormData) =>
    run('password', async () => {
      const body = { email: String(form.get('email')), password: String(form.get('password')) }
      onDone((await staffCall('signIn', { body })).data)
    })
  /** With a click, or chosen from the list of the email field. */
  const enterPasskey = (chosen?: PasskeyAnswer) =>
    run('passkey', async () => {
      const response = chosen ?? (await askForPasskey((await staffCall('preparePasskeySignIn', { body: {} })).data))
      begin((await staffCall('signInWithPasskey', { body: { response } })).data.me)
    })
  usePasskeyAutofill(pending === 'passkey', (chosen) => void enterPasskey(chosen))

  const errors = { email: fieldMessage(error, 'email'), password: fieldMessage(error, 'password') }
  const isFieldError = Boolean(errors.email ?? errors.password)
  return (
    <>
      <PageTitle>Sign in</PageTitle>
      <FormStack onSubmit={(form) => void enterPassword(form)}>
        <FormError>{error && !isFieldError ? describeFailure(error) : note}</FormError>
        {canUsePasskeys() && (
          <>
            <PasskeyButton busy={pending === 'passkey'} onClick={() => void enterPasskey()}>
              Sign in with a passkey
            </PasskeyButton>
            <Divider>or with your password</Divider>
          </>
        )}
        <TextInput label="Email" name="email" type="email" autoComplete="username webauthn" error={errors.email} />
        <PasswordInput label="Password" name="password" autoComplete="current-password" error={errors.password} />
        <Button type="submit" busy={pending === 'password'} wide>
          Continue
        </Button>
      </FormStack>
      <p>
        Lost your password, authenticator app or passkey? <Link to={staffPaths.recover}>Use a recovery code</Link>, or
        ask an administrator for a new link.
      </p>
    </>
  )
}

interface SecondStepProps {
  attempt: Attempt
  onRestart: (why: string) => void
}

function SecondStep({ attempt: { attempt, methods }, onRestart }: SecondStepProps) {
  const { begin } = useSessionActions()
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.querySelector('h1')?.focus(), [])
  const { run, pending, error } = useSignInMethods<'code' | 'passkey'>({
    onError: (failure) => hasCode(failure, 'sign_in_expired') && onRestart(describeFailure(failure)),
  })

  const enterCode = (form: FormData) =>
    run('code', async () => {
      const { data } = await staffCall('signInSecond', { body: { attempt, code: String(form.get('code')) } })
      begin(data.me)
    })
  const enterPasskey = () =>
    run('passkey', async () => {
      const options = (await staffCall('preparePasskeySignIn', { body: { attempt } })).data
      const passkey = await askForPasskey(options)
      begin((await staffCall('signInSecond', { body: { attempt, passkey } })).data.me)
    })

  const codeError = fieldMessage(error, 'code')
  return (
    <div ref={heading} className={styles.step}>
      <PageTitle>Enter your code</PageTitle>
      <FormStack onSubmit={(form) => void enterCode(form)}>
        <FormError>{error && !codeError ? describeFailure(error) : null}</FormError>
        {methods.includes('passkey') && canUsePasskeys() && (
          <>
            <PasskeyButton busy={pending === 'passkey'} onClick={() => void enterPasskey()}>
              Use a passkey
            </PasskeyButton>
            <Divider>or enter a code</Divider>
          </>
        )}
        <TextInput
          label="Code"
          name="code"
          hint="Six digits from your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={codeError}
        />
        <Button type="submit" busy={pending === 'code'} wide>
          Sign in
        </Button>
        <Button variant="quiet" onClick={() => onRestart('')}>
          Use another account
        </Button>
      </FormStack>
    </div>
  )
}
