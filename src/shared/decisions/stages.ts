// How an application goes from its submission to a decision. Pure: what happened comes in, what follows comes out.
import type { Permission } from '../roles/permissions.ts'

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
export const reviewStageNames = Object.keys(reviewStages) as [ReviewStage, ...ReviewStage[]]

/** What a reviewer says. */
export const verdictLabels = {
  shortlist: 'Shortlist',
  reject: 'Reject',
  hold: 'Hold',
  return: 'Return for correction',
} as const
export type Verdict = keyof typeof verdictLabels
export const verdictNames = Object.keys(verdictLabels) as [Verdict, ...Verdict[]]

/** What the panel decides. */
export const outcomeLabels = { shortlisted: 'Shortlisted', rejected: 'Rejected', held: 'Held' } as const
export type Outcome = keyof typeof outcomeLabels
export const outcomeNames = Object.keys(outcomeLabels) as [Outcome, ...Outcome[]]

/** What a decision is about. */
export const decisionStages = ['screening', 'interview', 'offer'] as const

export const withdrawalEvents = ['withdrawn', 'reinstated'] as const

/** What an applicant sees of a decision. */
export const publishedLabels = { verified: 'Verified', rejected: 'Rejected' } as const

/** The stage to which two agreeing verdicts lead. */
export const stageOfVerdict = {
  shortlist: 'shortlisted',
  reject: 'rejected',
  hold: 'held',
  return: 'returned',
} as const satisfies Record<Verdict, ReviewStage>

type StageEvent =
  | 'assign'
  | 'first_review'
  | 'split'
  | 'agree_shortlist'
  | 'agree_reject'
  | 'agree_hold'
  | 'agree_return'
  | 'decide_shortlisted'
  | 'decide_rejected'
  | 'decide_held'
  | 'return'
  | 'take_back'
  | 'send_again'
  | 'withdraw'
  | 'reinstate'

export interface StageTransition {
  readonly event: StageEvent
  readonly from: readonly ReviewStage[]
  readonly to: ReviewStage
  /** Null for what the applicant does. */
  readonly permission: Permission | null
  /** What it needs besides the permission. */
  readonly needs: string
}

const underReview = ['submitted', 'screening', 'held', 'returned'] as const
/** Nothing is decided or published about a withdrawn application. */
const anyStage = ['submitted', 'screening', 'returned', 'shortlisted', 'rejected', 'held'] as const
const twoReviews = 'two reviews that agree'

/** Every way from one stage to another. Undecided cases are reviewed; a decided one is decided anew by the chair. */
export const stageTransitions: readonly StageTransition[] = [
  { event: 'assign', from: ['submitted'], to: 'screening', permission: 'application:assign', needs: '' },
  { event: 'first_review', from: underReview, to: 'screening', permission: 'application:review', needs: '' },
  { event: 'split', from: underReview, to: 'held', permission: 'application:review', needs: 'two reviews that differ' },
  {
    event: 'agree_shortlist',
    from: underReview,
    to: 'shortlisted',
    permission: 'application:review',
    needs: `${twoReviews}, or one where the exercise asks for one`,
  },
  { event: 'agree_reject', from: underReview, to: 'rejected', permission: 'application:review', needs: twoReviews },
  { event: 'agree_hold', from: underReview, to: 'held', permission: 'application:review', needs: twoReviews },
  { event: 'agree_return', from: underReview, to: 'returned', permission: 'application:review', needs: twoReviews },
  {
    event: 'decide_shortlisted',
    from: anyStage,
    to: 'shortlisted',
    permission: 'application:decide',
    needs: 'a review by somebody else that agrees, unless the exercise asks for one person',
  },
  {
    event: 'decide_rejected',
    from: anyStage,
    to: 'rejected',
    permission: 'application:decide',
    needs: 'a review by somebody else that agrees',
  },
  { event: 'decide_held', from: anyStage, to: 'held', permission: 'application:decide', needs: '' },
  {
    event: 'return',
    from: ['submitted', 'screening', 'returned', 'held', 'rejected'],
    to: 'returned',
    permission: 'application:return',
    needs: 'a reason and a date; again to change them',
  },
  {
    event: 'take_back',
    from: ['returned'],
    to: 'screening',
    permission: 'application:return',
    needs: 'that it was not sent again, and its date has not passed',
  },
  { event: 'send_again', from: ['returned'], to: 'screening', permission: null, needs: 'the applicant, by the date' },
  {
    event: 'withdraw',
    from: anyStage,
    to: 'withdrawn',
    permission: 'application:withdraw',
    needs: 'how the applicant asked for it',
  },
  {
    event: 'reinstate',
    from: ['withdrawn'],
    to: 'screening',
    permission: 'application:reinstate',
    needs: 'a reason; it begins a new round',
  },
]

/** The stage after this event; null when it is not possible from here. */
export const getNextStage = (from: ReviewStage, event: StageEvent): ReviewStage | null =>
  stageTransitions.find((transition) => transition.event === event && transition.from.includes(from))?.to ?? null

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

export interface ReviewEffect {
  stage: ReviewStage
  isSplit: boolean
  /** Who made the decision with this reviewer; `alone` where one is enough; null while nothing is decided. */
  decision: { outcome: Outcome; with: string | 'alone' } | null
}

/**
 * What a new review leads to.
 * @param earlier reviews of the same round, by other persons
 * @throws RangeError when nothing can be reviewed from this stage
 */
export function decideReview(
  stage: ReviewStage,
  earlier: readonly ReviewSummary[],
  { verdict }: ReviewSummary,
  rules: ReviewRules,
): ReviewEffect {
  const move = (event: StageEvent): ReviewStage => {
    const next = getNextStage(stage, event)
    if (!next) throw new RangeError(`No ${event} from ${stage}.`)
    return next
  }
  const agreeing = earlier.find((review) => review.verdict === verdict)
  const isAlone = !agreeing && verdict === 'shortlist' && rules.shortlistReviews === 1 && earlier.length === 0
  if (agreeing || isAlone) {
    const next = move(`agree_${verdict}`)
    const decision = next in outcomeLabels ? { outcome: next as Outcome, with: agreeing?.staffId ?? 'alone' } : null
    return { stage: next, isSplit: false, decision }
  }
  if (earlier.length > 0) return { stage: move('split'), isSplit: true, decision: null }
  return { stage: move('first_review'), isSplit: false, decision: null }
}

/** The review that seconds the chair's decision; null when another person is missing. */
export const findSecond = (
  outcome: Outcome,
  reviews: readonly ReviewSummary[],
  decidedBy: string,
): ReviewSummary | null =>
  reviews.find(({ staffId, verdict }) => staffId !== decidedBy && stageOfVerdict[verdict] === outcome) ?? null

/** Whether the chair may decide without an agreeing review. */
export const mayDecideAlone = (outcome: Outcome, rules: ReviewRules): boolean =>
  outcome === 'held' || (outcome === 'shortlisted' && rules.shortlistReviews === 1)
