// Divides the applications that a list shows among reviewers.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import {
  CountNotice,
  type ExpectedCount,
  SelectionPending,
  useFrozenSelection,
} from '#staff/entities/selection/frozen-selection.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  /** Of the list, without order and pages. */
  filter: SelectionFilter
  /** Of applications that were chosen on the page. */
  expected?: ExpectedCount
  onClose: () => void
}

export function AssignDialog({ filter, expected, onClose }: Props) {
  const selection = useFrozenSelection(filter)
  const staff = useQuery({
    queryKey: ['assignable-staff', filter.exercise],
    queryFn: async ({ signal }) =>
      (await staffCall('assignableStaff', { query: { exercise: filter.exercise }, signal })).data.rows,
  })
  const [result, setResult] = useState<string[] | null>(null)
  const assign = useStaffAction(
    async (id: string, form: FormData) => {
      const how = form.has('random') ? ('random' as const) : ('even' as const)
      const body = { selection: id, to: form.getAll('person').map(String), how }
      setResult(describeResult((await staffCall('assignApplications', { body })).data))
    },
    { fields: ['to'], invalidates: [['applications'], ['counts'], ['assignable-staff']] },
  )
  const { count = 0 } = selection.data ?? {}
  const people = staff.data ?? []
  return (
    <FormDialog
      title="Assign to reviewers"
      intro={
        <>
          <p>
            {formatCounted(count, 'application is', 'applications are')} {expected ? 'chosen' : 'in the list'}.{' '}
            {count > 1 && 'They are divided evenly. '}Nobody gets a case that they have left; decided ones stay as they
            are.
          </p>
          <CountNotice count={count} expected={expected} />
        </>
      }
      error={assign.error}
      submit="Assign"
      isPending={assign.isPending}
      onSubmit={(form) => selection.data && void assign.run(selection.data.id, form)}
      onClose={onClose}
      instead={
        !selection.data || !staff.data ? (
          // What is there, and what became of it, stays while the people cannot be read again.
          <SelectionPending error={selection.error ?? staff.error} />
        ) : result ? (
          <div role="status">
            {result.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        ) : (
          people.length === 0 && (
            <p>Nobody reviews in this exercise yet. An administrator gives people the role of a reviewer.</p>
          )
        )
      }
    >
      <FieldGroup label="To whom" error={assign.errors.to}>
        {() =>
          people.map(({ id, name, waiting }) => (
            <Checkbox key={id} name="person" value={id} label={`${name} (${formatCount(waiting)} waiting)`} />
          ))
        }
      </FieldGroup>
      {people.length > 1 && <Checkbox name="random" label="At random: each gets as many, but chance says which" />}
    </FormDialog>
  )
}

interface Result {
  assigned: number
  recused: number
  skipped: number
  people: readonly { name: string; count: number }[]
}

const describeResult = ({ assigned, recused, skipped, people }: Result): string[] => [
  `${formatCount(assigned)} assigned. ${people.map(({ name, count }) => `${name}: ${formatCount(count)}.`).join(' ')}`,
  ...(recused > 0
    ? [`Somebody who has left the case was passed over ${recused === 1 ? 'once' : `${formatCount(recused)} times`}.`]
    : []),
  ...(skipped > 0
    ? [`${formatCounted(skipped, 'stays as it is', 'stay as they are')}: decided, or not within these people's roles.`]
    : []),
]
