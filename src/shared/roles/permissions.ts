// Which role may do what. A test prints the table into docs/permissions.md.
import { listNames } from '#shared/format/labels.ts'

export const staffRoleLabels = {
  registry: 'Registry officer',
  reviewer: 'Reviewer',
  chair: 'Chair of the panel',
  exam: 'Exam officer',
  bursar: 'Bursar',
  helpdesk: 'Helpdesk',
  admin: 'Administrator',
  dpo: 'Data protection officer',
  auditor: 'Auditor',
} as const

export type StaffRole = keyof typeof staffRoleLabels
export const staffRoleNames = listNames(staffRoleLabels)

/** Parts to which a role can be limited. */
export type PermissionLimit =
  | 'data'
  | 'money'
  | 'own'
  | 'own panels'
  | 'proposing'
  | 'seated'
  | 'seats'
  | 'seats and results'
  | 'status'
  | "the staff's own events"

/** `all`, or only a part: what is in the person's scope, or what the limit names. */
type Extent = 'all' | 'scope' | { only: PermissionLimit }

export interface PermissionRule {
  readonly roles: Partial<Record<StaffRole, Extent>>
  /** When another person must approve it; the proposer never can. */
  readonly secondPerson?: string
  /** When it needs a sign-in within the last five minutes. */
  readonly fresh?: string
  /** It decides, approves or reveals: a role with it is given and taken by two administrators. */
  readonly givenByTwo?: true
}

const always = 'always'

