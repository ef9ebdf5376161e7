import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useExercise } from '#applicant/entities/exercise/exercise.ts'
import { openSession, useSession } from '#applicant/entities/session/session.ts'
import { call } from '#applicant/http/call.ts'
import { useAction } from '#kit/query/use-action.ts'
import { useDelayedRedirect } from '#kit/routing/use-delayed-redirect.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { refusals } from '#shared/messages/refusals.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { getPathAfterLogin } from '#shared/policy/next-route.ts'
import { getUserIdPrefix } from '#shared/policy/user-id.ts'
import { isExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import { getFailureMessages } from './failure-messages.ts'
import { LoginLinks } from './login-links.tsx'
import styles from './login-page.module.css'

export function Component() {
  const exercise = useExercise()
  const { status, deadline, year } = exercise
  const { token, endReason } = useSession()
  const { state } = useLocation()
  const [pathAfterLogin, setPathAfterLogin] = useState<string | null>(null)
  // Who has logged out meanwhile, such as from another person's account, stays and can log in again.
  const next = token && pathAfterLogin
  useDelayedRedirect(next)
  const navigate = useNavigate()
  const login = useAction(
    async (form: FormData) => {
      const { message, token, data } = await call('login', {
        body: { userId: String(form.get('userId')), password: String(form.get('password')) },
      })
      openSession(token, data)
      toast.success(message)
      const path = getPathAfterLogin(data)
      const isOwn = state?.fromUserId === data.userId
      setPathAfterLogin((path === paths.dashboard && isOwn && state.from) || path)
    },
    { onError: (error) => toast.error(getFailureMessages(error, messages.login).toast) },
  )

  return (
    <Sheet title="Login to your Application Portal">
      {status === 'closed' && (
        <div>
          <p className={styles.closed}>Application is currently closed</p>
          <p>
            {isExercise(exercise)
              ? `If an account was issued to you, you can still log in${deadline ? '.' : ', pay and submit.'}`
              : refusals.no_exercise}
          </p>
        </div>
      )}
      {endReason && <Banner tone="warning">{endReason}</Banner>}
      {/* Who clicks once more meanwhile is logged in already: a second session would be opened. */}
      <FormStack onSubmit={(form) => (next ? navigate(next) : login.run(form))}>
        <FormError>{login.error ? getFailureMessages(login.error, messages.login).inline : null}</FormError>
        <TextInput
          label="User ID"
          hint={isExercise(exercise) ? `Such as ${getUserIdPrefix(year)}00001.` : undefined}
          name="userId"
          autoComplete="username"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <PasswordInput label="Password" name="password" autoComplete="current-password" enterKeyHint="go" />
        <Button type="submit" busy={login.isPending} wide>
          Login
        </Button>
        {next && (
          <p role="status" className={styles.redirecting}>
            You are logged in. Your next page opens in a moment.
          </p>
        )}
      </FormStack>
      <LoginLinks hasAdvert={isExercise(exercise)} />
    </Sheet>
  )
}
