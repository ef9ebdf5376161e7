// People all of whose roles count in the exercise of an administrator only.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staff, staffProposals, staffRoles } from '#server/database/schema/staff.ts'
import { listScopedExercises, listScopes, type RoleGrant } from '#shared/roles/permissions.ts'

export interface Administrator {
  grants: readonly RoleGrant[]
}

/** On the staff, with their roles and those that wait for a second administrator. Undefined for everybody. */
export function isReachedBy({ grants }: Administrator): SQL | undefined {
  const exerciseIds = listScopedExercises(listScopes(grants, 'staff:manage'))
  if (exerciseIds === null) return undefined
  const isElsewhere = (exerciseId: SQL) => sql`${exerciseId} = any(${sql.param(exerciseIds)}::int[]) is not true`
  return sql`not exists (select from ${staffRoles}
      where ${staffRoles.staffId} = ${staff.id} and ${isElsewhere(sql`${staffRoles.exerciseId}`)})
    and not exists (select from ${staffProposals}, jsonb_array_elements(${staffProposals.change} -> 'add') as added
      where ${staffProposals.staffId} = ${staff.id} and ${staffProposals.state} = 'proposed'
        and ${isElsewhere(sql`(added ->> 'exerciseId')::int`)})`
}

export async function isReached(tx: Tx, id: string, actor: Administrator): Promise<boolean> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, id), isReachedBy(actor)))
  return rows.length === 1
}
