import { type FormEvent, useState } from 'react'
import { notices } from '#shared/messages/web-messages.ts'
import { screenAfterLogin } from '#shared/policy/next-route.ts'
import type { Screen } from '#shared/routes.ts'
import { useExercise } from '#web/entities/exercise/exercise.ts'
import { openSession, useSession } from '#web/entities/session/session.ts'
import { useRedirectSoon } from '#web/lib/browser/redirect.ts'
import { call } from '#web/lib/http/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { failureWords } from './failure-messages.ts'
import { LoginLinks } from './login-links.tsx'
import styles from './login-page.module.css'

export function Component() {
  const { status } = useExercise()
  const { ended } = useSession()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const [next, setNext] = useState<Screen | null>(null)
  useRedirectSoon(next)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setPending(true)
    setFailure('')
    try {
      const { message, token, data } = await call('login', {
        body: { userId: String(typed.get('userId')), password: String(typed.get('password')) },
      })
      openSession(token, data)
      toast.success(message)
      setNext(screenAfterLogin(data))
    } catch (error) {
      const words = failureWords(error, notices.login)
      toast.error(words.toast)
      setFailure(words.inline)
    } finally {
      setPending(false)
    }
  }

  return (
    <Sheet title="Login to your Application Portal">
      {status === 'closed' && <p className={styles.closed}>Application is currently closed</p>}
      {ended && <Banner tone="warning">{ended}</Banner>}
      <FormStack onSubmit={submit}>
        <FormError>{failure}</FormError>
        <TextInput
          label="User ID"
          name="userId"
          autoComplete="username"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <PasswordInput label="Password" name="password" autoComplete="current-password" enterKeyHint="go" />
        <Button type="submit" busy={pending} wide>
          Login
        </Button>
        {next && (
          <p role="status" className={styles.going}>
            You are logged in. Your next page opens in a moment.
          </p>
        )}
      </FormStack>
      <LoginLinks />
    </Sheet>
  )
}
