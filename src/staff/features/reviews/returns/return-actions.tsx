// The registry returns an application to its applicant for correction, changes that, or takes it back.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { getDay } from '#shared/format/days.ts'
import { parseLocalDateTime, toLocalDateTime } from '#shared/format/local-time.ts'
import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { maxCorrectionDays } from '#shared/policy/correction.ts'
import { maxReturnReason } from '#shared/staff/text-limits.ts'
import { cacheNewest, cacheProgress } from '#staff/entities/application/application-cache.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from '../case.module.css'

const usualDays = 7
const dayMs = 24 * 60 * 60_000

export function ReturnActions({ details }: { details: CaseDetails }) {
  const { may, correction } = details
  const [open, setOpen] = useState<'return' | 'take back' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {may.return && (
        <Button variant="quiet" className={styles.act} onClick={() => setOpen('return')}>
          {correction ? 'Change the return…' : 'Return to the applicant…'}
        </Button>
      )}
      {may.takeBack && (
        <Button variant="quiet" className={styles.act} onClick={() => setOpen('take back')}>
          Take the return back…
        </Button>
      )}
      {open === 'return' && <ReturnDialog details={details} onClose={close} />}
      {open === 'take back' && <TakeBackDialog details={details} onClose={close} />}
    </>
  )
}

interface DialogProps {
  details: CaseDetails
  onClose: () => void
}

/** Until the evening of a day in a week, where nothing was chosen before. */
const getUsualUntil = () => `${getDay(new Date(Date.now() + usualDays * dayMs))}T23:59`

function ReturnDialog({ details: { number, status, correction }, onClose }: DialogProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState(correction?.reason ?? '')
  const [until, setUntil] = useState(correction ? toLocalDateTime(correction.until) : getUsualUntil)
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async () => {
      const body = { reason, until: parseLocalDateTime(until) ?? '', version: known }
      const { data } = await staffCall('returnApplication', { params: { number }, body })
      cacheProgress(client, data)
      return `${number} is with the applicant. An email is on its way.`
    },
    { fields: ['reason', 'until'], onDone: onClose, onError: (failure) => cacheNewest(client, failure) },
  )
  const known: number = useKnown(status.version, thrown)
  return (
    <FormDialog
      title={correction ? 'Change the return' : 'Return to the applicant'}
      intro={
        <p>
          The applicant gets an email, and can correct the form and send it again until the date. What was sent stays
          stored. Reviews of this round do not count any more.
        </p>
      }
      error={error}
      submit={correction ? 'Change' : 'Return'}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea
        label="What must be corrected"
        hint="The applicant reads it. An empty line begins a new paragraph."
        name="reason"
        rows={5}
        maxLength={maxReturnReason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={errors.reason}
      />
      <TextInput
        label="Until"
        hint={`Nigerian time, within ${maxCorrectionDays} days.`}
        name="until"
        type="datetime-local"
        defaultValue={until}
        onChange={({ target }) => setUntil(target.value)}
        error={errors.until}
      />
      {reason.trim() && <Preview reason={reason} until={parseLocalDateTime(until)} />}
    </FormDialog>
  )
}

const Preview = ({ reason, until }: { reason: string; until: string | null }) => (
  <Banner tone="info" title="The applicant reads">
    <p>
      <strong>Correct this and send it again by {until ? formatDateTime(until) : '…'}.</strong>
    </p>
    {splitParagraphs(reason).map(({ place, paragraph }) => (
      <p key={place}>{paragraph}</p>
    ))}
  </Banner>
)

function TakeBackDialog({ details: { number, status }, onClose }: DialogProps) {
  const client = useQueryClient()
  const { run, isPending, error, thrown } = useStaffAction(
    async () => {
      const body = { version: known }
      const { data } = await staffCall('takeBackReturn', { params: { number }, body })
      cacheProgress(client, data)
      return 'The return is taken back. The applicant gets an email.'
    },
    { onDone: onClose, onError: (failure) => cacheNewest(client, failure) },
  )
  const known: number = useKnown(status.version, thrown)
  return (
    <FormDialog
      title="Take the return back"
      intro={
        <p>
          The application is in review again as it was sent. The applicant cannot send it again any more, and gets an
          email that says so.
        </p>
      }
      error={error}
      submit="Take it back"
      isDangerous
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    />
  )
}
