// The nightly suspension of staff accounts that nobody uses: a forgotten one is a way in that nobody watches.

import type { Database, Db } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { releaseCases } from '#server/domain/release-cases.ts'
import { releaseComplaints } from '#server/domain/release-complaints.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { lockStaffById, voidLinks } from '../store.ts'
import { listUnusedSince, updatePerson } from './people-store.ts'

/** After so many days without use. */
const unusedDays = 60
const dayMs = 24 * 60 * 60 * 1000

interface SuspendDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

/** Suspends those who have not used their account for 60 days, except the last administrator. Safe to repeat. */
export const suspendUnused =
  ({ staffDatabase: { db }, clock }: SuspendDependencies) =>
  async (): Promise<void> => {
    const now = clock()
    const since = new Date(now.getTime() - unusedDays * dayMs)
    for (const id of await listUnusedSince(db, since)) await suspendUnlessNeeded(db, id, { since, now })
  }

async function suspendUnlessNeeded(db: Db, id: string, { since, now }: { since: Date; now: Date }): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const person = await lockStaffById(tx, id)
      // Somebody may have signed in since the list was read.
      if (!person || !(await listUnusedSince(tx, since, id)).includes(id)) return
      await updatePerson(tx, id, { status: 'suspended', suspendedAt: now })
      await releaseCases(tx, id)
      await releaseComplaints(tx, id)
      await voidLinks(tx, id, now)
      const subject = { kind: 'staff', id } as const
      await audit(tx, { actor: 'system', action: 'staff_suspended_unused', subject, detail: { days: unusedDays } })
      const data = { name: person.name, event: 'suspendedUnused', device: '', at: now.toISOString() }
      await enqueue(tx, 'send_email', { email: 'staffNotice', to: person.email, data })
    })
  } catch (error) {
    if (!violatesConstraint(error, 'staff_last_admin')) throw error
  }
}
