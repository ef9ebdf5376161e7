import { hasFieldErrors } from '#kit/http/api-error.ts'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { maxStaffName } from '#shared/staff/text-limits.ts'
import { FormColumns } from '#staff/entities/form-columns/form-columns.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { RoleEditor, useRoleDraft } from './role-editor.tsx'

export function Component() {
  const navigate = useNavigateFromHere()
  const draft = useRoleDraft([])
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const email = String(form.get('email'))
      const body = { email, name: String(form.get('name')), roles: draft.getRoles() }
      const { data } = await staffCall('invite', { body })
      await navigate(getEntryPath(staffPaths.people, data.id))
      return data.proposal
        ? `The invitation is on its way to ${email}. A second administrator must approve the roles.`
        : `The invitation is on its way to ${email}.`
    },
    { fields: ['email', 'name'], invalidates: [['people']] },
  )
  return (
    <>
      <PageTitle>Invite somebody</PageTitle>
      <Card>
        <FormStack onSubmit={run}>
          <p>
            The person gets an email with a link that works once, for 72 hours, and sets up a passkey, or a password and
            an authenticator app, with it.
          </p>
          <FormError>{hasFieldErrors(thrown) ? null : error}</FormError>
          <FormColumns>
            <TextInput label="Email address" name="email" type="email" error={errors.email} />
            <TextInput label="Name" name="name" maxLength={maxStaffName} error={errors.name} />
          </FormColumns>
          <RoleEditor draft={draft} error={thrown} />
          <Actions>
            <Button type="submit" busy={isPending}>
              Send the invitation
            </Button>
            <ButtonLink variant="secondary" to={staffPaths.people}>
              Cancel
            </ButtonLink>
          </Actions>
        </FormStack>
      </Card>
    </>
  )
}
