// Uploading a list. The server checks it and issues nothing.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { uploadLimits } from '#shared/policy/limits.ts'
import { accountListColumns, accountListHeadings } from '#shared/staff/account-list.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { describeExercise, useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { WhileRunning } from '#staff/entities/exercise/while-running.tsx'
import { mappedFileTypes, readChosenFile, TemplateButton } from '#staff/entities/mapped-file/mapped-file.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './import-page.module.css'

export function Component() {
  return (
    <>
      <PageTitle>Upload a list</PageTitle>
      <WhileRunning>
        <Columns>
          <div>
            <UploadForm />
          </div>
          <div>
            <ListColumns />
          </div>
        </Columns>
      </WhileRunning>
    </>
  )
}

function UploadForm() {
  const { exercise, current } = useChosenExercise()
  const client = useQueryClient()
  const navigate = useNavigateFromHere()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      readChosenFile(form)
      const query = { kind: 'accounts' as const, exercise: exercise?.year }
      const { data } = await staffCall('uploadImport', { query, form })
      client.setQueryData(['import', data.id], data)
      await navigate(getEntryPath(staffPaths.imports, data.id))
    },
    { fields: ['file'], invalidates: [['imports']] },
  )
  return (
    <Card>
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        {exercise && (
          <p>
            The accounts will belong to the exercise {exercise.title}, {describeExercise(exercise, current?.year)}.
          </p>
        )}
        <TextInput
          type="file"
          name="file"
          label="List of applicants"
          hint={`CSV or Excel (.xlsx), at most ${uploadLimits.label} and 20,000 lines. Checking issues nothing.`}
          accept={mappedFileTypes}
          error={errors.file}
        />
        <Actions>
          <Button type="submit" busy={isPending}>
            {isPending ? 'Checking the list' : 'Check the list'}
          </Button>
          <ButtonLink variant="secondary" to={staffPaths.imports}>
            Cancel
          </ButtonLink>
        </Actions>
      </FormStack>
    </Card>
  )
}

const headings = accountListColumns.map((column) => accountListHeadings[column])

const ListColumns = () => (
  <Card title="Columns of the list">
    <div className={styles.text}>
      <p>
        The list has these headings, in any order: {headings.join(', ')}. Only fee and charge may be left out. Titles
        may stand above them.
      </p>
      <p>
        A birth date reads 1985-06-15 or 15/06/1985, a phone number 08031234567. An empty fee or charge stands for that
        of the exercise.
      </p>
      <TemplateButton headings={accountListHeadings} file="applicants.csv" />
    </div>
  </Card>
)
