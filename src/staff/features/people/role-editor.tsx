// The roles of a person, each with where it counts, and what they allow.
import { useRef, useState } from 'react'
import { fieldMessage } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import type { StaffPerson } from '#shared/lists/people.ts'
import { type StaffRole, staffRoleLabels } from '#shared/roles/permissions.ts'
import { toOptions, useExercisePosts } from '#staff/entities/exercise/exercise-posts.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import styles from './role-editor.module.css'
import { RoleEffects } from './role-effects.tsx'

type Grant = StaffPerson['roles'][number]
/** A role that may not be chosen yet. */
type DraftGrant = Omit<Grant, 'role'> & { role: StaffRole | ''; key: number }

const emptyGrant = { role: '', exercise: null, school: null, department: null } as const
export interface RoleDraft {
  grants: readonly DraftGrant[]
  /** What is sent: the server says of a role that is not chosen that it is missing. */
  getRoles(): Grant[]
  change(grants: readonly DraftGrant[]): void
  add(): void
}

export function useRoleDraft(start: readonly Grant[]): RoleDraft {
  const nextKey = useRef(start.length)
  const [grants, setGrants] = useState<readonly DraftGrant[]>(() =>
    (start.length > 0 ? start : [emptyGrant]).map((grant, key) => ({ ...grant, key })),
  )
  return {
    grants,
    getRoles: () => grants.map(({ key: _, role, ...scope }) => ({ role: role as StaffRole, ...scope })),
    change: setGrants,
    add() {
      nextKey.current += 1
      setGrants([...grants, { ...emptyGrant, key: nextKey.current }])
    },
  }
}

export const RoleEditor = ({ draft, error }: { draft: RoleDraft; error: unknown }) => (
  <>
    {draft.grants.map((grant, index) => (
      <GrantFields
        key={grant.key}
        grant={grant}
        index={index}
        error={error}
        onChange={(changed) => draft.change(draft.grants.map((one) => (one === grant ? { ...one, ...changed } : one)))}
        onRemove={draft.grants.length > 1 ? () => draft.change(draft.grants.filter((one) => one !== grant)) : undefined}
      />
    ))}
    <Actions>
      <Button variant="secondary" onClick={draft.add}>
        Add another role
      </Button>
    </Actions>
    <RoleEffects roles={draft.grants.flatMap(({ role }) => role || [])} />
  </>
)

/** In which an administrator gives roles. */
function useOwnExercises() {
  const { exercises, roles } = useMe()
  const own = roles.filter(({ role }) => role === 'admin').map(({ exercise }) => exercise)
  const isEverywhere = own.includes(null)
  return { exercises: exercises.filter(({ year }) => isEverywhere || own.includes(year)), isEverywhere }
}

interface GrantFieldsProps {
  grant: DraftGrant
  index: number
  error: unknown
  onChange: (changed: Partial<DraftGrant>) => void
  /** Absent for the only role. */
  onRemove: (() => void) | undefined
}

function GrantFields({ grant, index, error, onChange, onRemove }: GrantFieldsProps) {
  const { exercises, isEverywhere } = useOwnExercises()
  const { role, exercise, school, department } = grant
  const label = `Role ${index + 1}`
  const known = useExercisePosts(exercise === null ? exercises.map(({ year }) => year) : [exercise])
  const posts = known ?? []
  const departments = posts.filter((post) => school === null || post.school === school).map((post) => post.department)
  return (
    <FieldGroup label={label}>
      {() => (
        <div className={styles.grant}>
          <Select
            label="Role"
            options={staffRoleLabels}
            value={role}
            error={fieldMessage(error, `roles.${index}.role`)}
            onChange={({ target }) => {
              const chosen = target.value as StaffRole | ''
              onChange({ role: chosen, ...(chosen !== 'reviewer' && { school: null, department: null }) })
            }}
          />
          <Select
            label="Exercise"
            options={Object.fromEntries(exercises.map(({ year, title }) => [year, `${title} ${year}`]))}
            {...(isEverywhere && { placeholder: 'Every exercise' })}
            value={exercise ?? ''}
            error={fieldMessage(error, `roles.${index}.exercise`)}
            onChange={({ target }) => onChange({ exercise: target.value ? Number(target.value) : null })}
          />
          {role === 'reviewer' && (
            <>
              <Select
                label="School"
                hint={known ? undefined : 'The schools have not been read yet, so that none can be chosen.'}
                options={toOptions([...posts.map((post) => post.school), school])}
                placeholder="Every school"
                value={school ?? ''}
                error={fieldMessage(error, `roles.${index}.school`)}
                onChange={({ target }) => onChange({ school: target.value || null, department: null })}
              />
              <Select
                label="Department"
                options={toOptions([...departments, department])}
                placeholder="Every department"
                value={department ?? ''}
                error={fieldMessage(error, `roles.${index}.department`)}
                onChange={({ target }) => onChange({ department: target.value || null })}
              />
            </>
          )}
          {onRemove && (
            <div className={styles.remove}>
              <Button variant="secondary" onClick={onRemove}>
                Remove {label.toLowerCase()}
              </Button>
            </div>
          )}
        </div>
      )}
    </FieldGroup>
  )
}
