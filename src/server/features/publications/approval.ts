// Proposing, approving and returning. The table itself refuses an approval by the maker or the proposer.

import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { assertSecondPerson } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { listedDifferences, type PublicationDetails } from '#shared/api/staff/publications.ts'
import { assertTransition, lockForChange } from './access.ts'
import { assertVersion, describePublication, toEvent } from './describe-publication.ts'
import { computeDigest } from './digest.ts'
import { listDifferences, refreshItems, summarize } from './item-store.ts'
import { presentDifferences } from './presenter.ts'
import { enqueuePublishing } from './publish.ts'
import { updatePublication } from './store.ts'

type Locked = Awaited<ReturnType<typeof lockForChange>>

export interface Approval {
  /** Of what the person looked at, in hexadecimal digits. */
  digest: string
  version: number
  /** As typed. */
  count?: number | undefined
}

interface ApprovalDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export function createApprovalService({ staffDatabase: { db }, clock }: ApprovalDependencies) {
  return {
    /**
     * Fixes what is published: every application of the selection with its newest decision.
     * @throws AppError `not_found`, `publication_state`, `changed_meanwhile`, `publication_empty`, `exercise_archived`
     */
    propose: (id: string, version: number, actor: StaffPrincipal): Promise<PublicationDetails> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, 'publication:make', actor)
        const state = assertTransition(row, 'propose')
        await assertVersion(tx, row, version, { actor, now: clock() })
        await refreshItems(tx, row, 'all')
        const summary = await summarize(tx, id)
        if (summary.waiting === 0) throw new AppError('publication_empty', { data: { excluded: summary.excluded } })
        const { digest, count } = await computeDigest(tx, row)
        await updatePublication(tx, id, {
          state,
          summary,
          digest,
          proposedBy: actor.staffId,
          proposedAt: clock(),
          returnedBy: null,
          returnedAt: null,
          returnReason: null,
        })
        const detail = { items: count, digest: digest.toString('hex') }
        await audit(tx, toEvent(row, actor, { action: 'publication_proposed', detail }))
        return describePublication(tx, id, actor, clock())
      }),

    /**
     * Approves what the digest stands for, to be published at its moment.
     * @throws AppError those of `assertSecondPerson` for maker and proposer, `publication_changed` with the new digest and the
     *   differences when an application was decided anew, `changed_meanwhile`, `count_differs`, `publication_state`,
     *   `publication_empty`, `exercise_archived`, `not_found`
     */
    approve: (id: string, approval: Approval, actor: StaffPrincipal): Promise<PublicationDetails> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, 'publication:approve', actor)
        const at = clock()
        await assertSecondPerson(tx, actor, [row.madeBy, row.proposedBy], at)
        await assertApprovable(tx, row, approval, { actor, now: at })
        await saveApproval(tx, row, approval, { actor, at })
        const detail = { digest: approval.digest }
        await audit(tx, toEvent(row, actor, { action: 'publication_approved', detail }))
        return describePublication(tx, id, actor, clock())
      }),

    /**
     * Back to the maker; also an approved one whose moment has not come.
     * @throws AppError `not_found`, `publication_state`, `changed_meanwhile`, `exercise_archived`
     */
    return: (
      id: string,
      { reason, version }: { reason: string; version?: number | undefined },
      actor: StaffPrincipal,
    ): Promise<PublicationDetails> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, 'publication:approve', actor)
        const state = assertTransition(row, 'return')
        if (version !== undefined) await assertVersion(tx, row, version, { actor, now: clock() })
        await updatePublication(tx, id, {
          state,
          approvedBy: null,
          approvedAt: null,
          returnedBy: actor.staffId,
          returnedAt: clock(),
          returnReason: reason,
        })
        await audit(tx, toEvent(row, actor, { action: 'publication_returned', reason }))
        return describePublication(tx, id, actor, clock())
      }),
  }
}

/** @throws AppError `publication_state`, `changed_meanwhile`, `publication_changed`, `publication_empty`, `count_differs` */
async function assertApprovable(
  tx: Tx,
  row: Locked,
  { digest, version, count }: Approval,
  { actor, now }: { actor: StaffPrincipal; now: Date },
) {
  assertTransition(row, 'approve')
  await assertVersion(tx, row, version, { actor, now })
  const current = await computeDigest(tx, row)
  await assertDigest(tx, row, { expected: current.digest, sent: digest }, actor)
  if (current.count === 0) throw new AppError('publication_empty')
  if (count !== undefined && count !== current.count)
    throw new AppError('count_differs', { message: 'The publication has another number of applications.' })
}

/** Takes in what was decided anew, which the approving person has seen. @throws AppError `publication_changed` */
async function saveApproval(
  tx: Tx,
  row: Locked,
  approval: Approval,
  { actor, at }: { actor: StaffPrincipal; at: Date },
) {
  await refreshItems(tx, row, 'waiting')
  // Once more: a decision may have been recorded since the first look.
  const { digest } = await computeDigest(tx, row)
  await assertDigest(tx, row, { expected: digest, sent: approval.digest }, actor)
  const summary = await summarize(tx, row.id)
  const approved = await updatePublication(tx, row.id, {
    state: assertTransition(row, 'approve'),
    digest,
    summary,
    approvedBy: actor.staffId,
    approvedAt: at,
  })
  await enqueuePublishing(tx, approved, at)
}

/** @throws AppError `publication_changed` */
async function assertDigest(
  tx: Tx,
  row: Locked,
  { expected, sent }: { expected: Buffer; sent: string },
  { staffId }: StaffPrincipal,
): Promise<void> {
  if (expected.equals(Buffer.from(sent, 'hex'))) return
  const differences = await listDifferences(tx, row, { limit: listedDifferences, readerId: staffId })
  const data = { digest: expected.toString('hex'), version: row.version, differences: presentDifferences(differences) }
  throw new AppError('publication_changed', { data })
}
