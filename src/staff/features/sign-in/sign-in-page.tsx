// Signing in takes a password, then a code. Neither step says which part was wrong.
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAction } from '#web/lib/actions/use-action.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { describeFailure, hasCode, staffCall } from '../../lib/staff-call.ts'
import { useSessionActions, useStaffSession } from '../../lib/staff-session.ts'

export function Component() {
  const { data: me } = useStaffSession()
  const from = (useLocation().state as { from?: string } | null)?.from ?? '/'
  const [attempt, setAttempt] = useState('')
  const [note, setNote] = useState('')
  if (me) return <Navigate to={from} replace />

  function restart(why: string) {
    setAttempt('')
    setNote(why)
  }
  return attempt ? <SecondStep attempt={attempt} onRestart={restart} /> : <FirstStep note={note} onDone={setAttempt} />
}

function FirstStep({ note, onDone }: { note: string; onDone: (attempt: string) => void }) {
  const { run, isPending, error } = useAction(async (form: FormData) => {
    const body = { email: String(form.get('email')), password: String(form.get('password')) }
    onDone((await staffCall('signIn', { body })).data.attempt)
  })
  const errors = { email: fieldMessage(error, 'email'), password: fieldMessage(error, 'password') }
  const isFieldError = Boolean(errors.email ?? errors.password)
  return (
    <>
      <PageTitle>Sign in</PageTitle>
      <FormStack onSubmit={run}>
        <FormError>{error && !isFieldError ? describeFailure(error) : note}</FormError>
        <TextInput label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
        <PasswordInput label="Password" name="password" autoComplete="current-password" error={errors.password} />
        <Button type="submit" busy={isPending} wide>
          Continue
        </Button>
      </FormStack>
      <p>
        Lost your password or your authenticator app? Ask an administrator for a new link. Nobody else can set it for
        you.
      </p>
    </>
  )
}

interface SecondStepProps {
  attempt: string
  onRestart: (why: string) => void
}

function SecondStep({ attempt, onRestart }: SecondStepProps) {
  const { begin } = useSessionActions()
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.querySelector('h1')?.focus(), [])
  const { run, isPending, error } = useAction(
    async (form: FormData) => {
      const { data } = await staffCall('signInSecond', { body: { attempt, code: String(form.get('code')) } })
      begin(data.me)
    },
    { onError: (failure) => hasCode(failure, 'sign_in_expired') && onRestart(describeFailure(failure)) },
  )
  const codeError = fieldMessage(error, 'code')
  return (
    <div ref={heading}>
      <PageTitle>Enter your code</PageTitle>
      <FormStack onSubmit={run}>
        <FormError>{error && !codeError ? describeFailure(error) : null}</FormError>
        <TextInput
          label="Code"
          name="code"
          hint="Six digits from your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={codeError}
        />
        <Button type="submit" busy={isPending} wide>
          Sign in
        </Button>
        <Button variant="quiet" onClick={() => onRestart('')}>
          Use another account
        </Button>
      </FormStack>
    </div>
  )
}
