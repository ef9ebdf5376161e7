// What staff can do for an applicant who asks for help.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { useFreshSignIn } from '../../lib/fresh-sign-in.tsx'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'
import { useMay } from '../../lib/staff-session.ts'
import { Actions } from '../../ui/actions.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './applicant-page.module.css'
import { PasswordSlipDialog } from './password-slip-dialog.tsx'

interface Props {
  details: ApplicantDetails
  /** Absent without the permission. */
  onCorrect: (() => void) | undefined
}

type OpenDialog = 'reset' | 'slip' | 'nin' | null

export function ApplicantActions({ details: { facts }, onCorrect }: Props) {
  const may = useMay()
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Actions>
        {onCorrect && (
          <Button variant="secondary" onClick={onCorrect}>
            Correct facts
          </Button>
        )}
        {may('account:recover') && (
          <Button variant="secondary" onClick={() => setOpen('reset')}>
            Send a new password link
          </Button>
        )}
        {may('account:issue') && !facts.passwordChanged && (
          <Button variant="secondary" onClick={() => setOpen('slip')}>
            Print a password slip
          </Button>
        )}
        {may('nin:reveal') && facts.nin && (
          <Button variant="secondary" onClick={() => setOpen('nin')}>
            Show the NIN
          </Button>
        )}
      </Actions>
      {open === 'reset' && <ResetDialog userId={facts.userId} email={facts.email} onClose={close} />}
      {open === 'slip' && <PasswordSlipDialog userId={facts.userId} onClose={close} />}
      {open === 'nin' && <NinDialog userId={facts.userId} onClose={close} />}
    </>
  )
}

interface ResetProps {
  userId: string
  email: string
  onClose: () => void
}

function ResetDialog({ userId, email, onClose }: ResetProps) {
  const client = useQueryClient()
  const { run, isPending, error } = useAction(async () => {
    await staffCall('resetApplicantPassword', { params: { userId }, body: {} })
    toast.success(`A link is on its way to ${email}.`)
    await client.invalidateQueries({ queryKey: ['applicant', userId] })
    onClose()
  })
  return (
    <Dialog title="Send a new password link" onClose={onClose}>
      <FormStack onSubmit={() => void run()}>
        <p>The applicant gets an email with a link at {email}. The old password works until a new one is set.</p>
        <FormError>{error ? describeFailure(error) : null}</FormError>
        <Actions>
          <Button type="submit" busy={isPending}>
            Send the link
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}

function NinDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const runFresh = useFreshSignIn()
  const [nin, setNin] = useState('')
  const { run, isPending, error } = useAction(async (form: FormData) => {
    const body = { reason: String(form.get('reason')) }
    setNin((await runFresh(() => staffCall('revealNin', { params: { userId }, body }))).data.nin)
  })
  const reasonError = fieldMessage(error, 'reason')
  return (
    <Dialog title="Show the NIN" onClose={onClose}>
      {nin ? (
        <>
          <p className={styles.nin}>{nin}</p>
          <Actions>
            <Button onClick={onClose}>Close</Button>
          </Actions>
        </>
      ) : (
        <FormStack onSubmit={run}>
          <p>Who looked at the NIN and why is recorded.</p>
          <FormError>{error && !reasonError ? describeFailure(error) : null}</FormError>
          <TextInput label="Reason" name="reason" error={reasonError} maxLength={500} />
          <Actions>
            <Button type="submit" busy={isPending}>
              Show the NIN
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
