import { useState } from 'react'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { downloadFile } from '#staff/http/staff-download.ts'

export function PasswordSlipDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [isDone, setDone] = useState(false)
  const { run, isPending, error } = useStaffAction(
    () => downloadFile('printPasswordSlip', { userId }, `password-slip-${userId}.pdf`),
    { invalidates: [['applicant', userId]], invalidatesOnError: true, onDone: () => setDone(true) },
  )
  return (
    <FormDialog
      title="Print a password slip"
      intro={
        <p>
          The slip has a new initial password; the one that was sent by email stops working. It can be printed once, and
          that you have printed it is recorded.
        </p>
      }
      error={error}
      submit="Make the slip"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
      instead={isDone && <p role="status">The slip is downloaded. Print it, hand it over, and delete the file.</p>}
    />
  )
}
