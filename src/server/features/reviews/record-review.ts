// Reviews and decisions. Each names the version that its author saw; of two at the same version one counts.

import { isDeepStrictEqual } from 'node:util'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { RecordedReason } from '#server/database/schema/decisions/reviews.ts'
import { listExerciseTexts } from '#server/domain/exercise-texts.ts'
import { assertSecondPerson, listRelatedStaff } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import type { ChosenReason } from '#shared/api/staff/applications/applications.ts'
import { findAgreedReasons } from '#shared/decisions/agreed-reasons.ts'
import { type RejectionReasonDescription, rejectionReasons } from '#shared/decisions/rejection-reasons.ts'
import {
  agree,
  beginsRound,
  decideReview,
  findSecond,
  isReviewable,
  mayDecideAlone,
  type Outcome,
  stageOfVerdict,
  type Verdict,
} from '#shared/decisions/stages.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import { hasPermissionIn } from '#shared/roles/permissions.ts'
import { getOpenCase } from './access.ts'
import {
  addDecision,
  addNote,
  addReview,
  type CaseReview,
  type CaseSummary,
  listDecisions,
  listNotes,
  listReviews,
  type StatusRow,
  updateStatus,
} from './case-store.ts'
import { lockCaseAt } from './lock-case.ts'
import { removeViewer } from './people-store.ts'
import { type ReadDependencies, readProgress } from './read-case.ts'
import { findReturn } from './returns/return-store.ts'
import { findReviewRules } from './rules-store.ts'
import { toSubject } from './subject.ts'
import { assertStageTransition } from './transitions.ts'

export interface NewReview {
  verdict: Verdict
  reasons: readonly ChosenReason[]
  note: string
  version: number
}

export interface NewDecision {
  outcome: Outcome
  reasons: readonly ChosenReason[]
  note: string
  version: number
}

export function createReviewRecorder({ staffDatabase: { db }, clock }: ReadDependencies) {
  /** As `lockCaseAt`. @throws AppError also `with_applicant` while it is returned for correction */
  async function lockAt(tx: Tx, summary: CaseSummary, version: number, actor: StaffPrincipal): Promise<StatusRow> {
    const now = clock()
    const status = await lockCaseAt(tx, summary, version, actor, now)
    const returned = status.stage === 'returned' ? await findReturn(tx, summary.id) : null
    if (isOpenForCorrection(returned?.until ?? null, now)) throw new AppError('with_applicant')
    return status
  }

  return {
    /**
     * @throws AppError `not_found`, `changed_meanwhile` with the newest, `application_withdrawn`, `on_hold`,
     * `with_applicant`, `not_reviewable`, those of `assertSecondPerson` for who has reviewed this round already
     */
    review: (number: string, given: NewReview, actor: StaffPrincipal): Promise<ApplicationProgress> =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:review', actor)
        if (await hasRecordedReview(tx, summary, given, actor)) return readProgress(tx, summary, actor, clock())
        const status = await lockAt(tx, summary, given.version, actor)
        if (!isReviewable(status, hasPermissionIn(actor.grants, 'application:decide', summary)))
          throw new AppError('not_reviewable')
        const round = beginsRound(status) ? status.round + 1 : status.round
        const earlier = (await listReviews(tx, summary.id)).filter(({ review }) => review.round === round)
        // Whatever the verdict is: a refusal that depended on it would tell what the other review says.
        await assertSecondPerson(
          tx,
          actor,
          earlier.map(({ review }) => review.staffId),
          clock(),
        )
        await saveReview(tx, { summary, status, round, earlier, given, actor, now: clock() })
        await removeViewer(tx, summary.id, actor.staffId)
        return readProgress(tx, summary, actor, clock())
      }),

    /**
     * @throws AppError `not_found`, `changed_meanwhile` with the newest, `application_withdrawn`, `on_hold`, `with_applicant`,
     * `second_person_required` when no review of a second person agrees
     */
    decide: (number: string, given: NewDecision, actor: StaffPrincipal): Promise<ApplicationProgress> =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:decide', actor)
        if (await hasRecordedDecision(tx, summary, given, actor)) return readProgress(tx, summary, actor, clock())
        const status = await lockAt(tx, summary, given.version, actor)
        const current = (await listReviews(tx, summary.id)).filter(({ review }) => review.round === status.round)
        const related = await listRelatedStaff(tx, actor.staffId, clock())
        const second = findSecond(
          given.outcome,
          current.map(({ review }) => review),
          related,
        )
        if (!second && !mayDecideAlone(given.outcome, await findReviewRules(tx, summary.exerciseId)))
          throw new AppError('second_person_required')
        await saveDecision(tx, {
          summary,
          status,
          current,
          second: second?.staffId ?? null,
          given,
          actor,
          now: clock(),
        })
        return readProgress(tx, summary, actor, clock())
      }),
  }
}

