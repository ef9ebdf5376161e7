// How an application goes from its submission to a decision. Pure: what happened comes in, what follows comes out.
import { listNames } from '#shared/format/labels.ts'
import type { StateTransition, Transitions } from '#shared/policy/transition.ts'
import { findAgreedReasons, type GivenReason } from './agreed-reasons.ts'

export const reviewStages = {
  submitted: 'Not reviewed',
  screening: 'In review',
  returned: 'For correction',
  shortlisted: 'Shortlisted',
  rejected: 'Rejected',
  held: 'Held',
  withdrawn: 'Withdrawn',
} as const
export type ReviewStage = keyof typeof reviewStages
export const reviewStageNames = listNames(reviewStages)

/** What a reviewer says. */
export const verdictLabels = {
  shortlist: 'Shortlist',
  reject: 'Reject',
  hold: 'Hold',
  return: 'Return for correction',
} as const
export type Verdict = keyof typeof verdictLabels
export const verdictNames = listNames(verdictLabels)

/** What the panel decides. */
export const outcomeLabels = { shortlisted: 'Shortlisted', rejected: 'Rejected', held: 'Held' } as const
export type Outcome = keyof typeof outcomeLabels
export const outcomeNames = listNames(outcomeLabels)

/** What a decision is about. */
export const decisionStages = ['screening', 'interview', 'offer'] as const

export const withdrawalEvents = ['withdrawn', 'reinstated'] as const

/** What of a decision applicants see, as lists of the staff name it. */
export const publishedLabels = { verified: outcomeLabels.shortlisted, rejected: outcomeLabels.rejected } as const

/** The stage to which two agreeing verdicts lead. */
export const stageOfVerdict = {
  shortlist: 'shortlisted',
  reject: 'rejected',
  hold: 'held',
  return: 'returned',
} as const satisfies Record<Verdict, ReviewStage>

const underReview = ['submitted', 'screening', 'held', 'returned'] as const
/** Nothing is decided or published about a withdrawn application. */
const anyStage = ['submitted', 'screening', 'returned', 'shortlisted', 'rejected', 'held'] as const

/** Every way from one stage to another. Undecided cases are reviewed; a decided one is decided anew by the chair. */
export const stageTransitions = {
  assign: { from: ['submitted'], to: 'screening' },
  first_review: { from: underReview, to: 'screening' },
  split: { from: underReview, to: 'held' },
  agree_shortlist: { from: underReview, to: 'shortlisted' },
  agree_reject: { from: underReview, to: 'rejected' },
  agree_hold: { from: underReview, to: 'held' },
  agree_return: { from: underReview, to: 'returned' },
  decide_shortlisted: { from: anyStage, to: 'shortlisted' },
  decide_rejected: { from: anyStage, to: 'rejected' },
  decide_held: { from: anyStage, to: 'held' },
  /** Again to change the reason and the date. */
  return: { from: ['submitted', 'screening', 'returned', 'held', 'rejected'], to: 'returned' },
  cancel_return: { from: ['returned'], to: 'screening' },
  /** By the applicant. */
  resubmit: { from: ['returned'], to: 'screening' },
  withdraw: { from: anyStage, to: 'withdrawn' },
  reinstate: { from: ['withdrawn'], to: 'screening' },
} as const satisfies Transitions<ReviewStage>
export type StageEvent = keyof typeof stageTransitions

/** The stage after this event; null when it is not possible from here. */
export function getNextStage(from: ReviewStage, event: StageEvent): ReviewStage | null {
  const transition: StateTransition<ReviewStage> = stageTransitions[event]
  return transition.from.includes(from) ? transition.to : null
}

/** Whether a review can be recorded. A case on which two reviews disagree is the chair's. */
export const isReviewable = ({ stage, isSplit }: { stage: ReviewStage; isSplit: boolean }, isChair: boolean) =>
  underReview.some((open) => open === stage) && (!isSplit || isChair)

/** A case that was held or returned begins a new round of reviews; earlier ones do not count any more. */
export const beginsRound = ({ stage, isSplit }: { stage: ReviewStage; isSplit: boolean }) =>
  (stage === 'held' && !isSplit) || stage === 'returned'

/** How many persons a shortlisting needs. A rejection always needs two. */
export interface ReviewRules {
  shortlistReviews: 1 | 2
}
export const defaultReviewRules: ReviewRules = { shortlistReviews: 2 }

/** The rules of an exercise; those that it does not set are the default. */
export const completeReviewRules = (stored: Partial<ReviewRules> = {}): ReviewRules => ({
  ...defaultReviewRules,
  ...stored,
})

export interface ReviewSummary {
  staffId: string
  verdict: Verdict
}

export interface ReviewWithReasons extends ReviewSummary {
  reasons: readonly GivenReason[]
}

/** Whether both say the same. Rejections for reasons that have nothing in common do not: nobody could tell the applicant why. */
export const agree = (own: ReviewWithReasons, other: ReviewWithReasons): boolean =>
  own.verdict === other.verdict &&
  (own.verdict !== 'reject' || findAgreedReasons(own.reasons, other.reasons).length > 0)

export interface ReviewEffect {
  stage: ReviewStage
  isSplit: boolean
  /** Null while nothing is decided. Nobody seconds it where one review is enough. */
  decision: { outcome: Outcome; secondedBy: string | null } | null
}

/**
 * What a new review leads to.
 * @param earlier reviews of the same round, by other persons
 * @throws RangeError when nothing can be reviewed from this stage
 */
export function decideReview(
  stage: ReviewStage,
  earlier: readonly ReviewWithReasons[],
  own: ReviewWithReasons,
  rules: ReviewRules,
): ReviewEffect {
  const { verdict } = own
  const move = (event: StageEvent): ReviewStage => {
    const next = getNextStage(stage, event)
    if (!next) throw new RangeError(`No ${event} from ${stage}.`)
    return next
  }
  const agreeing = earlier.find((review) => agree(own, review))
  const isAlone = !agreeing && verdict === 'shortlist' && rules.shortlistReviews === 1 && earlier.length === 0
  if (agreeing || isAlone) {
    const next = move(`agree_${verdict}`)
    const decision = next in outcomeLabels ? { outcome: next as Outcome, secondedBy: agreeing?.staffId ?? null } : null
    return { stage: next, isSplit: false, decision }
  }
  if (earlier.length > 0) return { stage: move('split'), isSplit: true, decision: null }
  return { stage: move('first_review'), isSplit: false, decision: null }
}

/**
 * The review that seconds the chair's decision; null when another person is missing.
 * @param related whose reviews do not count: the chair's own, and of those who are no second person for the chair
 */
export const findSecond = (
  outcome: Outcome,
  reviews: readonly ReviewSummary[],
  related: ReadonlySet<string>,
): ReviewSummary | null =>
  reviews.find(({ staffId, verdict }) => !related.has(staffId) && stageOfVerdict[verdict] === outcome) ?? null

/** Whether the chair may decide without an agreeing review. */
export const mayDecideAlone = (outcome: Outcome, rules: ReviewRules): boolean =>
  outcome === 'held' || (outcome === 'shortlisted' && rules.shortlistReviews === 1)
