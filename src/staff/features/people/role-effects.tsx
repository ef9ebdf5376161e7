import { Banner } from '#kit/ui/feedback/banner.tsx'
import { permissionLabels } from '#shared/roles/labels.ts'
import {
  isGivenByTwo,
  type Permission,
  type PermissionRule,
  permissionNames,
  permissionRules,
  type StaffRole,
  staffRoleLabels,
} from '#shared/roles/permissions.ts'
import styles from './role-editor.module.css'

/** What somebody with these roles may do, and under which conditions. */
export function RoleEffects({ roles }: { roles: readonly StaffRole[] }) {
  const allowed = permissionNames.filter((permission) => listExtents(permission, roles).length > 0)
  const waiting = [...new Set(roles)].filter((role) => isGivenByTwo({ role })).map((role) => staffRoleLabels[role])
  return (
    <div className={styles.allowed} role="status" aria-label="What these roles allow">
      {waiting.length > 0 && (
        <Banner tone="info">
          These roles count when a second administrator has approved them: {waiting.join(', ')}.
        </Banner>
      )}
      {allowed.length === 0 ? (
        <p>Choose a role to see what it allows.</p>
      ) : (
        <>
          <p>With these roles somebody may</p>
          <ul className={styles.effects}>
            {allowed.map((permission) => (
              <li key={permission}>
                {permissionLabels[permission]}
                <span className={styles.condition}>{describeConditions(permission, roles)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const listExtents = (permission: Permission, roles: readonly StaffRole[]) => {
  const { roles: extents }: PermissionRule = permissionRules[permission]
  return roles.flatMap((role) => extents[role] ?? [])
}

function describeConditions(permission: Permission, roles: readonly StaffRole[]): string {
  const { secondPerson, fresh }: PermissionRule = permissionRules[permission]
  const extents = listExtents(permission, roles)
  const limits = extents.flatMap((extent) =>
    extent === 'scope' ? 'within the school or department' : typeof extent === 'object' ? `only ${extent.only}` : [],
  )
  const conditions = [
    ...(extents.includes('all') ? [] : limits),
    ...(secondPerson ? [join('with a second person', secondPerson)] : []),
    ...(fresh ? [join('after confirming who you are', fresh)] : []),
  ]
  return conditions.length > 0 ? ` (${[...new Set(conditions)].join('; ')})` : ''
}

const join = (condition: string, when: string) => (when === 'always' ? condition : `${condition} ${when}`)
