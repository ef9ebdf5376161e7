import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { downloadFile } from '#staff/http/staff-download.ts'

export function PasswordSlipDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [isDone, setDone] = useState(false)
  const { run, isPending, error } = useStaffAction(
    () => downloadFile('printPasswordSlip', { userId }, `password-slip-${userId}.pdf`),
    { invalidates: [['applicant', userId]], onDone: () => setDone(true) },
  )
  return (
    <Dialog title="Print a password slip" onClose={onClose}>
      {isDone ? (
        <>
          <p role="status">The slip is downloaded. Print it, hand it over, and delete the file.</p>
          <Actions>
            <Button onClick={onClose}>Close</Button>
          </Actions>
        </>
      ) : (
        <FormStack onSubmit={run}>
          <p>
            The slip has a new initial password; the one that was sent by email stops working. It can be printed once,
            and that you have printed it is recorded.
          </p>
          <FormError>{error}</FormError>
          <Actions>
            <Button type="submit" busy={isPending}>
              Make the slip
            </Button>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </Actions>
        </FormStack>
      )}
    </Dialog>
  )
}
