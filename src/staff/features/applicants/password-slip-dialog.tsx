import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { useFreshSignIn } from '#staff/entities/session/fresh-sign-in.tsx'
import { downloadFile } from '#staff/http/staff-download.ts'

export function PasswordSlipDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const client = useQueryClient()
  const runFresh = useFreshSignIn()
  const [isDone, setDone] = useState(false)
  const { run, isPending, error } = useAction(async () => {
    await runFresh(() => downloadFile('printPasswordSlip', { userId }, `password-slip-${userId}.pdf`))
    setDone(true)
    await client.invalidateQueries({ queryKey: ['applicant', userId] })
  })
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
        <FormStack onSubmit={() => void run()}>
          <p>
            The slip has a new initial password; the one that was sent by email stops working. It can be printed once,
            and that you have printed it is recorded.
          </p>
          <FormError>{error ? describeFailure(error) : null}</FormError>
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
