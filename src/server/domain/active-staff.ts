// Who could be given work: active staff with their roles.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staff, staffRoles } from '#server/database/schema/staff.ts'
import type { RoleGrant, StaffRole } from '#shared/roles/permissions.ts'

export interface ActiveStaff {
  id: string
  name: string
  email: string
  grants: RoleGrant[]
}

/** By name; only these when ids are given. */
export async function listActiveStaff(tx: Tx, ids?: readonly string[]): Promise<ActiveStaff[]> {
  const rows = await tx
    .select({ person: staff, role: staffRoles })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffId, staff.id))
    .where(and(eq(staff.status, 'active'), ids && inArray(staff.id, [...ids])))
    .orderBy(asc(staff.name), asc(staff.id))
  const byId = new Map<string, ActiveStaff>()
  for (const { person, role } of rows) {
    const { id, name, email } = person
    const known = byId.get(id) ?? { id, name, email, grants: [] }
    known.grants.push({
      role: role.role as StaffRole,
      exerciseId: role.exerciseId,
      school: role.school,
      department: role.department,
    })
    byId.set(id, known)
  }
  return [...byId.values()]
}
