import { useState } from 'react'
import { call } from '#applicant/http/call.ts'
import { fieldMessage } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { messages } from '#shared/messages/web-messages.ts'
import { paths } from '#shared/routes.ts'
import { getFailureMessages } from '../failure-messages.ts'
import { CheckInbox } from './check-inbox.tsx'

interface Details {
  userId: string
  email: string
}

const focus = (input: HTMLInputElement | null) => input?.focus()

/** Requests a reset email. The reply is the same whether or not the account exists. */
export function Component() {
  const [details, setDetails] = useState<Details>({ userId: '', email: '' })
  const [confirmation, setConfirmation] = useState<{ text: string; number: number } | null>(null)
  const [isBack, setBack] = useState(false)
  const { run, isPending, error } = useAction(
    async (next: Details, isAgain: boolean) => {
      setDetails(next)
      const { message } = await call('forgotPassword', { body: next })
      setConfirmation((previous) =>
        // Who has gone back to the form meanwhile may be typing.
        isAgain && !previous ? null : { text: message, number: (previous?.number ?? 0) + 1 },
      )
    },
    { onError: (failure) => toast.error(getFailureMessages(failure, messages.password).toast) },
  )
  const userIdError = fieldMessage(error, 'userId')
  const emailError = fieldMessage(error, 'email')
  const errorMessage = error && !userIdError && !emailError ? getFailureMessages(error, messages.password).inline : null

  return (
    <Sheet title="Forgot your password?">
      {confirmation ? (
        <CheckInbox
          key={confirmation.number}
          {...details}
          confirmation={confirmation.text}
          errorMessage={errorMessage}
          isPending={isPending}
          onResend={() => run(details, true)}
          onChangeDetails={() => {
            setBack(true)
            setConfirmation(null)
          }}
        />
      ) : (
        <>
          <p>
            Enter your User ID and the email of your account. If they match, we send you a link to set a new password.
          </p>
          <FormStack
            onSubmit={(form) => run({ userId: String(form.get('userId')), email: String(form.get('email')) }, false)}
          >
            <FormError>{errorMessage}</FormError>
            <TextInput
              label="User ID"
              name="userId"
              defaultValue={details.userId}
              // The button that led back here is gone.
              ref={isBack ? focus : undefined}
              error={userIdError}
              autoComplete="username"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
            />
            <TextInput
              label="Email"
              name="email"
              type="email"
              defaultValue={details.email}
              error={emailError}
              autoComplete="email"
              enterKeyHint="send"
            />
            <Button type="submit" busy={isPending} wide>
              Send the link
            </Button>
          </FormStack>
        </>
      )}
      <p>
        <TextLink to={paths.login}>Back to login</TextLink>
      </p>
    </Sheet>
  )
}
