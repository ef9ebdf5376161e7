// Importing a file of results: checked first, then stored as it was checked.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, createFieldError, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { CheckedResults } from '#shared/api/staff/results.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { type ResultMapping, resultColumnLabels, resultColumns, resultHeadings } from '#shared/staff/results.ts'
import { type SittingKind, sittingKinds } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import {
  ColumnSelects,
  LineErrors,
  mappedFileTypes,
  nameAllColumns,
  readMapping,
  TemplateButton,
} from '#staff/entities/mapped-file/mapped-file.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

/** What was checked, and how. */
interface Checked {
  form: FormData
  query: { kind: SittingKind; exercise: number; of?: number | undefined } & ResultMapping
  results: CheckedResults
}

export function Component() {
  const { exercise } = useChosenExercise()
  const [checked, setChecked] = useState<Checked | null>(null)
  return (
    <>
      <PageTitle>Import results</PageTitle>
      {exercise && <FileForm year={exercise.year} checked={checked} onChecked={setChecked} />}
      {checked ? <Outcome checked={checked} onChecked={setChecked} /> : <Columns />}
    </>
  )
}

interface FormProps {
  year: number
  checked: Checked | null
  onChecked: (checked: Checked | null) => void
}

function FileForm({ year, checked, onChecked }: FormProps) {
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const file = form.get('file')
      if (!(file instanceof File && file.size > 0)) throw createFieldError('file', 'Choose a file that is not empty.')
      const of = String(form.get('of') ?? '').trim()
      const mapping = readMapping(form, resultColumns)
      const query = {
        kind: String(form.get('kind')) as SittingKind,
        exercise: year,
        ...(of && { of: Number(of) }),
        ...mapping,
      }
      const body = new FormData()
      body.set('file', file)
      const { data } = await staffCall('checkResults', { query, form: body })
      onChecked({ form: body, query, results: data })
    },
    { fields: ['file', 'kind', 'of'], onError: () => onChecked(null) },
  )
  return (
    <Card>
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        <Select label="Results of" name="kind" options={sittingKinds} defaultValue="cbt" error={errors.kind} />
        <TextInput
          type="file"
          name="file"
          label="File of results"
          hint={`CSV or Excel (.xlsx), at most ${uploadLimits.label} and 20,000 lines. Checking stores nothing.`}
          accept={mappedFileTypes}
          error={errors.file}
        />
        <TextInput
          label="Maximum score"
          hint="Of lines that have none of their own."
          name="of"
          inputMode="decimal"
          autoComplete="off"
          optional
          error={errors.of}
        />
        <ColumnSelects
          labels={resultColumnLabels}
          headings={checked?.results.headings ?? []}
          mapping={checked?.results.mapping ?? {}}
        />
        <Actions>
          <Button type="submit" variant={checked ? 'secondary' : 'primary'} busy={isPending}>
            {checked ? 'Check again' : 'Check the file'}
          </Button>
          <ButtonLink variant="secondary" to={staffPaths.results}>
            Cancel
          </ButtonLink>
        </Actions>
      </FormStack>
    </Card>
  )
}

function Outcome({ checked, onChecked }: { checked: Checked; onChecked: (checked: Checked) => void }) {
  const { form, query, results } = checked
  const { good, same, failed, replaced, errors, moreErrors } = results
  const navigate = useNavigate()
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('importResults', {
        query: { ...query, ...nameAllColumns(results.mapping, resultColumns), count: good },
        form,
      })
      await navigate(staffPaths.results)
      return `${formatCounted(good, 'result')} stored. Applicants see them once they are published.`
    },
    {
      invalidates: [['results']],
      onError: (thrown) => {
        if (thrown instanceof ApiError && hasCode(thrown, 'count_differs'))
          onChecked({ ...checked, results: thrown.data as CheckedResults })
      },
    },
  )
  return (
    <>
      <Card title="What the file would change">
        <FactList
          facts={[
            ['New or different results', formatCount(good)],
            ['Of these, in place of an earlier one', formatCount(replaced)],
            ['Stored already, or absent', formatCount(same)],
            ['With an error', formatCount(failed)],
          ]}
        />
        <FormError>{error}</FormError>
        {good > 0 && (
          <Actions>
            <Button busy={isPending} onClick={() => void run()}>
              Store {formatCounted(good, 'result')}
            </Button>
          </Actions>
        )}
      </Card>
      {errors.length > 0 && (
        <Card title="Errors">
          {good > 0 && (
            <Banner tone="info">Lines with an error are left out. Correct them, and import the file again.</Banner>
          )}
          <LineErrors errors={errors} moreErrors={moreErrors} />
        </Card>
      )}
    </>
  )
}

const Columns = () => (
  <Card title="Columns of the file">
    <p>
      A column with the application numbers or user IDs, and one with the scores; perhaps one with the maximum and one
      with a remark that the applicant reads. Which column is which is remembered for the next file.
    </p>
    <TemplateButton headings={resultHeadings} file="results.csv" />
  </Card>
)
