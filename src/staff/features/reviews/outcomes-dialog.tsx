// Records one final outcome for the chosen applications, or confirms what others have recorded for them.
import { useState } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import type { OutcomeCounts } from '#shared/api/staff/offers.ts'
import { type FinalOutcome, finalOutcomes, outcomeObstacleNames, outcomeObstacles } from '#shared/decisions/offers.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { CountNotice, type ExpectedCount, useFrozenSelection } from '#staff/entities/selection/frozen-selection.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  filter: SelectionFilter
  expected: ExpectedCount
  act: 'record' | 'confirm'
  onClose: () => void
}

const titles = { record: 'Record a final outcome', confirm: 'Confirm final outcomes' } as const

export function OutcomesDialog({ filter, expected, act, onClose }: Props) {
  const { data, error } = useFrozenSelection(filter)
  const [result, setResult] = useState<OutcomeCounts | null>(null)
  const Form = act === 'record' ? RecordForm : ConfirmForm
  return (
    <Dialog title={titles[act]} onClose={onClose}>
      {error && <Banner tone="error">{describeFailure(error)}</Banner>}
      {result && <Result act={act} result={result} />}
      {(error || result) && (
        <Actions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </Actions>
      )}
      {!error && !data && <Skeleton lines={['line', 'block']} label="Counting the applications…" />}
      {data && !result && (
        <>
          <CountNotice count={data.count} expected={expected} />
          <Form selection={data} onDone={setResult} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

interface FormProps {
  selection: { id: string; count: number }
  onDone: (result: OutcomeCounts) => void
  onClose: () => void
}

/** A reserve has a rank of its own, and is recorded on the page of its application. */
const { selected, unsuccessful } = finalOutcomes
const manyOutcomes = { selected, unsuccessful } as const
type ManyOutcome = keyof typeof manyOutcomes

const afterwards = { invalidates: [['final-outcome'], ['counts']] }

function RecordForm({ selection, onDone, onClose }: FormProps) {
  const [outcome, setOutcome] = useState<ManyOutcome>('selected')
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const until = parseLocalDateTime(String(form.get('until') ?? '')) ?? ''
      const body = { selection: selection.id, outcome, ...(outcome === 'selected' && { until }) }
      onDone((await staffCall('recordOutcomes', { body })).data)
    },
    { fields: ['outcome', 'until'], ...afterwards },
  )
  return (
    <FormStack onSubmit={run}>
      <p>
        For {formatCounted(selection.count, 'application')}. Another person confirms it, and applicants see it by its
        publication alone. A place on the reserve list is recorded on the page of its application.
      </p>
      <FormError>{error}</FormError>
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
      <Actions>
        <Button type="submit" busy={isPending}>
          Record
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </FormStack>
  )
}

function ConfirmForm({ selection, onDone, onClose }: FormProps) {
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const outcome = String(form.get('outcome')) as FinalOutcome
      onDone((await staffCall('confirmOutcomes', { body: { selection: selection.id, outcome } })).data)
    },
    { fields: ['outcome'], ...afterwards },
  )
  return (
    <FormStack onSubmit={run}>
      <p>
        Of {formatCounted(selection.count, 'application')}, those for which another person has recorded this outcome are
        confirmed. Applicants see it once it is published.
      </p>
      <FormError>{error}</FormError>
      <Select label="Outcome" name="outcome" options={finalOutcomes} error={errors.outcome} />
      <Actions>
        <Button type="submit" busy={isPending}>
          Confirm
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </FormStack>
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