// At each version of a case one record counts: the same one of the same person, at the same version, was made by a try whose
// answer was lost.

async function hasRecordedReview(tx: Tx, summary: CaseSummary, given: NewReview, { staffId }: StaffPrincipal) {
  const { verdict, note, version } = given
  const reviews = (await listReviews(tx, summary.id)).map(({ review }) => review)
  const same = reviews.find(
    (one) => one.staffId === staffId && one.seenVersion === version && one.verdict === verdict && one.note === note,
  )
  return same !== undefined && isDeepStrictEqual(same.reasons, await recordReasons(tx, summary, given.reasons))
}

async function hasRecordedDecision(tx: Tx, summary: CaseSummary, given: NewDecision, { staffId }: StaffPrincipal) {
  const { outcome, note, version } = given
  const decisions = (await listDecisions(tx, summary.id)).map(({ decision }) => decision)
  const same = decisions.find(
    (one) => one.decidedBy === staffId && one.seenVersion === version && one.outcome === outcome,
  )
  if (!same) return false
  const reasons = uniteReasons([await recordReasons(tx, summary, given.reasons)])
  if (reasons.length > 0 && !isDeepStrictEqual(same.reasons, reasons)) return false
  const notes = note ? await listNotes(tx, summary.id) : []
  return !note || notes.some((one) => one.note.staffId === staffId && one.note.text === note)
}

interface ReviewToSave {
  summary: CaseSummary
  status: StatusRow
  round: number
  earlier: readonly CaseReview[]
  given: NewReview
  actor: StaffPrincipal
  now: Date
}

async function saveReview(tx: Tx, { summary, status, round, earlier, given, actor, now }: ReviewToSave): Promise<void> {
  const { verdict, note } = given
  const reasons = await recordReasons(tx, summary, given.reasons)
  const rules = await findReviewRules(tx, summary.exerciseId)
  const own = { staffId: actor.staffId, verdict, reasons }
  const others = earlier.map(({ review }) => review)
  const effect = decideReview(status.stage, others, own, rules)
  await addReview(tx, {
    applicationId: summary.id,
    round,
    ...own,
    note,
    seenVersion: status.version,
    at: now,
  })
  const agreed = others.filter((other) => agree(own, other)).map((other) => findAgreedReasons(reasons, other.reasons))
  const decisionId =
    effect.decision &&
    (await addDecision(tx, {
      applicationId: summary.id,
      stage: 'screening',
      outcome: effect.decision.outcome,
      reasons: uniteReasons(agreed),
      decidedBy: actor.staffId,
      secondedBy: effect.decision.secondedBy,
      seenVersion: status.version,
      at: now,
    }))
  const { stage, isSplit } = effect
  // A new round sets the former decision aside.
  await updateStatus(tx, summary.id, {
    stage,
    isSplit,
    round,
    reviewCount: earlier.length + 1,
    decisionId: decisionId ?? null,
    changedAt: now,
  })
  const event = { actor: 'staff', by: actor, ...toSubject(summary) } as const
  const codes = reasons.map(({ code }) => code)
  await audit(tx, { ...event, action: 'application_reviewed', detail: { verdict, reasons: codes, round, stage } })
  if (effect.decision)
    await audit(tx, { ...event, action: 'application_decided', detail: { outcome: effect.decision.outcome, round } })
}

