// A recovery code, and the mailbox to which the link goes, stand for a lost password, app or passkey.

import { useState } from 'react'
import { Link } from 'react-router'
import { describeFailure, fieldMessage } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { staffPaths } from '#shared/staff/paths.ts'
import { maxTypedCode } from '#shared/staff/text-limits.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export function Component() {
  const [isSent, setSent] = useState(false)
  const { run, isPending, error } = useAction(async (form: FormData) => {
    await staffCall('recoverSignIn', { body: { email: String(form.get('email')), code: String(form.get('code')) } })
    setSent(true)
  })
  const errors = { email: fieldMessage(error, 'email'), code: fieldMessage(error, 'code') }
  const isFieldError = Boolean(errors.email ?? errors.code)
  return (
    <>
      <PageTitle>Use a recovery code</PageTitle>
      {isSent ? (
        <Banner tone="success" role="status" title="Check your mailbox">
          The link in our email sets up your sign-in again. It works once, for one hour.
        </Banner>
      ) : (
        <>
          <p>
            You got ten recovery codes when you set up your sign-in. With one of them, and your mailbox, you set it up
            again: with a passkey, or with a password and an authenticator app.
          </p>
          <FormStack onSubmit={run}>
            <FormError>{error && !isFieldError ? describeFailure(error) : null}</FormError>
            <TextInput label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
            <TextInput
              label="Recovery code"
              name="code"
              maxLength={maxTypedCode}
              hint="For example k7wd-3mqa-x9fe. Each works once."
              autoCapitalize="none"
              spellCheck={false}
              error={errors.code}
            />
            <Button type="submit" busy={isPending} wide>
              Email me a link
            </Button>
          </FormStack>
          <p>Without a code, ask an administrator for a new link.</p>
        </>
      )}
      <p>
        <Link to={staffPaths.signIn}>Back to signing in</Link>
      </p>
    </>
  )
}
