// The staff as administrators list and change them.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { staff, staffProposals, staffRoles } from '#server/platform/database/schema/staff.ts'
import type { RoleGrant } from '#shared/staff/permissions.ts'
import type { StaffRow } from '../store.ts'

export interface PeopleFilter {
  status?: StaffRow['status'] | undefined
  /** The id after which the page begins. */
  after?: string | undefined
  limit: number
}

const sortName = sql`lower(${staff.name})`

/** By name. */
export const listPeople = (tx: Tx, { status, after, limit }: PeopleFilter) =>
  tx
    .select()
    .from(staff)
    .where(
      and(
        status && eq(staff.status, status),
        after === undefined
          ? undefined
          : sql`(${sortName}, ${staff.id}) > (select lower(name), id from staff where id = ${after})`,
      ),
    )
    .orderBy(asc(sortName), asc(staff.id))
    .limit(limit)

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
export async function findProposal(tx: Tx, id: string) {
  const [row] = await tx
    .select()
    .from(staffProposals)
    .where(and(eq(staffProposals.id, id), eq(staffProposals.state, 'proposed')))
    .for('update')
  return row ?? null
}

interface ProposalDecision {
  state: 'approved' | 'declined'
  decidedBy: string
  decidedAt: Date
}

export async function saveProposalDecision(tx: Tx, id: string, decision: ProposalDecision): Promise<void> {
  await tx.update(staffProposals).set(decision).where(eq(staffProposals.id, id))
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
