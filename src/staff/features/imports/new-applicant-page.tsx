// One applicant who is on no list: checked like a list of one line, and issued like it.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { applicantLabels } from '#shared/application/applicant.ts'
import { genders } from '#shared/reference-data/option-lists.ts'
import { type AccountListColumn, accountListColumns, maxCell } from '#shared/staff/account-list.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { describeExercise, useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { PostSelect, readPost } from '#staff/entities/exercise/post-select.tsx'
import { WhileRunning } from '#staff/entities/exercise/while-running.tsx'
import { FormColumns } from '#staff/entities/form-columns/form-columns.tsx'
import { PlaceSelects } from '#staff/entities/place/place-selects.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export function Component() {
  const { exercise, current } = useChosenExercise()
  const client = useQueryClient()
  const navigate = useNavigateFromHere()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const { data } = await staffCall('checkApplicant', { query: { exercise: exercise?.year }, body: readCells(form) })
      client.setQueryData(['import', data.id], data)
      await navigate(getEntryPath(staffPaths.imports, data.id))
    },
    { fields: accountListColumns, invalidates: [['imports']] },
  )
  return (
    <>
      <PageTitle>Add one applicant</PageTitle>
      <WhileRunning>
        <Card>
          <FormStack onSubmit={run}>
            <FormError>{error}</FormError>
            {exercise && (
              <p>
                For somebody who is on no list. The account will belong to the exercise {exercise.title},{' '}
                {describeExercise(exercise, current?.year)}.
              </p>
            )}
            <FormColumns>
              {textCells.map(([name, label, type]) => (
                <TextInput
                  key={name}
                  label={label}
                  name={name}
                  type={type}
                  maxLength={maxCell}
                  error={errors[name]}
                  optional={name === 'middleName'}
                />
              ))}
              <Select label={applicantLabels.gender} name="gender" options={genders} error={errors.gender} />
              <PlaceSelects labels={applicantLabels} place={{ state: '', lga: '' }} errors={errors} />
              <PostSelect exercise={exercise?.year} error={errors.role ?? errors.department ?? errors.school} />
              {amountCells.map(([name, label]) => (
                <TextInput
                  key={name}
                  label={label}
                  name={name}
                  inputMode="decimal"
                  hint="In naira. Empty for that of the exercise."
                  error={errors[name]}
                  optional
                />
              ))}
            </FormColumns>
            <Actions>
              <Button type="submit" busy={isPending}>
                Check the applicant
              </Button>
              <ButtonLink variant="secondary" to={staffPaths.imports}>
                Cancel
              </ButtonLink>
            </Actions>
          </FormStack>
        </Card>
      </WhileRunning>
    </>
  )
}

const textCells = [
  ['surname', applicantLabels.surName, 'text'],
  ['firstName', applicantLabels.firstName, 'text'],
  ['middleName', applicantLabels.middleName, 'text'],
  ['email', applicantLabels.email, 'email'],
  ['phone', applicantLabels.phone, 'tel'],
  ['dateOfBirth', applicantLabels.dateOfBirth, 'date'],
] as const

const amountCells = [
  ['fee', 'Application fee'],
  ['charge', 'Charge'],
] as const

function readCells(form: FormData): Record<AccountListColumn, string> {
  const { school = '', department, role = '' } = readPost(form) ?? {}
  const typed = accountListColumns.map((column) => [column, String(form.get(column) ?? '').trim()])
  return { ...Object.fromEntries(typed), school, department: department ?? '', role }
}
