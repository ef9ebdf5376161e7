// Putting an applicant on hold and ending it, each with a reason.

import { useState } from 'react'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

type Hold = ApplicantDetails['holds'][number]

export function Holds({ holds }: { holds: readonly Hold[] }) {
  const open = holds.find(({ ended }) => ended === null)
  const over = holds.flatMap(({ ended, ...hold }) => (ended ? [{ ...hold, ended }] : []))
  return (
    <>
      {open && (
        <Banner tone="warning" title="On hold">
          <p>
            {open.madeBy}, {formatDateTime(open.at)}: {open.reason}
          </p>
          <p>The application is not reviewed, decided or published until the hold ends. The applicant is not told.</p>
        </Banner>
      )}
      {over.length > 0 && (
        <Card title="Earlier holds">
          <RowTable
            caption="Earlier holds"
            headings={['From', 'Reason', 'Until', 'Why it ended']}
            phone={{ title: 'Reason', named: ['From', 'Until'] }}
            rows={over.map(({ at, madeBy, reason, ended }) => ({
              key: at,
              cells: [
                `${formatDateTime(at)}, ${madeBy}`,
                reason,
                `${formatDateTime(ended.at)}, ${ended.by}`,
                ended.reason,
              ],
            }))}
          />
        </Card>
      )}
    </>
  )
}

interface HoldDialogProps {
  userId: string
  isOnHold: boolean
  onClose: () => void
}

/** It does what it was opened for, also when a colleague has done so meanwhile. */
export function HoldDialog({ userId, isOnHold: isOnHoldNow, onClose }: HoldDialogProps) {
  const [isOnHold] = useState(isOnHoldNow)
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const given = { params: { userId }, body: { reason: String(form.get('reason')) } }
      if (isOnHold) await staffCall('releaseApplicant', given)
      else await staffCall('holdApplicant', given)
      return isOnHold ? 'The hold has ended.' : 'The applicant is on hold.'
    },
    {
      fields: ['reason'],
      invalidates: [['applicant', userId], ['applicants'], ['application'], ['applications'], ['counts']],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const title = isOnHold ? 'End the hold' : 'Put on hold'
  return (
    <FormDialog
      title={title}
      intro={
        <p>
          {isOnHold
            ? 'The application can be reviewed, decided and published again.'
            : 'Until the hold ends, the application is not reviewed or decided, and publications leave it out. The applicant goes on as before and is not told.'}
        </p>
      }
      error={error}
      submit={title}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        hint="For colleagues. It goes into the record."
        name="reason"
        error={errors.reason}
        maxLength={maxReason}
      />
    </FormDialog>
  )
}
