// What staff do with submitted applications: read, review, decide, note, return, withdraw.

import { isDeepStrictEqual } from 'node:util'
import { AppError, createFieldsError } from '#server/app-error.ts'
import { releaseCase } from '#server/domain/release-cases.ts'
import { isRetryOf } from '#server/domain/retries.ts'
import { assertSecondPerson } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { ExportedRows } from '#server/lists/staff-list.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ListRequest } from '#server/providers/files/export/table-exporter.ts'
import type { ApplicationDetails } from '#shared/api/staff/applications/application-details.ts'
import { hasPermission } from '#shared/roles/permissions.ts'
import { getCase, getOpenCase } from './access.ts'
import { addNote, findNewestNote, findStatus, lockStatus } from './case-store.ts'
import { listNumbers } from './list-store.ts'
import {
  addRecusal,
  isStaffMember,
  listOtherViewers,
  lockRecusal,
  removeExpiredViewers,
  removeViewer,
  saveRecusalEnd,
  saveViewer,
} from './people-store.ts'
import { presentNote, presentViewer } from './presenter.ts'
import { type AssignmentDependencies, createAssignments } from './queue/assignments.ts'
import { createReviewQueue } from './queue/queue.ts'
import { type ReadDependencies, readCase } from './read-case.ts'
import { createReviewRecorder } from './record-review.ts'
import { createReturns } from './returns/return-application.ts'
import { toSubject } from './subject.ts'
import { createWithdrawals } from './withdrawals/withdraw-application.ts'

/** How long a case counts as open after its page was heard of. */
const viewingMs = 5 * 60_000

export type ReviewService = ReturnType<typeof createReviewService>

interface ReviewDependencies extends AssignmentDependencies {
  lists: { applications: { describeExport(request: ListRequest): Promise<ExportedRows> } }
}

export function createReviewService(dependencies: ReviewDependencies) {
  return {
    ...createReviewRecorder(dependencies),
    ...createReturns(dependencies),
    ...createWithdrawals(dependencies),
    ...createReviewQueue(dependencies),
    ...createAssignments(dependencies),
    ...createRecusals(dependencies),
    ...createViewings(dependencies),

    /** The accounts of the list of applications that a file is made of, with the numbers of their applications. */
    async listNumbers(request: ListRequest, limit: number) {
      const rows = await dependencies.lists.applications.describeExport(request)
      return listNumbers(dependencies.staffDatabase.db, rows, limit)
    },

    /** @throws AppError `not_found` */
    describe: (number: string, actor: StaffPrincipal): Promise<ApplicationDetails> =>
      readCase(dependencies, number, actor),

    /** @throws AppError `not_found` */
    addNote: (number: string, given: { text: string; pinned: boolean }, actor: StaffPrincipal) =>
      dependencies.staffDatabase.db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:note', actor)
        const now = dependencies.clock()
        const { staffId } = actor
        const own = { applicationId: summary.id, staffId, text: given.text, isPinned: given.pinned }
        const newest = await findNewestNote(tx, summary.id)
        if (newest && isDeepStrictEqual({ ...newest, ...own }, newest) && isRetryOf(newest.at, now))
          return presentNote({ note: newest, person: actor.name })
        const note = await addNote(tx, { ...own, at: now })
        await audit(tx, { actor: 'staff', action: 'application_note_added', by: actor, ...toSubject(summary) })
        return presentNote({ note, person: actor.name })
      }),
  }
}

function createRecusals({ staffDatabase: { db }, clock }: ReadDependencies) {
  return {
    /**
     * Oneself, or a colleague when one may assign.
     * @throws AppError `not_found`, `not_permitted`, `already_recused`, `invalid_request` when there is no such colleague
     */
    recuse: (
      number: string,
      { reason, person }: { reason: string; person?: string | undefined },
      actor: StaffPrincipal,
    ) =>
      db.transaction(async (tx) => {
        const isOwn = person === undefined || person === actor.staffId
        if (!isOwn && !hasPermission(actor.grants, 'application:assign')) throw new AppError('not_permitted')
        const summary = await getOpenCase(tx, number, isOwn ? 'application:note' : 'application:assign', actor)
        const staffId = person ?? actor.staffId
        if (!(await isStaffMember(tx, staffId)))
          throw createFieldsError('invalid_request', [{ path: 'person', message: 'There is no such person.' }])
        const at = clock()
        // Before it is assigned to this person, or after that.
        await lockStatus(tx, summary.id)
        const id = await addRecusal(tx, { applicationId: summary.id, staffId, reason, madeBy: actor.staffId, at })
        if (!id) throw new AppError('already_recused')
        await releaseCase(tx, summary.id, staffId)
        await removeViewer(tx, summary.id, staffId)
        await audit(tx, {
          actor: 'staff',
          action: 'reviewer_recused',
          by: actor,
          reason,
          ...toSubject(summary),
          detail: { person: staffId },
        })
        return { id }
      }),

    /** @throws AppError `not_found`, those of `assertSecondPerson` for the recused person */
    endRecusal: (number: string, id: string, actor: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:assign', actor)
        const recusal = await lockRecusal(tx, summary.id, id)
        if (!recusal) throw new AppError('not_found')
        const now = clock()
        await assertSecondPerson(tx, actor, [recusal.staffId], now)
        await saveRecusalEnd(tx, id, actor.staffId, now)
        const detail = { person: recusal.staffId }
        await audit(tx, { actor: 'staff', action: 'recusal_ended', by: actor, ...toSubject(summary), detail })
      }),
  }
}

/** A notice for colleagues: it refuses nothing, because a closed laptop must not stop the work. */
function createViewings({ staffDatabase: { db }, clock }: ReadDependencies) {
  return {
    /** @throws AppError `not_found` */
    renewViewing: (number: string, actor: StaffPrincipal) =>
      db.transaction(async (tx) => {
        const summary = await getCase(tx, number, 'application:review', actor)
        const now = clock()
        const until = new Date(now.getTime() + viewingMs)
        await saveViewer(tx, { applicationId: summary.id, staffId: actor.staffId, openedAt: now, expiresAt: until })
        const { status } = await findStatus(tx, summary.id)
        const viewers = await listOtherViewers(tx, summary.id, actor.staffId, now)
        return { version: status.version, until: until.toISOString(), viewers: viewers.map(presentViewer) }
      }),

    /** @throws AppError `not_found` */
    async endViewing(number: string, actor: StaffPrincipal): Promise<void> {
      const summary = await getCase(db, number, 'application:review', actor)
      await removeViewer(db, summary.id, actor.staffId)
    },

    /** Nightly. */
    pruneViewers: (): Promise<void> => removeExpiredViewers(db, clock()),
  }
}
