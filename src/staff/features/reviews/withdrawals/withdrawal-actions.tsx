// Withdraws an application from its case, and reinstates it.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { maxReason } from '#shared/staff/reasons.ts'
import { cacheNewest, cacheProgress } from '#staff/entities/application/application-cache.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import { WithdrawDialog } from '#staff/entities/application/withdraw-dialog.tsx'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from '../case.module.css'

export function WithdrawalActions({ details }: { details: CaseDetails }) {
  const { may, number, applicant } = details
  const [open, setOpen] = useState<'withdraw' | 'reinstate' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {may.withdraw && (
        <Button variant="quiet" className={`${styles.act} ${styles.grave}`} onClick={() => setOpen('withdraw')}>
          Withdraw the application…
        </Button>
      )}
      {may.reinstate && (
        <Button variant="quiet" className={styles.act} onClick={() => setOpen('reinstate')}>
          Reinstate…
        </Button>
      )}
      {open === 'withdraw' && <WithdrawDialog number={number} userId={applicant.userId} onClose={close} />}
      {open === 'reinstate' && <ReinstateDialog details={details} onClose={close} />}
    </>
  )
}

function ReinstateDialog({ details, onClose }: { details: CaseDetails; onClose: () => void }) {
  const { number, status, applicant } = details
  const client = useQueryClient()
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const body = { reason: String(form.get('reason')), version: known }
      const { data } = await staffCall('reinstateApplication', { params: { number }, body })
      cacheProgress(client, data)
      return `${number} is in review again. The applicant gets an email.`
    },
    {
      fields: ['reason'],
      invalidates: [['applicant', applicant.userId]],
      onDone: onClose,
      onError: (failure) => cacheNewest(client, failure),
    },
  )
  const known: number = useKnown(status.version, thrown)
  return (
    <FormDialog
      title="Reinstate the application"
      intro={
        <p>
          It is in review again as it was sent. Earlier reviews and decisions do not count, and what was published
          before stays ended. The applicant gets an email that says so.
        </p>
      }
      error={error}
      submit="Reinstate"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        hint="It goes into the record."
        name="reason"
        rows={3}
        maxLength={maxReason}
        error={errors.reason}
      />
    </FormDialog>
  )
}
