import { Banner } from '#kit/ui/feedback/banner.tsx'
import { permissionLabels } from '#shared/roles/labels.ts'
import {
  type Permission,
  type PermissionRule,
  permissionNames,
  permissionRules,
  type StaffRole,
} from '#shared/roles/permissions.ts'
import styles from './role-editor.module.css'

/** What somebody with these roles may do, and under which conditions. */
export function RoleEffects({ roles }: { roles: readonly StaffRole[] }) {
  const allowed = permissionNames.filter((permission) => listExtents(permission, roles).length > 0)
  const needsSecond = roles.some((role) => role === 'admin' || role === 'dpo')
  return (
    <div className={styles.allowed} role="status" aria-label="What these roles allow">
      {needsSecond && (
        <Banner tone="info">
          The roles Administrator and Data protection officer count when a second administrator has approved them.
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
