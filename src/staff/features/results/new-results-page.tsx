// Importing a file of results: checked first, then stored as it was checked.
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { CheckedResults } from '#shared/api/staff/results.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { type ResultMapping, resultColumnLabels, resultColumns, resultHeadings } from '#shared/staff/results.ts'
import { type SittingKind, sittingKinds } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { WhileRunning } from '#staff/entities/exercise/while-running.tsx'
import {
  type CheckedFile,
  LineErrors,
  MappedFileForm,
  mappedFileTypes,
  nameAllColumns,
  readFoundAgain,
  TemplateButton,
  useCheckedFile,
} from '#staff/entities/mapped-file/mapped-file.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

type Checked = CheckedFile<
  { kind: SittingKind; exercise: number; of?: number | undefined } & ResultMapping,
  CheckedResults
>

/** What was checked for one exercise is not stored while another one is chosen. */
export function Component() {
  const { exercise } = useChosenExercise()
  return <ImportPage key={exercise?.year} />
}

function ImportPage() {
  const { exercise } = useChosenExercise()
  const { checked, setChecked, replaceFound } = useCheckedFile<Checked['query'], Checked['found']>()
  return (
    <>
      <PageTitle>Import results</PageTitle>
      <WhileRunning>
        <Columns>
          <div>
            {exercise && (
              <MappedFileForm
                labels={resultColumnLabels}
                checked={checked}
                onChecked={setChecked}
                fields={['kind', 'of']}
                readQuery={(form) => {
                  const of = String(form.get('of') ?? '').trim()
                  return {
                    kind: String(form.get('kind')) as SittingKind,
                    exercise: exercise.year,
                    ...(of && { of: Number(of) }),
                  }
                }}
                check={async (query, form) => (await staffCall('checkResults', { query, form })).data}
                cancelTo={staffPaths.results}
              >
                {(errors) => (
                  <>
                    <Select
                      label="Results of"
                      name="kind"
                      options={sittingKinds}
                      defaultValue="cbt"
                      error={errors.kind}
                    />
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
                      optional
                      error={errors.of}
                    />
                  </>
                )}
              </MappedFileForm>
            )}
          </div>
          <div>
            <FileColumns />
          </div>
        </Columns>
      </WhileRunning>
      {checked && <Outcome checked={checked} onFoundAgain={replaceFound} />}
    </>
  )
}

interface OutcomeProps {
  checked: Checked
  onFoundAgain: (of: Checked, found: Checked['found']) => void
}

function Outcome({ checked, onFoundAgain }: OutcomeProps) {
  const { form, query, found: results } = checked
  const { good, same, failed, replaced, errors, moreErrors } = results
  const navigate = useNavigateFromHere()
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('importResults', {
        query: { ...query, ...nameAllColumns(results.mapping, resultColumns), count: good, replaced },
        form,
      })
      await navigate(staffPaths.results)
      return `${formatCounted(good, 'result')} stored. Applicants see them once they are published.`
    },
    {
      invalidates: [['results'], ['result'], ['counts']],
      onError: (thrown) => {
        const found = readFoundAgain<CheckedResults>(thrown)
        if (found) onFoundAgain(checked, found)
      },
    },
  )
  return (
    <>
      <Card title="What the file would change">
        <PlainTable
          caption="What the file would change"
          headings={['Lines of the file', 'Count']}
          numeric={['Count']}
          rows={Object.entries({
            'New or different results': good,
            'Of these, in place of an earlier one': replaced,
            'Stored already, or absent': same,
            'With an error': failed,
          }).map(([label, count]) => ({ key: label, cells: [label, formatCount(count)] }))}
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
          <Stack>
            {good > 0 && (
              <Banner tone="info">Lines with an error are left out. Correct them, and import the file again.</Banner>
            )}
            <LineErrors errors={errors} moreErrors={moreErrors} />
          </Stack>
        </Card>
      )}
    </>
  )
}

const FileColumns = () => (
  <Card title="Columns of the file">
    <p>
      A column with the application numbers or user IDs, and one with the scores; perhaps one with the maximum and one
      with a remark that the applicant reads. Which column is which is remembered for the next file.
    </p>
    <TemplateButton headings={resultHeadings} file="results.csv" />
  </Card>
)
