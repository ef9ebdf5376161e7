import type { StaffPerson } from '#shared/lists/people.ts'
import { staffRoleLabels } from '#shared/roles/permissions.ts'

type Grant = StaffPerson['roles'][number]

/** For example "Reviewer, 2024, Technology". */
export const describeGrant = ({ role, exercise, school, department }: Grant): string =>
  [staffRoleLabels[role], exercise, school, department].filter((part) => part !== null).join(', ')

export const describeGrants = (grants: readonly Grant[]): string => grants.map(describeGrant).join('; ') || 'None'
