// Another year's exercise as a copy of one. Nothing changes for anybody until it is made current.

import { useState } from 'react'
import { useIsHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { OnChanged } from './use-exercise-change.ts'

export function PrepareExercise({ year, onPrepared }: { year: number; onPrepared: OnChanged }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Prepare another year
      </Button>
      {isOpen && <PrepareDialog year={year} onPrepared={onPrepared} onClose={() => setOpen(false)} />}
    </>
  )
}

function PrepareDialog(props: { year: number; onPrepared: OnChanged; onClose: () => void }) {
  const { exercises } = useMe()
  const { choose } = useChosenExercise()
  const isHere = useIsHere()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const body = { year: Number(form.get('year')), from: Number(form.get('from')) }
      const { data } = await staffCall('prepareExercise', { body })
      const isLeft = !isHere()
      props.onClose()
      await props.onPrepared(`The exercise of ${data.year} is prepared. It is not public yet.`)
      if (!isLeft) choose(data.year)
    },
    { fields: ['year', 'from'] },
  )
  return (
    <FormDialog
      title="Prepare another year"
      intro={
        <p>
          The new exercise starts as a copy: closed, without a deadline, and not public. Applicants, emails and slips of
          the other exercises stay as they are.
        </p>
      }
      error={error}
      submit="Prepare"
      isPending={isPending}
      onSubmit={run}
      onClose={props.onClose}
    >
      <TextInput
        label="Year"
        name="year"
        inputMode="numeric"
        defaultValue={Math.max(...exercises.map((one) => one.year)) + 1}
        error={errors.year}
      />
      <Select
        label="Copy the settings of"
        name="from"
        options={Object.fromEntries(exercises.map((one) => [String(one.year), `${one.title} ${one.year}`]))}
        defaultValue={String(props.year)}
        error={errors.from}
      />
    </FormDialog>
  )
}
