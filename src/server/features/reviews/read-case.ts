// Reads a case for somebody who may see it.

import type { Database, Tx } from '#server/database/connection.ts'
import { findHold } from '#server/domain/holds.ts'
import { listWithdrawals } from '#server/domain/withdrawals.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { auditView } from '#server/platform/audit/audit.ts'
import type { ApplicationDetails, ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { deriveFacts } from '#shared/application/derived.ts'
import { checkRequirements } from '#shared/decisions/requirements.ts'
import { beginsRound, getNextStage, isReviewable, type StageEvent } from '#shared/decisions/stages.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import { hasPermissionIn, type Permission } from '#shared/roles/permissions.ts'
import { getCase, readsContents } from './access.ts'
import {
  type CaseSummary,
  findContents,
  findPublished,
  findStatus,
  listDecisions,
  listNotes,
  listReviews,
} from './case-store.ts'
import { listCaseEvents, listOtherViewers, listRecusals } from './people-store.ts'
import { type ProgressRecord, presentCase, presentProgress, type Reader } from './presenter.ts'
import { findReturn, listReturns, listVersions } from './returns/return-store.ts'
import { findPostRequirements, findReviewRules } from './rules-store.ts'
import { toSubject } from './subject.ts'

export interface ReadDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

async function readRecord(tx: Tx, head: CaseSummary, now: Date): Promise<ProgressRecord> {
  const status = await findStatus(tx, head.id)
  return {
    head,
    status,
    reviews: await listReviews(tx, head.id),
    decisions: await listDecisions(tx, head.id),
    published: await findPublished(tx, head.id),
    rules: await findReviewRules(tx, head.exerciseId),
    returned: await findReturn(tx, head.id),
    withdrawals: await listWithdrawals(tx, head.id),
    now,
  }
}

function createReader(head: CaseSummary, { staffId, grants }: StaffPrincipal): Reader {
  const isChair = hasPermissionIn(grants, 'application:decide', head)
  return {
    staffId,
    isLimited: !readsContents(head, grants),
    isBlind: hasPermissionIn(grants, 'application:review', head) && !isChair,
  }
}

/** What changes with reviews and decisions, as this person may see it. */
export const readProgress = async (
  tx: Tx,
  head: CaseSummary,
  by: StaffPrincipal,
  now: Date,
): Promise<ApplicationProgress> => presentProgress(await readRecord(tx, head, now), createReader(head, by))

/** With the applicant, who can send it again. */
const isReturned = ({ stage }: { stage: string }, until: Date | null, now: Date) =>
  stage === 'returned' && isOpenForCorrection(until, now)

function describeRights(record: ProgressRecord, isHeld: boolean, { staffId, grants }: StaffPrincipal) {
  const { head, status, reviews, returned, now } = record
  const may = (permission: Permission) => head.archivedAt === null && hasPermissionIn(grants, permission, head)
  const { stage, round } = status.status
  const hasOwn = reviews.some(({ review }) => review.round === round && review.staffId === staffId)
  const isWithApplicant = isReturned(status.status, returned?.until ?? null, now)
  const isOpen = !isHeld && !isWithApplicant
  const isReviewed = hasOwn && !beginsRound(status.status)
  const mayMove = (event: StageEvent, permission: Parameters<typeof may>[0]) =>
    !isHeld && getNextStage(stage, event) !== null && may(permission)
  return {
    review:
      isOpen && may('application:review') && isReviewable(status.status, may('application:decide')) && !isReviewed,
    decide: !isWithApplicant && mayMove('decide_held', 'application:decide'),
    return: returned?.decision !== 'verified' && mayMove('return', 'application:return'),
    takeBack: isWithApplicant && mayMove('cancel_return', 'application:return'),
    withdraw: mayMove('withdraw', 'application:withdraw'),
    reinstate: mayMove('reinstate', 'application:reinstate'),
    note: may('application:note'),
    assign: may('application:assign'),
  }
}

/** Reads a case, and records it in the audit log once an hour. @throws AppError `not_found` */
export async function readCase(
  { staffDatabase: { db }, clock }: ReadDependencies,
  number: string,
  by: StaffPrincipal,
): Promise<ApplicationDetails> {
  const head = await getCase(db, number, 'application:read', by)
  const now = clock()
  const contents = await findContents(db, head.id)
  if (!contents) throw new Error('The application has no contents.')
  const record = await readRecord(db, head, now)
  const hold = await findHold(db, head.accountId)
  await auditView(db, { action: 'application_viewed', by, ...toSubject(head) }, now)
  const facts = deriveFacts(contents.answers)
  return presentCase(
    {
      ...record,
      contents,
      facts,
      suggestion: checkRequirements(await findPostRequirements(db, head), facts),
      notes: await listNotes(db, head.id),
      events: await listCaseEvents(db, head.number),
      returns: await listReturns(db, head.id),
      versions: await listVersions(db, head.id),
      recusals: await listRecusals(db, head.id),
      viewers: await listOtherViewers(db, head.id, by.staffId, now),
      hold,
      may: describeRights(record, hold !== null, by),
    },
    createReader(head, by),
  )
}
