// Writing to many applicants: who gets an email and who not is said in numbers before it is sent, then how far it is.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { describeFailure } from '#kit/http/api-error.ts'
import { Outdated } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog, FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { Mailing, MailingFilter } from '#shared/api/staff/lists/mailings.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { leftOutReasons, type MailingKind, mailingKinds } from '#shared/staff/mailings.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { CountNotice, type ExpectedCount } from '#staff/entities/selection/frozen-selection.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  kind: MailingKind
  filter: MailingFilter
  expected: ExpectedCount
  onClose: () => void
}

const explanations: Record<MailingKind, string> = {
  firstEmail:
    'It says the user ID and has a link, valid for three days, with which a password is chosen. No password is sent: the one of the first email stays valid until then.',
  reminder: 'It says until when applications can be submitted, and what the next step of this applicant is.',
}

/** Fixes first who gets an email, as of now. */
export function MailingDialog({ kind, filter, expected, onClose }: Props) {
  const [started, setStarted] = useState<Mailing | null>(null)
  const { data, error } = useQuery({
    queryKey: ['mailing-draft', kind, filter],
    queryFn: async () => (await staffCall('makeMailing', { body: { kind, filter } })).data,
    // Not counted anew after a new sign-in either.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    // Once it has begun, no other is made: not after a new sign-in either.
    enabled: started === null,
  })
  const title = mailingKinds[kind]
  if (started) return <MailingProgress mailing={started} title={title} onClose={onClose} />
  if (data && data.recipients > 0)
    return <StartDialog {...{ title, expected, onClose }} mailing={data} onStarted={() => setStarted(data)} />
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {error && <Banner tone="error">{describeFailure(error)}</Banner>}
        {data && (
          <>
            <p>None of the chosen applicants gets this email.</p>
            <LeftOut rows={data.leftOut} />
          </>
        )}
        {!data && !error && <Skeleton lines={['line', 'block']} label="Counting the applicants…" />}
        <CloseAction onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

interface StartProps {
  mailing: Mailing
  title: string
  expected: ExpectedCount
  onStarted: () => void
  onClose: () => void
}

function StartDialog({ mailing, title, expected, onStarted, onClose }: StartProps) {
  const { id, kind, recipients, leftOut } = mailing
  const { run, isPending, error, errors } = useStaffAction(
    (form: FormData) =>
      staffCall('startMailing', { params: { id }, body: { count: recipients, reason: String(form.get('reason')) } }),
    { fields: ['reason'], onDone: onStarted },
  )
  return (
    <FormDialog
      title={title}
      intro={
        <>
          <p>
            {formatCounted(recipients, 'applicant gets', 'applicants get')} an email. {explanations[kind]} An email
            cannot be called back.
          </p>
          <LeftOut rows={leftOut} />
          <CountNotice count={recipients + sum(leftOut)} expected={expected} />
        </>
      }
      error={error}
      submit={`Send ${formatCounted(recipients, 'email')}`}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        hint="For colleagues. It goes into the record."
        name="reason"
        maxLength={maxReason}
        rows={2}
        error={errors.reason}
      />
    </FormDialog>
  )
}

const sum = (rows: Mailing['leftOut']) => rows.reduce((total, { count }) => total + count, 0)

/** How many of those who were chosen get none, and why. */
function LeftOut({ rows, heading = 'Left out' }: { rows: Mailing['leftOut']; heading?: string }): ReactNode {
  if (rows.length === 0) return null
  const reasons = rows
    .map(({ leftOutReason, count }) => `${formatCount(count)} ${leftOutReasons[leftOutReason]}`)
    .join(', ')
  return (
    <p>
      {heading}: {formatCount(sum(rows))} ({reasons}).
    </p>
  )
}

const refreshMs = 1_000

/** Goes on when the dialog is closed. */
function MailingProgress({ mailing, title, onClose }: { mailing: Mailing; title: string; onClose: () => void }) {
  const { id, kind } = mailing
  const progress = useQuery({
    queryKey: ['mailing', id],
    queryFn: async ({ signal }) => (await staffCall('staffMailing', { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? false : refreshMs),
  })
  const { data, error } = progress
  const { state, done, recipients, skipped } = data ?? { ...mailing, state: 'sending', done: 0, skipped: [] }
  const template = kind === 'firstEmail' ? 'accountIssuedAgain' : 'reminder'
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {data && progress.failureCount > 0 && <Outdated query={progress} />}
        <p role="status">
          {state === 'sent'
            ? `${formatCounted(done, 'email')} written. They are being delivered one after the other.`
            : `${formatCount(done)} of ${formatCounted(recipients, 'email')} written. This goes on when you close the window.`}
        </p>
        {error && !data && <Banner tone="error">{describeFailure(error)}</Banner>}
        <LeftOut rows={skipped} heading="Left out, because something changed in the meantime" />
        <p>
          <Link to={addQuery(staffPaths.emails, { template })}>See them in the list of emails</Link>
        </p>
        <CloseAction onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

const CloseAction = ({ onClose }: { onClose: () => void }) => (
  <Actions>
    <Button variant="secondary" onClick={onClose}>
      Close
    </Button>
  </Actions>
)
