// What can be done with the seats that are chosen in the list.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { formatCounted } from '#shared/format/numbers.ts'
import type { SeatRow } from '#shared/lists/seats.ts'
import type { ListedSitting } from '#shared/lists/sittings.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { maxMovedSeats } from '#shared/staff/seating.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { type Choice, choicesKey } from '#staff/list/list-choice.ts'
import { countFreeSeats, describeSitting } from './describe-sitting.ts'
import { MoveReasonField } from './move-reason-field.tsx'

interface Props {
  choice: Choice
  /** Of the exercise; undefined while they are not known. */
  sittings: readonly ListedSitting[] | undefined
}

export function ChosenSeatActions({ choice, sittings }: Props) {
  const [isMoving, setMoving] = useState(false)
  if (choice.kind === 'all' || choice.keys.length > maxMovedSeats)
    return <FormError>{`At most ${maxMovedSeats} seats are moved at once, chosen one by one or by page.`}</FormError>
  return (
    <>
      <Button variant="secondary" onClick={() => setMoving(true)}>
        Move to another sitting
      </Button>
      {isMoving && <MoveSeatsDialog seats={choice.keys} sittings={sittings} onClose={() => setMoving(false)} />}
    </>
  )
}

interface DialogProps extends Pick<Props, 'sittings'> {
  seats: readonly string[]
  onClose: () => void
}

function MoveSeatsDialog({ seats, sittings, onClose }: DialogProps) {
  const client = useQueryClient()
  const navigate = useNavigateFromHere()
  const offered = listOffered(seats, sittings ?? [], useSeenSeats())
  const none = sittings ? 'No other open sitting of the kind has room.' : 'The sittings have not been read yet.'
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const sitting = String(form.get('sitting'))
      const body = { sitting, seats: [...seats], reason: String(form.get('reason')) }
      const { message } = await staffCall('moveSeats', { body })
      await navigate(getEntryPath(staffPaths.sittings, sitting))
      client.removeQueries({ queryKey: [choicesKey, 'seats'] })
      return message
    },
    { fields: ['sitting', 'reason'], invalidates: [['sittings'], ['seats'], ['sitting']] },
  )
  return (
    <FormDialog
      title="Move to another sitting"
      intro={
        <p>
          {formatCounted(seats.length, 'applicant gets the lowest free seat', 'applicants get the lowest free seats')}{' '}
          of the other sitting. Applicants read it, each with an email, once another person has approved the publication
          of these seats.
        </p>
      }
      error={error}
      submit="Move"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Select
        label="Sitting"
        hint={offered.length === 0 ? none : undefined}
        name="sitting"
        options={Object.fromEntries(offered.map((sitting) => [sitting.id, describeSitting(sitting)]))}
        error={errors.sitting}
      />
      <MoveReasonField error={errors.reason} />
    </FormDialog>
  )
}

/** Those that the pages of the list have shown. */
function useSeenSeats(): readonly SeatRow[] {
  const pages = useQueryClient().getQueriesData<{ rows: readonly SeatRow[] }>({ queryKey: ['seats'] })
  return pages.flatMap(([, page]) => page?.rows ?? [])
}

/** Open sittings of the kind of the seats that have room for all of them; the server knows what has changed meanwhile. */
function listOffered(ids: readonly string[], sittings: readonly ListedSitting[], seen: readonly SeatRow[]) {
  const seats = seen.filter(({ id }) => ids.includes(id))
  const kinds = new Set(seats.map(({ kind }) => kind))
  const from = new Set(seats.map(({ sitting }) => sitting.id))
  return sittings.filter(
    (one) =>
      one.state === 'open' &&
      Date.parse(one.endsAt) >= Date.now() &&
      countFreeSeats(one) >= ids.length &&
      !(from.size === 1 && from.has(one.id)) &&
      (kinds.size !== 1 || kinds.has(one.kind)),
  )
}
