// A sitting that is added or changed.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import { parseLocalDateTime, toLocalDateTime } from '#shared/format/local-time.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { type SittingKind, sittingKinds } from '#shared/staff/sittings.ts'
import { maxShortName } from '#shared/staff/text-limits.ts'
import { useVenues } from '#staff/entities/exercise/venues.ts'
import { FormColumns } from '#staff/entities/form-columns/form-columns.tsx'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { MoveReasonField } from './move-reason-field.tsx'
import { getSittingKey } from './sitting-query.ts'

interface Props {
  exercise: number
  /** Null for a new one. */
  sitting: Sitting | null
  onClose: () => void
}

interface MoveProps {
  sitting: Sitting
  onClose: () => void
}

/** All applicants go with it. */
export function MoveSittingDialog({ sitting, onClose }: MoveProps) {
  const navigate = useNavigateFromHere()
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const { kind: _, ...details } = readDetails(form)
      const body = { ...details, reason: String(form.get('reason')), version: known }
      const { data, message } = await staffCall('moveSitting', { params: { id: sitting.id }, body })
      await navigate(getEntryPath(staffPaths.sittings, data.id))
      return message
    },
    {
      fields: [...fields, 'reason'],
      invalidates: [['sittings'], getSittingKey(sitting.id)],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(sitting.version, thrown)
  return (
    <FormDialog
      title="Move the sitting"
      intro={
        <p>
          Everybody keeps the number of the seat. Applicants read the new day and place, each with an email, once
          another person has approved the publication of these seats.
        </p>
      }
      error={error}
      submit="Move"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <PlaceFields exercise={sitting.exercise} sitting={sitting} errors={errors} />
      <MoveReasonField error={errors.reason} />
    </FormDialog>
  )
}

const moments = {
  reportsAt: { label: 'Applicants report at', hint: 'Nigerian time.' },
  startsAt: { label: 'Starts', hint: undefined },
  endsAt: { label: 'Ends', hint: undefined },
} as const
type Moment = keyof typeof moments
const fields = ['kind', 'venue', 'label', 'reportsAt', 'startsAt', 'endsAt', 'capacity'] as const

export function SittingDialog({ exercise, sitting, onClose }: Props) {
  const client = useQueryClient()
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const details = readDetails(form)
      if (!sitting) {
        await staffCall('addSitting', { body: { ...details, exercise } })
        return 'The sitting is added.'
      }
      const body = { ...details, version: known }
      const { data } = await staffCall('changeSitting', { params: { id: sitting.id }, body })
      client.setQueryData(getSittingKey(data.id), data)
      return 'The sitting is saved.'
    },
    {
      fields,
      invalidates: [['sittings'], ...(sitting ? [getSittingKey(sitting.id)] : [])],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(sitting?.version ?? 0, thrown)
  return (
    <FormDialog
      title={sitting ? 'Change the sitting' : 'Add a sitting'}
      error={error}
      submit={sitting ? 'Save' : 'Add'}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Select
        label="Kind"
        name="kind"
        options={sittingKinds}
        defaultValue={sitting?.kind ?? 'cbt'}
        error={errors.kind}
      />
      <PlaceFields exercise={exercise} sitting={sitting} errors={errors} />
    </FormDialog>
  )
}

interface FieldProps {
  exercise: number
  sitting: Sitting | null
  errors: Partial<Record<string, string>>
}

function PlaceFields({ exercise, sitting, errors }: FieldProps) {
  const { data: venues } = useVenues(exercise)
  const offered = (venues ?? []).filter(({ id, isActive }) => isActive || id === sitting?.venue.id)
  const list = (names: readonly Moment[]) =>
    names.map((name) => (
      <TextInput
        key={name}
        label={moments[name].label}
        hint={moments[name].hint}
        name={name}
        type="datetime-local"
        defaultValue={toLocalDateTime(sitting?.[name] ?? null)}
        error={errors[name]}
      />
    ))
  return (
    <>
      <Select
        // The venues come after the dialog has opened.
        key={String(venues === undefined)}
        label="Venue"
        hint={venues ? undefined : 'The venues have not been read yet, so that none can be chosen.'}
        name="venue"
        options={Object.fromEntries(offered.map(({ id, name }) => [id, name]))}
        defaultValue={sitting?.venue.id ?? ''}
        error={errors.venue}
      />
      <TextInput
        label="Batch"
        name="label"
        hint="Such as Batch A. Each of a venue has a name of its own."
        maxLength={maxShortName}
        defaultValue={sitting?.label ?? ''}
        error={errors.label}
      />
      {list(['reportsAt'])}
      <FormColumns>{list(['startsAt', 'endsAt'])}</FormColumns>
      <TextInput
        label="Capacity"
        name="capacity"
        inputMode="numeric"
        defaultValue={sitting?.capacity ?? ''}
        error={errors.capacity}
      />
    </>
  )
}

/** What is not filled in stays readable for the server, which names the field. */
function readDetails(form: FormData) {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const readMoment = (name: Moment) => parseLocalDateTime(read(name)) ?? ''
  return {
    kind: read('kind') as SittingKind,
    venue: read('venue'),
    label: read('label'),
    reportsAt: readMoment('reportsAt'),
    startsAt: readMoment('startsAt'),
    endsAt: readMoment('endsAt'),
    capacity: read('capacity') === '' ? Number.NaN : Number(read('capacity')),
  }
}