export const permissionRules = {
  'applicant:find': {
    roles: {
      registry: 'all',
      reviewer: 'scope',
      chair: 'all',
      exam: 'all',
      bursar: 'all',
      helpdesk: 'all',
      dpo: 'all',
      auditor: 'all',
    },
  },
  'applicant:read': {
    roles: {
      registry: 'all',
      reviewer: 'scope',
      chair: 'all',
      exam: { only: 'seated' },
      helpdesk: 'all',
      dpo: 'all',
      auditor: 'all',
    },
  },
  'application:read': {
    roles: {
      registry: 'all',
      reviewer: 'scope',
      chair: 'all',
      exam: { only: 'status' },
      helpdesk: { only: 'status' },
      dpo: 'all',
      auditor: 'all',
    },
  },
  'file:read': {
    roles: { registry: 'all', reviewer: 'scope', chair: 'all', dpo: 'all', auditor: 'all' },
  },
  'nin:reveal': { roles: { registry: 'all', dpo: 'all' }, fresh: always, givenByTwo: true },
  'account:issue': { roles: { registry: 'all' }, secondPerson: 'for another post once the fee is paid', fresh: always },
  'account:correct': {
    roles: { registry: 'all', helpdesk: 'all' },
    secondPerson: 'once the NIN is verified, for the email address once the fee is paid',
    fresh: 'for the email address',
  },
  'account:recover': { roles: { registry: 'all', helpdesk: 'all' }, fresh: 'for many applicants at once' },
  'account:hold': { roles: { registry: 'all', chair: 'all' } },
  'complaint:answer': {
    roles: { registry: 'all', bursar: { only: 'money' }, helpdesk: 'all', dpo: { only: 'data' } },
  },
  'complaint:assign': {
    roles: { registry: 'all', bursar: { only: 'money' }, helpdesk: 'all', dpo: { only: 'data' } },
  },
  'application:review': { roles: { reviewer: 'scope', chair: 'all' } },
  'application:decide': {
    roles: { chair: 'all' },
    secondPerson: 'two reviews, or a review and the chair',
    givenByTwo: true,
  },
  'application:note': { roles: { registry: 'all', reviewer: 'scope', chair: 'all' } },
  'application:return': { roles: { registry: 'all' } },
  'application:withdraw': { roles: { registry: 'all', helpdesk: 'all' }, fresh: 'when an outcome is published' },
  'application:reinstate': { roles: { registry: 'all' } },
  'application:assign': { roles: { registry: 'all', chair: 'all' } },
  'sitting:read': {
    roles: { registry: 'all', chair: 'all', exam: 'all', helpdesk: 'all', dpo: 'all', auditor: 'all' },
  },
  'sitting:manage': { roles: { exam: 'all' }, fresh: 'for lists to print' },
  'attendance:mark': { roles: { exam: 'all' } },
  'result:read': { roles: { registry: 'all', chair: 'all', exam: 'all', dpo: 'all', auditor: 'all' } },
  'result:import': { roles: { exam: 'all' } },
  'result:confirm': { roles: { registry: 'all', chair: 'all' }, secondPerson: always, givenByTwo: true },
  'interview:read': {
    roles: {
      registry: 'all',
      reviewer: { only: 'own panels' },
      chair: 'all',
      exam: 'all',
      dpo: 'all',
      auditor: 'all',
    },
  },
  'interview:score': {
    roles: {
      registry: { only: 'own panels' },
      reviewer: { only: 'own panels' },
      chair: { only: 'own panels' },
      exam: { only: 'own panels' },
    },
  },
  'offer:read': { roles: { registry: 'all', chair: 'all', dpo: 'all', auditor: 'all' } },
  'offer:decide': { roles: { registry: 'all', chair: 'all' }, secondPerson: always, givenByTwo: true },
  'publication:read': {
    roles: { registry: 'all', chair: 'all', exam: { only: 'seats and results' }, dpo: 'all', auditor: 'all' },
  },
  'publication:make': { roles: { registry: 'all', exam: { only: 'seats and results' } } },
  'publication:approve': {
    roles: { registry: 'all', chair: 'all' },
    secondPerson: always,
    fresh: always,
    givenByTwo: true,
  },
  'payment:read': {
    roles: { registry: 'all', bursar: 'all', helpdesk: { only: 'status' }, dpo: 'all', auditor: 'all' },
  },
  'case:read': { roles: { registry: 'all', bursar: 'all', dpo: 'all', auditor: 'all' } },
  'settlement:import': { roles: { bursar: 'all' } },
  'case:handle': { roles: { bursar: 'all' } },
  'money:export': { roles: { bursar: 'all' } },
  'refund:approve': {
    roles: { registry: 'all', bursar: 'all' },
    secondPerson: always,
    fresh: always,
    givenByTwo: true,
  },
  'report:read': {
    roles: {
      registry: 'all',
      reviewer: 'all',
      chair: 'all',
      exam: 'all',
      bursar: 'all',
      admin: 'all',
      dpo: 'all',
      auditor: 'all',
    },
  },
  'export:make': {
    roles: { registry: 'all', chair: 'all', exam: { only: 'seats' }, bursar: { only: 'money' }, dpo: 'all' },
    fresh: 'for personal data',
  },
  'export:read': {
    roles: {
      registry: 'all',
      chair: 'all',
      exam: { only: 'own' },
      bursar: { only: 'own' },
      dpo: 'all',
      auditor: 'all',
    },
  },
  'settings:read': { roles: { registry: 'all', admin: 'all' } },
  'settings:change': {
    roles: { registry: { only: 'proposing' }, admin: 'all' },
    secondPerson: 'once accounts exist',
  },
  // Applicants read such a text by a publication or an answer, which a person looks at before it goes.
  'text:change': { roles: { registry: 'all', admin: 'all' } },
  'staff:manage': {
    roles: { admin: 'all' },
    secondPerson: 'for roles that decide, approve or reveal',
    fresh: 'for invitations, roles, status and links',
    givenByTwo: true,
  },
  'audit:read': { roles: { admin: { only: "the staff's own events" }, dpo: 'all', auditor: 'all' } },
  'subject:export': { roles: { dpo: 'all' } },
  'erasure:propose': { roles: { dpo: 'all' }, fresh: always },
  'erasure:approve': {
    roles: { registry: 'all', admin: 'all' },
    secondPerson: always,
    fresh: always,
    givenByTwo: true,
  },
  'retention:run': { roles: { dpo: 'all' } },
} as const satisfies Record<string, PermissionRule>

export type Permission = keyof typeof permissionRules
export const permissionNames = Object.keys(permissionRules) as Permission[]

/** Of work that has no calls yet. A test compares them with the contracts. */
export const permissionsWithoutCall: readonly Permission[] = [
  'report:read',
  'subject:export',
  'erasure:propose',
  'erasure:approve',
  'retention:run',
]

/** Where a role counts: null stands for every exercise, school or department. */
export interface RoleGrant {
  role: StaffRole
  exerciseId: number | null
  school: string | null
  department: string | null
}

