// Reads a case for somebody who may see it.

import type { Database, Tx } from '#server/database/connection.ts'
import { listExerciseTexts } from '#server/domain/exercise-texts.ts'
import { findHold } from '#server/domain/holds.ts'
import { listWithdrawals } from '#server/domain/withdrawals.ts'
import { createSecondPersonCheck } from '#server/features/staff/service.ts'
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

async function readRecord(tx: Tx, summary: CaseSummary, now: Date): Promise<ProgressRecord> {
  const status = await findStatus(tx, summary.id)
  return {
    summary,
    status,
    reviews: await listReviews(tx, summary.id),
    decisions: await listDecisions(tx, summary.id),
    published: await findPublished(tx, summary.id),
    rules: await findReviewRules(tx, summary.exerciseId),
    returned: await findReturn(tx, summary.id),
    withdrawals: await listWithdrawals(tx, summary.id),
    now,
  }
}

function createReader(summary: CaseSummary, { staffId, grants }: StaffPrincipal): Reader {
  const isChair = hasPermissionIn(grants, 'application:decide', summary)
  return {
    staffId,
    isLimited: !readsContents(summary, grants),
    isBlind: hasPermissionIn(grants, 'application:review', summary) && !isChair,
  }
}

/** What changes with reviews and decisions, as this person may see it. */
export const readProgress = async (
  tx: Tx,
  summary: CaseSummary,
  actor: StaffPrincipal,
  now: Date,
): Promise<ApplicationProgress> => presentProgress(await readRecord(tx, summary, now), createReader(summary, actor))

/** With the applicant, who can send it again. */
const isReturned = ({ stage }: { stage: string }, until: Date | null, now: Date) =>
  stage === 'returned' && isOpenForCorrection(until, now)

/** Of those who have reviewed in this round, of which a review now begins another one or not. */
const listEarlierReviewers = ({ status: { status }, reviews }: ProgressRecord): string[] =>
  beginsRound(status)
    ? []
    : reviews.filter(({ review }) => review.round === status.round).map(({ review }) => review.staffId)

interface Reading {
  isHeld: boolean
  isSecondPerson: boolean
}

function describeRights(record: ProgressRecord, { isHeld, isSecondPerson }: Reading, { grants }: StaffPrincipal) {
  const { summary, status, returned, now } = record
  const may = (permission: Permission) => summary.archivedAt === null && hasPermissionIn(grants, permission, summary)
  const { stage } = status.status
  const isWithApplicant = isReturned(status.status, returned?.until ?? null, now)
  const isOpen = !isHeld && !isWithApplicant
  const mayMove = (event: StageEvent, permission: Parameters<typeof may>[0]) =>
    !isHeld && getNextStage(stage, event) !== null && may(permission)
  return {
    review:
      isOpen && may('application:review') && isReviewable(status.status, may('application:decide')) && isSecondPerson,
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
  actor: StaffPrincipal,
): Promise<ApplicationDetails> {
  const summary = await getCase(db, number, 'application:read', actor)
  const now = clock()
  const contents = await findContents(db, summary.id)
  if (!contents) throw new Error('The application has no contents.')
  const record = await readRecord(db, summary, now)
  const hold = await findHold(db, summary.accountId)
  const checkSecondPerson = await createSecondPersonCheck(db, actor, now)
  const isSecondPerson = checkSecondPerson(listEarlierReviewers(record))
  await auditView(db, { action: 'application_viewed', by: actor, ...toSubject(summary) }, now)
  const facts = deriveFacts(contents.answers)
  return presentCase(
    {
      ...record,
      contents,
      facts,
      suggestion: checkRequirements(await findPostRequirements(db, summary), facts),
      texts: await listExerciseTexts(db, summary.exerciseId),
      notes: await listNotes(db, summary.id),
      events: await listCaseEvents(db, summary.number),
      returns: await listReturns(db, summary.id),
      versions: await listVersions(db, summary.id),
      recusals: await listRecusals(db, summary.id),
      viewers: await listOtherViewers(db, summary.id, actor.staffId, now),
      hold,
      checkSecondPerson,
      isSecondPerson,
      may: describeRights(record, { isHeld: hold !== null, isSecondPerson }, actor),
    },
    createReader(summary, actor),
  )
}
