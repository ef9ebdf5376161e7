// One sitting: when and where it is, and what can be done with it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import { formatDate, formatDateTime, formatTime } from '#shared/format/dates.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { addQuery, getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { mayTakeSittingStep, type SittingStep, sittingKinds } from '#shared/staff/sittings.ts'
import { ActionBar } from '#staff/entities/action-bar/action-bar.tsx'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { type StaffActionOptions, useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { AttendanceCard } from './attendance-card.tsx'
import { PanelsCard, SlotsCard } from './interviews/panels-card.tsx'
import { PrintCard } from './print-card.tsx'
import { MoveSittingDialog, SittingDialog } from './sitting-dialog.tsx'
import { getSittingKey, sittingQuery } from './sitting-query.ts'
import { SittingStatus } from './sitting-state.tsx'

export function Component() {
  const { id = '' } = useParams()
  const sitting = useQuery(sittingQuery(id))
  const mayPrint = useMay()('sitting:manage')
  return (
    <QueryResult
      query={sitting}
      lines={['title', 'block', 'block']}
      loading="Loading the sitting…"
      title="Sitting"
      missing="There is no such sitting, or not within your roles."
      back={<ButtonLink to={staffPaths.sittings}>All sittings</ButtonLink>}
    >
      {(data) => (
        <>
          <EntryHead title={`${data.label}, ${data.venue.name}`}>
            <SittingStatus state={data.state} />
            <span>{sittingKinds[data.kind]}</span>
            <Link to={staffPaths.sittings}>All sittings</Link>
          </EntryHead>
          <Unpublished sitting={data} />
          <Clashes sitting={data} />
          <SittingActions sitting={data} />
          {data.seated > 0 ? (
            <Columns>
              <div>
                <SittingFacts sitting={data} />
                {data.kind === 'interview' && <PanelsCard sitting={data} />}
              </div>
              <div>
                <AttendanceCard sitting={data} />
                {mayPrint && <PrintCard sitting={data} />}
              </div>
            </Columns>
          ) : (
            <>
              <SittingFacts sitting={data} />
              {data.kind === 'interview' && <PanelsCard sitting={data} />}
            </>
          )}
          {data.kind === 'interview' && <SlotsCard sitting={data} />}
        </>
      )}
    </QueryResult>
  )
}

/** What applicants do not read yet. */
function Unpublished({ sitting: { id, unpublished, isArchived } }: { sitting: Sitting }) {
  const may = useMay()
  if (unpublished === 0 || isArchived) return null
  return (
    <Banner tone="warning" title={`${formatCounted(unpublished, 'applicant')} not told yet`}>
      <p>Applicants see a seat, or that it is gone, once it is published.</p>
      {may('publication:make') && (
        <ButtonLink to={addQuery(staffPaths.newPublication, { sitting: id })}>Publish the seats</ButtonLink>
      )}
    </Banner>
  )
}

/** As a sitting that moves can bring it about. */
function Clashes({ sitting: { id, clashCount, clashes, isArchived } }: { sitting: Sitting }) {
  if (clashCount === 0 || isArchived) return null
  return (
    <Banner
      tone="warning"
      title={`${formatCounted(clashCount, 'applicant has', 'applicants have')} another sitting at this time`}
    >
      <ul>
        {clashes.map(({ number, sitting, label, venue }) => (
          <li key={number}>
            <PageLink to={getEntryPath(staffPaths.applications, number)}>{number}</PageLink>:{' '}
            <PageLink to={getEntryPath(staffPaths.sittings, sitting)}>
              {label}, {venue}
            </PageLink>
          </li>
        ))}
        {clashCount > clashes.length && <li>and {formatCount(clashCount - clashes.length)} more</li>}
      </ul>
      <p>
        Move them to another sitting in the{' '}
        <PageLink to={addQuery(staffPaths.seats, { sitting: id })}>list of seats</PageLink>.
      </p>
    </Banner>
  )
}

function SittingFacts({ sitting }: { sitting: Sitting }) {
  const day = formatDate(sitting.startsAt)
  /** With its day where that is another one. */
  const format = (moment: string) => (formatDate(moment) === day ? formatTime(moment) : formatDateTime(moment))
  return (
    <Card title="Time and place">
      <ShortFacts
        facts={[
          ['Day', day],
          ['Time', `${format(sitting.startsAt)} to ${format(sitting.endsAt)}`],
          ['Applicants report at', format(sitting.reportsAt)],
          [
            'Seats taken',
            <Fragment key="seats">
              {sitting.seated > 0 ? (
                <PageLink to={addQuery(staffPaths.seats, { sitting: sitting.id })}>
                  {formatCount(sitting.seated)}
                </PageLink>
              ) : (
                'None'
              )}{' '}
              of {formatCount(sitting.capacity)}
            </Fragment>,
          ],
          ['Venue', `${sitting.venue.name}, ${sitting.venue.address}, ${stateOptions[sitting.venue.state]}`],
          ...(sitting.reason === null
            ? []
            : [[sitting.movedTo ? 'Moved because' : 'Cancelled because', sitting.reason] as const]),
          ...linkTo('Moved to', sitting.movedTo),
          ...linkTo('Moved from', sitting.movedFrom),
          ['Added by', `${sitting.madeBy}, ${formatDateTime(sitting.madeAt)}`],
        ]}
      />
    </Card>
  )
}

const linkTo = (label: string, id: string | null) =>
  id === null
    ? []
    : ([
        [
          label,
          <PageLink key={label} to={getEntryPath(staffPaths.sittings, id)}>
            Another sitting
          </PageLink>,
        ],
      ] as const)

type Dialog = 'change' | 'move' | 'cancel' | null

function SittingActions({ sitting }: { sitting: Sitting }) {
  const may = useMay()
  const [dialog, setDialog] = useState<Dialog>(null)
  const { run, isPending } = useSittingStep(sitting, { invalidatesOnError: true, toastsErrors: true })
  const mayTake = (step: SittingStep) => mayTakeSittingStep(sitting.state, step)
  if (!may('sitting:manage') || sitting.isArchived || !mayTake('cancel')) return null
  const close = () => setDialog(null)
  return (
    <>
      <ActionBar
        grave={
          <Button variant="danger" onClick={() => setDialog('cancel')}>
            Cancel this sitting
          </Button>
        }
      >
        {sitting.state === 'open' && (
          <Button variant={sitting.unpublished > 0 ? 'secondary' : 'primary'} onClick={() => setDialog('change')}>
            Change
          </Button>
        )}
        {mayTake('lock') && (
          <Button variant="secondary" busy={isPending} onClick={() => void run('lock', '')}>
            Lock
          </Button>
        )}
        {mayTake('unlock') && (
          <Button variant="secondary" busy={isPending} onClick={() => void run('unlock', '')}>
            Unlock
          </Button>
        )}
        {sitting.seated > 0 && (
          <Button variant="secondary" onClick={() => setDialog('move')}>
            Move
          </Button>
        )}
      </ActionBar>
      {dialog === 'change' && <SittingDialog exercise={sitting.exercise} sitting={sitting} onClose={close} />}
      {dialog === 'move' && <MoveSittingDialog sitting={sitting} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog sitting={sitting} onClose={close} />}
    </>
  )
}

const messages: Record<SittingStep, string> = {
  lock: 'The sitting is locked.',
  unlock: 'The sitting is open again.',
  cancel: 'The sitting is cancelled.',
}

/** The page shows the answer at once: the next action must send its version. */
function useSittingStep({ id, version }: Sitting, options: StaffActionOptions<'reason'>) {
  const client = useQueryClient()
  return useStaffAction(
    async (step: SittingStep, reason: string) => {
      const { data } = await staffCall('stepSitting', { params: { id }, body: { step, reason, version } })
      client.setQueryData(getSittingKey(id), data)
      return messages[step]
    },
    { ...options, invalidates: [getSittingKey(id), ['sittings']] },
  )
}

function CancelDialog({ sitting, onClose }: { sitting: Sitting; onClose: () => void }) {
  const { run, isPending, error, errors } = useSittingStep(sitting, {
    fields: ['reason'],
    invalidatesOnError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Cancel this sitting"
      intro={
        <p>
          A sitting that is cancelled stays in the list, and cannot be opened again.
          {sitting.seated > 0 && ` Its ${formatCounted(sitting.seated, 'applicant')} can then be seated elsewhere.`}
        </p>
      }
      error={error}
      submit="Cancel the sitting"
      isDangerous
      isPending={isPending}
      onSubmit={(form) => run('cancel', String(form.get('reason')))}
      onClose={onClose}
    >
      <Textarea label="Reason" name="reason" rows={3} maxLength={maxReason} error={errors.reason} />
    </FormDialog>
  )
}
