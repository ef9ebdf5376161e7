import { useState } from 'react'
import { hasFieldErrors } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import { describeGrant, describeGrants } from '#staff/entities/session/describe-grant.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { RoleEditor, useRoleDraft } from './role-editor.tsx'
import { usePersonAction } from './use-person-action.ts'

interface Props {
  person: StaffPersonDetails
  isOwn: boolean
}

export function PersonRoles({ person, isOwn }: Props) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Card
      title="Roles"
      aside={
        !isOwn &&
        !isEditing && (
          <Button variant="secondary" onClick={() => setEditing(true)}>
            Change the roles
          </Button>
        )
      }
    >
      {isEditing ? (
        <RolesForm person={person} onClose={() => setEditing(false)} />
      ) : person.roles.length === 0 ? (
        <p>None yet, so this person may do nothing.</p>
      ) : (
        <ul>
          {person.roles.map((grant) => (
            <li key={describeGrant(grant)}>{describeGrant(grant)}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function RolesForm({
  person: { id, name, version, roles },
  onClose,
}: {
  person: Props['person']
  onClose: () => void
}) {
  const draft = useRoleDraft(roles)
  const { run, isPending, error, thrown } = usePersonAction(
    id,
    async () => {
      const { data } = await staffCall('changePerson', {
        params: { id },
        body: { roles: draft.getRoles(), version: known },
      })
      return data.proposal
        ? 'Proposed. A second administrator must approve these roles.'
        : `${name} has these roles from the next sign-in on.`
    },
    { onDone: onClose },
  )
  const known: number = useKnown(version, thrown)
  return (
    <FormStack onSubmit={run}>
      <FormError>{hasFieldErrors(thrown) ? null : error}</FormError>
      <p>At present: {describeGrants(roles)}</p>
      <RoleEditor draft={draft} error={thrown} />
      <p>{name} is signed out when the roles change, and gets an email about it.</p>
      <Actions>
        <Button type="submit" busy={isPending}>
          Save the roles
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </FormStack>
  )
}
