import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { WrappedText } from '#kit/ui/layout/wrapped-text.tsx'
import styles from './check-inbox.module.css'

interface Props {
  userId: string
  email: string
  /** The server's reply, which does not tell whether the account exists. */
  confirmation: string
  errorMessage: string | null
  isPending: boolean
  onResend(): void
  onChangeDetails(): void
}

/** What to do after the request: look into the inbox, and only then ask again. Rendered anew for each request. */
export function CheckInbox({ userId, email, confirmation, errorMessage, isPending, onResend, onChangeDetails }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const secondsLeft = useCountdown(resendAfterSeconds)
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.inbox}>
      <h2 ref={heading} tabIndex={-1}>
        Check your inbox
      </h2>
      <Banner tone="success" role="status">
        {confirmation}
      </Banner>
      <p>
        Requested for <strong>{userId}</strong> and{' '}
        <strong className={styles.email}>
          <WrappedText text={email} />
        </strong>
        .
      </p>
      <FormError>{errorMessage}</FormError>
      <Button
        variant="secondary"
        wide
        busy={isPending}
        disabled={secondsLeft > 0}
        aria-describedby="resend"
        onClick={onResend}
      >
        Send the link again
      </Button>
      <p id="resend" className={styles.hint}>
        {secondsLeft > 0
          ? `An email can take a minute. You can send it again in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`
          : 'Nothing came? Check the User ID and the email above, then send it again.'}
      </p>
      <Button variant="quiet" wide onClick={onChangeDetails}>
        Use another User ID or email
      </Button>
    </div>
  )
}

const resendAfterSeconds = 60

/** Seconds left since the first render. By the clock, because phones stop the timers of hidden pages. */
function useCountdown(seconds: number) {
  const [endsAt] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return secondsLeft
}
