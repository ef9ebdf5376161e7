// The first administrator comes from the command line; so does another one when the others cannot sign in any more.

import type { Db } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { addRoles, addStaff, findStaffByEmail, issueLink, listActiveAdmins, type StaffRow } from '../store.ts'

const hours = 24

interface FirstAdministrator {
  email: string
  name: string
  /** Also when there is an active administrator, who is told by email. */
  isRescue: boolean
  now: Date
}

/**
 * @returns the code of the link, which works once
 * @throws Error with a sentence for the operator when there is an active administrator, or the person cannot become one
 */
export async function addFirstAdministrator(db: Db, { email, name, isRescue, now }: FirstAdministrator) {
  return db.transaction(async (tx) => {
    const admins = await listActiveAdmins(tx)
    const existing = await findStaffByEmail(tx, email)
    if (!isRescue) assertFirst(email, admins.length, existing)
    if (existing && (existing.status === 'suspended' || existing.status === 'left'))
      throw new Error(`${email} belongs to somebody who may not sign in any more. Choose another address.`)
    const staffId = existing?.id ?? (await addStaff(tx, { email, name, createdBy: null, now }))
    const grant = { role: 'admin' as const, exerciseId: null, school: null, department: null }
    await addRoles(tx, staffId, [grant], { grantedBy: null })
    const kind = existing?.status === 'active' ? 'reset' : 'invite'
    const code = await issueLink(tx, { staffId, kind, now, lifetimeMs: hours * 3_600_000 })
    await audit(tx, {
      actor: 'system',
      action: isRescue ? 'administrator_rescued' : 'administrator_added',
      subject: { kind: 'staff', id: staffId },
    })
    for (const admin of admins) {
      const data = { name: admin.name, event: 'administratorAdded', device: '', at: now.toISOString() }
      await enqueue(tx, 'send_email', { email: 'staffNotice', to: admin.email, data })
    }
    return { code, hours }
  })
}

function assertFirst(email: string, activeAdmins: number, existing: StaffRow | null): void {
  if (activeAdmins > 0)
    throw new Error(
      'There is an active administrator, who can invite others. If nobody can sign in any more, add --rescue.',
    )
  if (existing && existing.status !== 'invited')
    throw new Error(`${email} has a staff account already. Add --rescue to set up its sign-in again.`)
}
