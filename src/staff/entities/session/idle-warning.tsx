// Warns before a session ends that is not used. The server ends it by itself; here the page learns it in time.
import { useEffect, useSyncExternalStore } from 'react'
import { useNow } from '#kit/browser/use-now.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { formatTime } from '#shared/format/dates.ts'
import { staffSessionTimes } from '#shared/policy/limits.ts'
import { lastUse } from '#staff/http/session-use.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useSessionActions } from './staff-session.ts'
import { useStaffAction } from './use-staff-action.ts'

const { idleMs, warningMs, touchIntervalMs } = staffSessionTimes

export function IdleWarning() {
  const now = useNow()
  const { markOver } = useSessionActions()
  const end = useSyncExternalStore(lastUse.subscribe, lastUse.get) + idleMs - touchIntervalMs
  const leftMs = now === null ? idleMs : end - now.getTime()
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) markOver()
  })
  return !isOver && leftMs <= warningMs ? <Warning end={new Date(end)} /> : null
}

function Warning({ end }: { end: Date }) {
  const stay = useStaffAction(() => staffCall('staffMe'))
  return (
    <Dialog
      title="Are you still there?"
      intro={
        <p>
          You are signed out at {formatTime(end)}, because these pages have not been used. What you have typed stays
          here until you sign in again.
        </p>
      }
      onClose={() => void stay.run()}
    >
      <FormError>{stay.error}</FormError>
      <Actions>
        <Button busy={stay.isPending} onClick={() => void stay.run()}>
          Stay signed in
        </Button>
      </Actions>
    </Dialog>
  )
}
