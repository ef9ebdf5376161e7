import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { notices } from '#shared/messages/web-messages.ts'
import { screens } from '#shared/routes.ts'
import { fieldWords } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { failureWords } from '../failure-messages.ts'

/** Asks for a reset mail. The answer is the same whether or not the account exists (decisions.md, "Accounts"). */
export function Component() {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [answer, setAnswer] = useState('')
  const userIdWords = fieldWords(failure, 'userId')
  const emailWords = fieldWords(failure, 'email')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setPending(true)
    setFailure(null)
    setAnswer('')
    try {
      const { message } = await call('forgotPassword', {
        body: { userId: String(typed.get('userId')), email: String(typed.get('email')) },
      })
      setAnswer(message)
    } catch (error) {
      toast.error(failureWords(error, notices.password).toast)
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <Sheet title="Forgot your password?">
      <p>Enter your User ID and the email of your account. If they match, we send you a link to set a new password.</p>
      {answer && (
        <Banner tone="success" role="status">
          {answer}
        </Banner>
      )}
      <FormStack onSubmit={submit}>
        <FormError>
          {failure && !userIdWords && !emailWords ? failureWords(failure, notices.password).inline : null}
        </FormError>
        <TextInput
          label="User ID"
          name="userId"
          error={userIdWords}
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
        />
        <TextInput
          label="Email"
          name="email"
          type="email"
          error={emailWords}
          autoComplete="email"
          enterKeyHint="send"
        />
        <Button type="submit" busy={pending} wide>
          Send the link
        </Button>
      </FormStack>
      <p>
        <Link to={screens.login}>Back to login</Link>
      </p>
    </Sheet>
  )
}