interface DecisionToSave {
  summary: CaseSummary
  status: StatusRow
  /** Reviews of this round. */
  current: readonly CaseReview[]
  second: string | null
  given: NewDecision
  actor: StaffPrincipal
  now: Date
}

async function saveDecision(
  tx: Tx,
  { summary, status, current, second, given, actor, now }: DecisionToSave,
): Promise<void> {
  const { outcome, note, version } = given
  const stage = assertStageTransition(status, `decide_${outcome}`)
  const reasons =
    given.reasons.length > 0 ? await recordReasons(tx, summary, given.reasons) : takeReasons(outcome, current, actor)
  if (outcome === 'rejected' && reasons.length === 0)
    throw createFieldsError('invalid_request', [{ path: 'reasons', message: 'Choose at least one reason.' }])
  const decisionId = await addDecision(tx, {
    applicationId: summary.id,
    stage: 'screening',
    outcome,
    reasons: uniteReasons([reasons]),
    decidedBy: actor.staffId,
    secondedBy: second,
    seenVersion: version,
    at: now,
  })
  await updateStatus(tx, summary.id, { stage, isSplit: false, decisionId, changedAt: now })
  if (note) await addNote(tx, { applicationId: summary.id, staffId: actor.staffId, text: note, at: now })
  await audit(tx, {
    actor: 'staff',
    action: 'application_decided',
    by: actor,
    ...toSubject(summary),
    detail: { outcome, reasons: reasons.map(({ code }) => code) },
  })
}

/** Those of the reviews by others that say the same: of several, what they have in common. */
function takeReasons(outcome: Outcome, current: readonly CaseReview[], actor: StaffPrincipal): RecordedReason[] {
  const [first, ...more] = current.flatMap(({ review }) =>
    review.staffId !== actor.staffId && stageOfVerdict[review.verdict] === outcome ? [review.reasons] : [],
  )
  return more.reduce<RecordedReason[]>(findAgreedReasons, first ?? [])
}

/** In the words that the exercise has today. @throws AppError `invalid_request` for one that is no longer offered */
async function recordReasons(
  tx: Tx,
  { exerciseId }: CaseSummary,
  chosen: readonly ChosenReason[],
): Promise<RecordedReason[]> {
  if (chosen.length === 0) return []
  const texts = (await listExerciseTexts(tx, exerciseId)).filter(({ kind }) => kind === 'reason')
  return chosen.map((reason) => {
    const text = texts.find(({ code }) => code === reason.code)
    if (text?.isOffered) return recordReason(reason, { type: text.title, sentence: text.text })
    const message = `The reason "${text?.text ?? reason.code}" is not offered any more.`
    throw createFieldsError('invalid_request', [{ path: 'reasons', message }])
  })
}

/** @param words those of the catalogue by default */
export function recordReason(
  { code, about, entry, note }: ChosenReason,
  { type, sentence }: Pick<RejectionReasonDescription, 'type' | 'sentence'> = rejectionReasons[code],
): RecordedReason {
  const { about: usual } = rejectionReasons[code]
  const part = about ?? usual
  return {
    code,
    type,
    reason: note ? `${sentence} ${note}` : sentence,
    ...(part && { about: part }),
    ...(entry !== undefined && { entry }),
    ...(note && { note }),
  }
}

/** Each once, in the order in which they were given. */
function uniteReasons(lists: readonly (readonly RecordedReason[])[]): RecordedReason[] {
  const byKey = new Map(
    lists.flat().map((reason) => [JSON.stringify([reason.code, reason.about, reason.entry, reason.note]), reason]),
  )
  return [...byKey.values()]
}
