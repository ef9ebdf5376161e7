// What becomes of a shortlisted application at the end: recorded by one person, confirmed by another, and then published.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { FinalOutcomeDetails } from '#shared/api/staff/offers.ts'
import { type FinalOutcome, finalOutcomes, offerStates, outcomeObstacles } from '#shared/decisions/offers.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

const getKey = (number: string) => ['final-outcome', number]

export function FinalOutcomeCard({ number }: { number: string }) {
  const outcome = useQuery({
    queryKey: getKey(number),
    queryFn: async ({ signal }) => (await staffCall('finalOutcome', { params: { number }, signal })).data,
  })
  return (
    <Card title="Final outcome">
      <QueryResult
        query={outcome}
        lines={['line', 'line']}
        loading="Loading the final outcome…"
        failed="The final outcome could not be loaded"
      >
        {(details) => (
          <>
            <OutcomeFacts details={details} />
            <OutcomeActions details={details} />
          </>
        )}
      </QueryResult>
    </Card>
  )
}

type OutcomeRecord = FinalOutcomeDetails['records'][number]

const describeRecord = ({ outcome, rank, until }: OutcomeRecord): string => {
  if (outcome === 'reserve') return `${finalOutcomes.reserve}, rank ${rank}`
  return until ? `${finalOutcomes[outcome]}, to answer until ${formatDateTime(until)}` : finalOutcomes[outcome]
}

const describePersons = ({ recordedBy, recordedAt, confirmedBy, confirmedAt }: OutcomeRecord): string =>
  `${recordedBy}, ${formatDateTime(recordedAt)}${confirmedAt ? `; ${confirmedBy}, ${formatDateTime(confirmedAt)}` : ''}`

function OutcomeFacts({ details: { post, obstacle, records, offer, next } }: { details: FinalOutcomeDetails }) {
  const newest = records.find(({ isNewest }) => isNewest)
  const earlier = records.filter((record) => record !== newest)
  const { vacancies, taken } = post
  return (
    <FactList
      facts={[
        ['Outcome', newest ? describeRecord(newest) : 'None is recorded yet'],
        ...(newest
          ? ([
              ['Recorded and confirmed by', describePersons(newest)],
              ['State', describeState(newest)],
            ] as const)
          : []),
        ...(offer
          ? ([
              [
                'Offer',
                `${offerStates[offer.state]} ${formatDateTime(offer.settledAt ?? (offer.state === 'lapsed' ? offer.until : offer.offeredAt))}, to answer until ${formatDateTime(offer.until)}`,
              ],
            ] as const)
          : []),
        [
          'Vacancies',
          vacancies === null
            ? 'Not in the settings'
            : `${formatCounted(vacancies, 'vacancy', 'vacancies')}, ${taken} taken`,
        ],
        ...(obstacle ? ([['Not possible now', outcomeObstacles[obstacle]]] as const) : []),
        ...(next
          ? ([
              [
                'Next on the reserve list',
                <PageLink key="next" to={getEntryPath(staffPaths.applications, next.number)}>
                  {next.name}, rank {next.rank}
                </PageLink>,
              ],
            ] as const)
          : []),
        ...earlier.map((record) => [`Earlier: ${describeRecord(record)}`, describePersons(record)] as const),
      ]}
    />
  )
}

function describeState({ confirmedBy, isPublished }: OutcomeRecord): string {
  if (isPublished) return 'Published: the applicant sees it'
  return confirmedBy
    ? 'Confirmed. The applicant sees it once it is published'
    : 'Waits for another person to confirm it'
}

function OutcomeActions({ details }: { details: FinalOutcomeDetails }) {
  const { number, records, isArchived, isConfirmed, isSecondPerson, obstacle, next, version } = details
  const may = useMay()
  const client = useQueryClient()
  const [recording, setRecording] = useState<{ number: string; name: string; version: number } | null>(null)
  const confirm = useStaffAction(
    async () => {
      const { data } = await staffCall('confirmOutcome', { params: { number }, body: { version } })
      client.setQueryData(getKey(number), data)
      return 'Confirmed. The applicant sees it once it is published.'
    },
    { invalidates: [getKey(number)], invalidatesOnError: true },
  )
  if (!may('offer:decide') || isArchived) return null
  // What a colleague records meanwhile raises the version.
  const newest = [{ number, version }, next].find((one) => one?.number === recording?.number)
  const isWaiting = records.some(({ isNewest }) => isNewest) && !isConfirmed
  return (
    <>
      <FormError>{confirm.error}</FormError>
      <Actions>
        {isWaiting && isSecondPerson && (
          <Button busy={confirm.isPending} onClick={() => void confirm.run()}>
            Confirm the outcome
          </Button>
        )}
        {!obstacle && (
          <Button variant="secondary" onClick={() => setRecording({ number, name: number, version })}>
            Record an outcome…
          </Button>
        )}
        {next && (
          <Button variant="secondary" onClick={() => setRecording(next)}>
            Select {next.name}…
          </Button>
        )}
      </Actions>
      {recording && <RecordDialog of={{ ...recording, ...newest }} shown={number} onClose={() => setRecording(null)} />}
    </>
  )
}

interface DialogProps {
  of: { number: string; name: string; version: number }
  /** The application whose page this is. */
  shown: string
  onClose: () => void
}

function RecordDialog({ of: { number, name, version }, shown, onClose }: DialogProps) {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<FinalOutcome>('selected')
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const rank = String(form.get('rank') ?? '').trim()
      const body = {
        outcome,
        ...(outcome === 'reserve' && rank !== '' && { rank: Number(rank) }),
        ...(outcome === 'selected' && { until: parseLocalDateTime(String(form.get('until'))) ?? '' }),
        version: known,
      }
      const { data } = await staffCall('recordOutcome', { params: { number }, body })
      client.setQueryData(getKey(number), data)
      return 'Recorded. Another person must confirm it.'
    },
    {
      fields: ['outcome', 'rank', 'until'],
      invalidates: [getKey(shown)],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(version, thrown)
  return (
    <FormDialog
      title={`Final outcome of ${name}`}
      intro={<p>Another person confirms it. The applicant sees it by its publication alone.</p>}
      error={error}
      submit="Record"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Select
        label="Outcome"
        name="outcome"
        options={finalOutcomes}
        defaultValue={outcome}
        onChange={({ target }) => setOutcome(target.value as FinalOutcome)}
        error={errors.outcome}
      />
      {outcome === 'reserve' && (
        <TextInput
          label="Rank on the reserve list"
          hint="Of this post; 1 is the first who is offered it."
          name="rank"
          inputMode="numeric"
          error={errors.rank}
        />
      )}
      {outcome === 'selected' && (
        <TextInput
          label="The offer can be answered until"
          hint="Nigerian time."
          name="until"
          type="datetime-local"
          error={errors.until}
        />
      )}
    </FormDialog>
  )
}
