// Records one final outcome for the chosen applications, or confirms what others have recorded for them.
import { useState } from 'react'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import type { OutcomeCounts } from '#shared/api/staff/offers.ts'
import { type FinalOutcome, finalOutcomes, outcomeObstacleNames, outcomeObstacles } from '#shared/decisions/offers.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import {
  CountNotice,
  type ExpectedCount,
  SelectionPending,
  useFrozenSelection,
} from '#staff/entities/selection/frozen-selection.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  filter: SelectionFilter
  expected: ExpectedCount
  act: 'record' | 'confirm'
  onClose: () => void
}

const titles = { record: 'Record a final outcome', confirm: 'Confirm final outcomes' } as const

const introductions: Record<Props['act'], (applications: string) => string> = {
  record: (applications) =>
    `For ${applications}. Another person confirms it, and applicants see it by its publication alone. A place on the reserve list is recorded on the page of its application.`,
  confirm: (applications) =>
    `Of ${applications}, those for which another person has recorded this outcome are confirmed. Applicants see it once it is published.`,
}

export function OutcomesDialog({ filter, expected, act, onClose }: Props) {
  const { data, error } = useFrozenSelection(filter)
  const [result, setResult] = useState<OutcomeCounts | null>(null)
  const action = useStaffAction(
    async (selection: string, form: FormData) =>
      setResult(act === 'record' ? await recordOutcomes(selection, form) : await confirmOutcomes(selection, form)),
    { fields: ['outcome', 'until'], invalidates: [['final-outcome'], ['counts']] },
  )
  return (
    <FormDialog
      title={titles[act]}
      intro={
        data && (
          <>
            <CountNotice count={data.count} expected={expected} />
            <p>{introductions[act](formatCounted(data.count, 'application'))}</p>
          </>
        )
      }
      error={action.error}
      submit={act === 'record' ? 'Record' : 'Confirm'}
      isPending={action.isPending}
      onSubmit={(form) => data && void action.run(data.id, form)}
      onClose={onClose}
      instead={data ? result && <Result act={act} result={result} /> : <SelectionPending error={error} />}
    >
      {act === 'record' ? (
        <RecordFields errors={action.errors} />
      ) : (
        <Select label="Outcome" name="outcome" options={finalOutcomes} error={action.errors.outcome} />
      )}
    </FormDialog>
  )
}

async function recordOutcomes(selection: string, form: FormData): Promise<OutcomeCounts> {
  const outcome = String(form.get('outcome')) as ManyOutcome
  const until = parseLocalDateTime(String(form.get('until') ?? '')) ?? ''
  const body = { selection, outcome, ...(outcome === 'selected' && { until }) }
  return (await staffCall('recordOutcomes', { body })).data
}

async function confirmOutcomes(selection: string, form: FormData): Promise<OutcomeCounts> {
  const outcome = String(form.get('outcome')) as FinalOutcome
  return (await staffCall('confirmOutcomes', { body: { selection, outcome } })).data
}

/** A reserve has a rank of its own, and is recorded on the page of its application. */
const { selected, unsuccessful } = finalOutcomes
const manyOutcomes = { selected, unsuccessful } as const
type ManyOutcome = keyof typeof manyOutcomes

function RecordFields({ errors }: { errors: Readonly<Record<'outcome' | 'until', string | undefined>> }) {
  const [outcome, setOutcome] = useState<ManyOutcome>('selected')
  return (
    <>
      <Select
        label="Outcome"
        name="outcome"
        options={manyOutcomes}
        defaultValue={outcome}
        onChange={({ target }) => setOutcome(target.value as ManyOutcome)}
        error={errors.outcome}
      />
      {outcome === 'selected' && (
        <TextInput
          label="The offers can be answered until"
          hint="Nigerian time."
          name="until"
          type="datetime-local"
          error={errors.until}
        />
      )}
    </>
  )
}

function Result({ act, result: { done, leftOut } }: { act: Props['act']; result: OutcomeCounts }) {
  const reasons = outcomeObstacleNames.filter((name) => leftOut.some(({ why }) => why === name))
  return (
    <div role="status">
      <p>
        {act === 'record'
          ? `${formatCounted(done, 'outcome')} recorded. Another person must confirm.`
          : `${formatCounted(done, 'outcome')} confirmed. Applicants see them once they are published.`}
      </p>
      {reasons.map((reason) => (
        <p key={reason}>
          {outcomeObstacles[reason]}{' '}
          {leftOut
            .filter(({ why }) => why === reason)
            .map(({ number }) => number)
            .join(', ')}
        </p>
      ))}
    </div>
  )
}
