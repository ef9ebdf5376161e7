// An assigned complaint is left alone by colleagues, so it is released when its officer answers none any more.
import { and, eq, inArray } from 'drizzle-orm'
import { hasPermission } from '#shared/roles/permissions.ts'
import type { Tx } from '../database/connection.ts'
import { complaints } from '../database/schema/contact.ts'
import { listActiveStaff } from './active-staff.ts'

/** After the person's status or roles have changed. What was answered or closed keeps whose it was. */
export async function releaseComplaints(tx: Tx, staffId: string): Promise<void> {
  const [person] = await listActiveStaff(tx, [staffId])
  if (hasPermission(person?.grants ?? [], 'complaint:answer')) return
  await tx
    .update(complaints)
    .set({ assignedTo: null })
    .where(and(eq(complaints.assignedTo, staffId), inArray(complaints.state, ['new', 'open'])))
}
