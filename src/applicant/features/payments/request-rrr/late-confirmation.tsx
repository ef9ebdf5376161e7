import { type ReactNode, useRef, useState } from 'react'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { FocusedMessage } from '#applicant/form/view/focused-message.tsx'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import styles from './payment-panel.module.css'

interface LateConfirmation {
  /** Shown while an action waits for the answer. */
  question: ReactNode
  /** Runs the action at once before the deadline; afterwards only when the applicant still wants to pay. */
  confirm(action: () => void): void
}

/** Paying after the deadline is not refused, but asked about first: the fee is not paid back. */
export function useLateConfirmation(): LateConfirmation {
  const { deadline } = useOwnExercise()
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  /** The button that asked; it gets the focus back. */
  const opener = useRef<Element>(null)

  function confirm(action: () => void) {
    if (isConfirmed || !isPastDeadline(deadline, getServerTime())) return action()
    opener.current = document.activeElement
    setWaiting(() => action)
  }
  function close() {
    setWaiting(null)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  function payAnyway() {
    setConfirmed(true)
    close()
    waiting?.()
  }

  return {
    confirm,
    question: waiting && deadline && (
      <FocusedMessage>
        <Banner tone="warning" role="alert" title="The time to submit has passed. Do you still want to pay?">
          <p>
            Applications were accepted until {formatDateTime(deadline)}. You can pay, but you can no longer submit an
            application, and the fee is not refunded.
          </p>
          <div className={styles.actions}>
            <Button variant="secondary" onClick={close}>
              Do not pay
            </Button>
            <Button variant="danger" onClick={payAnyway}>
              Pay anyway
            </Button>
          </div>
        </Banner>
      </FocusedMessage>
    ),
  }
}
