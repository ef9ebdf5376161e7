// All about a publication, and what every change of one needs.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { createSecondPersonCheck } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { listedDifferences, type PublicationDetails } from '#shared/api/staff/publications.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { getPublication } from './access.ts'
import { computeDigest } from './digest.ts'
import { listDifferences } from './item-store.ts'
import { presentDetails } from './presenter.ts'
import { countEmails } from './store.ts'

/** All about a publication, as one person may see it. */
export async function describePublication(
  tx: Tx,
  id: string,
  actor: StaffPrincipal,
  now: Date,
): Promise<PublicationDetails> {
  const found = await getPublication(tx, id, 'publication:read', actor)
  const { row } = found
  const isOpen = row.state === 'draft' || row.state === 'proposed' || row.state === 'approved'
  const isSecondPerson = await createSecondPersonCheck(tx, actor, now)
  return presentDetails(found, {
    isSecondPerson: isSecondPerson([row.madeBy, row.proposedBy]),
    emails: row.emails > 0 ? await countEmails(tx, id) : { sent: 0, failed: 0, withdrawn: 0 },
    current: row.state === 'proposed' ? await computeDigest(tx, row) : null,
    differences: isOpen ? await listDifferences(tx, row, { limit: listedDifferences, readerId: actor.staffId }) : [],
  })
}

/** @throws AppError `changed_meanwhile` with the newest publication */
export async function assertVersion(
  tx: Tx,
  row: { id: string; version: number },
  seen: number,
  { actor, now }: { actor: StaffPrincipal; now: Date },
): Promise<void> {
  if (row.version === seen) return
  throw new AppError('changed_meanwhile', { data: await describePublication(tx, row.id, actor, now) })
}

export const toEvent = (
  { id, exerciseId }: { id: string; exerciseId: number },
  actor: Pick<StaffPrincipal, 'staffId' | 'sessionId'>,
  event: { action: AuditAction; detail?: Record<string, unknown>; reason?: string },
) => ({ actor: 'staff' as const, by: actor, subject: { kind: 'publication' as const, id }, exerciseId, ...event })