const getRoles = (permission: Permission): PermissionRule['roles'] => permissionRules[permission].roles

/** Whether at least one of the roles has the permission, whatever its extent. */
export const hasPermission = (grants: readonly Pick<RoleGrant, 'role'>[], permission: Permission): boolean =>
  grants.some(({ role }) => getRoles(permission)[role] !== undefined)

/** Whether a second administrator must approve that somebody gets or loses this role. */
export const isGivenByTwo = ({ role }: Pick<RoleGrant, 'role'>): boolean =>
  permissionNames.some((permission) => {
    const { roles, givenByTwo }: PermissionRule = permissionRules[permission]
    return givenByTwo === true && roles[role] !== undefined
  })

export const listPermissions = (grants: readonly RoleGrant[]): Permission[] =>
  permissionNames.filter((permission) => hasPermission(grants, permission))

export interface Scope {
  exerciseId: number | null
  school: string | null
  department: string | null
  /** Of applicants with a seat in a sitting alone. */
  isSeated?: boolean
}

/**
 * Where the permission holds: a row must be in one of these scopes. A reviewer is limited to a school or department; the
 * other roles to an exercise at most.
 */
export const listScopes = (grants: readonly RoleGrant[], permission: Permission): Scope[] =>
  grants.flatMap(({ role, exerciseId, school, department }) => {
    const extent = getRoles(permission)[role]
    if (extent === undefined) return []
    if (extent === 'scope') return [{ exerciseId, school, department }]
    return [{ exerciseId, school: null, department: null, ...(isOfSeated(extent) && { isSeated: true }) }]
  })

/** Where the permission holds without being limited to a part. Roles add up per place: one elsewhere widens nothing here. */
export const listWholeScopes = (grants: readonly RoleGrant[], permission: Permission): Scope[] =>
  listScopes(
    grants.filter(({ role }) => typeof getRoles(permission)[role] === 'string'),
    permission,
  )

const isOfSeated = (extent: Extent): boolean => typeof extent === 'object' && extent.only === 'seated'

/** The exercises of these scopes; null for every one. */
export const listScopedExercises = (scopes: readonly Pick<Scope, 'exerciseId'>[]): number[] | null => {
  const ids = scopes.map(({ exerciseId }) => exerciseId)
  return ids.includes(null) ? null : ids.filter((id) => id !== null)
}

/** The roles that count in an exercise, perhaps for a part of it; for null, the roles of every place. */
export const listGrantsIn = (grants: readonly RoleGrant[], exerciseId: number | null): RoleGrant[] =>
  grants.filter((grant) => exerciseId === null || grant.exerciseId === null || grant.exerciseId === exerciseId)

/** Where something is; without a school it concerns the exercise as a whole, and without an exercise (null) all of them. */
export type Place = Pick<Scope, 'exerciseId'> & Partial<Scope>

const isWithinScope = (scope: Scope, place: Place): boolean =>
  (scope.exerciseId === null || scope.exerciseId === place.exerciseId) &&
  (scope.school === null || scope.school === place.school) &&
  (scope.department === null || scope.department === place.department) &&
  (!scope.isSeated || place.isSeated === true)

/** Whether one of the roles gives the permission there, whatever its extent. A role elsewhere gives nothing. */
export const hasPermissionIn = (grants: readonly RoleGrant[], permission: Permission, place: Place): boolean =>
  listScopes(grants, permission).some((scope) => isWithinScope(scope, place))

/** As `hasPermissionIn`, by a role that is not limited to a part. */
export const hasWholePermissionIn = (grants: readonly RoleGrant[], permission: Permission, place: Place): boolean =>
  listWholeScopes(grants, permission).some((scope) => isWithinScope(scope, place))

/** The parts to which the permission is limited, such as `money`; null when a role has all of it. */
export function listLimits(
  grants: readonly Pick<RoleGrant, 'role'>[],
  permission: Permission,
): PermissionLimit[] | null {
  const extents = grants.flatMap(({ role }) => getRoles(permission)[role] ?? [])
  const limited = extents.filter((extent) => typeof extent !== 'string')
  return limited.length < extents.length ? null : limited.map(({ only }) => only)
}
