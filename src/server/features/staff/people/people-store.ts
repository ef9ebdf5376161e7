// The staff as administrators change them.

import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { staff, staffProposals, staffRoles } from '#server/database/schema/staff.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'
import { proposalTransitions } from '#shared/staff/proposals.ts'
import type { StaffRow } from '../store.ts'

/** With the name of who has added the person. */
export async function readPerson(tx: Tx, id: string) {
  const adder = alias(staff, 'adder')
  const [row] = await tx
    .select({ person: staff, addedBy: adder.name })
    .from(staff)
    .leftJoin(adder, eq(adder.id, staff.createdBy))
    .where(eq(staff.id, id))
  return row ?? null
}

export const listRoles = (tx: Tx, staffIds: string[]) =>
  tx.select().from(staffRoles).where(inArray(staffRoles.staffId, staffIds)).orderBy(asc(staffRoles.grantedAt))

/** What waits for a second person, oldest first. */
export const listProposals = (tx: Tx, staffIds: string[]) =>
  tx
    .select({ proposal: staffProposals, maker: staff.name })
    .from(staffProposals)
    .innerJoin(staff, eq(staff.id, staffProposals.madeBy))
    .where(and(eq(staffProposals.state, 'proposed'), inArray(staffProposals.staffId, staffIds)))
    .orderBy(asc(staffProposals.madeAt))

/** One that waits, locked until the transaction ends. */
export async function lockProposal(tx: Tx, id: string) {
  const [row] = await tx
    .select()
    .from(staffProposals)
    .where(and(eq(staffProposals.id, id), eq(staffProposals.state, 'proposed')))
    .for('update')
  return row ?? null
}

export async function saveProposalDecision(
  tx: Tx,
  id: string,
  decision: keyof typeof proposalTransitions,
  decided: { decidedBy: string; decidedAt: Date },
): Promise<void> {
  const { from, to: state } = proposalTransitions[decision]
  await tx
    .update(staffProposals)
    .set({ state, ...decided })
    .where(and(eq(staffProposals.id, id), inArray(staffProposals.state, from)))
}

export async function removeRoles(tx: Tx, staffId: string, grants: readonly RoleGrant[]): Promise<void> {
  for (const { role, exerciseId, school, department } of grants)
    await tx
      .delete(staffRoles)
      .where(
        and(
          eq(staffRoles.staffId, staffId),
          eq(staffRoles.role, role),
          sql`${staffRoles.exerciseId} is not distinct from ${exerciseId}`,
          sql`${staffRoles.school} is not distinct from ${school}`,
          sql`${staffRoles.department} is not distinct from ${department}`,
        ),
      )
}

/**
 * Active people who have not used their account since then, those longest unused first; people who were invited, let in
 * again or set up their sign-in after it count as users of it.
 */
export async function listUnusedSince(tx: Tx, since: Date, id?: string): Promise<string[]> {
  const lastUse = sql`coalesce(${staff.lastSeenAt}, ${staff.createdAt})`
  const moment = since.toISOString()
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        eq(staff.status, 'active'),
        id === undefined ? undefined : eq(staff.id, id),
        sql`${lastUse} < ${moment}`,
        sql`not exists (select from ${auditLog} where ${auditLog.staffId} = ${staff.id}
          and ${auditLog.action} in ('staff_invitation_accepted', 'staff_credentials_reset') and ${auditLog.at} >= ${moment})`,
        sql`not exists (select from ${auditLog} where ${auditLog.subjectKind} = 'staff' and ${auditLog.subjectId} = ${staff.id}::text
          and ${auditLog.action} = 'staff_status_changed' and ${auditLog.at} >= ${moment})`,
      ),
    )
    .orderBy(asc(lastUse), asc(staff.id))
  return rows.map((row) => row.id)
}

/** @returns the new version */
export async function updatePerson(
  tx: Tx,
  id: string,
  change: Partial<Pick<StaffRow, 'status' | 'suspendedAt'>> = {},
): Promise<number> {
  const [row] = await tx
    .update(staff)
    .set({ ...change, version: sql`${staff.version} + 1` })
    .where(eq(staff.id, id))
    .returning({ version: staff.version })
  return row?.version ?? 0
}
