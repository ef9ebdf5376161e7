// The form of the first exercise. Later ones are prepared as copies.

import { Button } from '#kit/ui/actions/button.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { getYear } from '#shared/format/dates.ts'
import { parseNaira } from '#shared/forms/amount.ts'
import { maxSettingText } from '#shared/staff/exercise-settings.ts'
import { useSessionActions } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export function FirstExercise() {
  const { refresh } = useSessionActions()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const read = (name: string) => String(form.get(name)).trim()
      const body = {
        year: Number(read('year')),
        institution: read('institution'),
        shortName: read('shortName'),
        title: read('title'),
        fee: parseNaira(read('fee')),
        charge: parseNaira(read('charge')),
      }
      const { data } = await staffCall('prepareExercise', { body })
      await refresh()
      toast.success(`The exercise of ${data.year} is prepared.`)
    },
    { fields: ['year', 'institution', 'shortName', 'title', 'fee', 'charge'] },
  )
  return (
    <Card title="The first exercise">
      <FormStack onSubmit={run}>
        <p>
          There is no exercise yet. The public pages say so until you prepare the first one; from then on they show it,
          closed and without posts, until you add its posts and open it. All but the year can be changed later.
        </p>
        <FormError>{error}</FormError>
        <TextInput
          label="Year"
          name="year"
          inputMode="numeric"
          defaultValue={getYear(new Date())}
          error={errors.year}
        />
        <TextInput label="Institution" name="institution" maxLength={maxSettingText} error={errors.institution} />
        <TextInput
          label="Short name"
          name="shortName"
          maxLength={maxSettingText}
          hint="As emails and narrow screens show it."
          error={errors.shortName}
        />
        <TextInput
          label="Title"
          name="title"
          maxLength={maxSettingText}
          defaultValue="Academic Staff Recruitment"
          error={errors.title}
        />
        <TextInput
          label="Application fee"
          name="fee"
          hint="In naira, such as 12,000."
          inputMode="decimal"
          error={errors.fee}
        />
        <TextInput
          label="Charge"
          name="charge"
          hint="What the payment provider takes on top, in naira; 0 for none."
          inputMode="decimal"
          error={errors.charge}
        />
        <Button type="submit" busy={isPending}>
          Prepare the first exercise
        </Button>
      </FormStack>
    </Card>
  )
}
