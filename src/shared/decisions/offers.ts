// The end of an exercise: what becomes of each application on the published shortlist, and the offers that follow.
import { listNames } from '#shared/format/labels.ts'
import { mayTransition, type Transitions } from '#shared/policy/transition.ts'

export const finalOutcomes = { selected: 'Selected', reserve: 'Reserve list', unsuccessful: 'Unsuccessful' } as const
export type FinalOutcome = keyof typeof finalOutcomes
export const finalOutcomeNames = listNames(finalOutcomes)

/** What an applicant reads after the publication. */
export const publishedFinalOutcomes = {
  selected: 'You are offered an appointment',
  reserve: 'You are on the reserve list',
  unsuccessful: 'You were not selected',
} as const satisfies Record<FinalOutcome, string>

export const offerStates = {
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  withdrawn: 'Withdrawn',
} as const
export type OfferState = keyof typeof offerStates
export const offerStateNames = listNames(offerStates)

/** It takes a vacancy. */
export const isLiveOffer = (state: OfferState): boolean => state === 'offered' || state === 'accepted'

/** Every way from one state to another. */
export const offerTransitions = {
  accept: { from: ['offered'], to: 'accepted' },
  decline: { from: ['offered'], to: 'declined' },
  lapse: { from: ['offered'], to: 'lapsed' },
  /** By a correction that is published, or because the application is withdrawn. */
  withdraw: { from: ['offered', 'accepted'], to: 'withdrawn' },
} as const satisfies Transitions<OfferState>
export type OfferStep = keyof typeof offerTransitions

/** The state after the step; null where the table has no such transition. */
export const getNextOfferState = (state: OfferState, step: OfferStep): OfferState | null =>
  mayTransition<OfferState, OfferStep>(offerTransitions, state, step) ? offerTransitions[step].to : null

export const offerAnswers = { accept: 'Accept', decline: 'Decline' } as const
export type OfferAnswer = keyof typeof offerAnswers
export const offerAnswerNames = listNames(offerAnswers)

/** How far ahead the date until which to answer may be. */
export const maxAnswerDays = 90

export const maxReserveRank = 1_000

/** Of one call: each is checked against the vacancies of its post. */
export const maxOutcomesAtOnce = 5_000

/** Why an application gets no final outcome, or none is confirmed. */
export const outcomeObstacles = {
  withdrawn: 'The application is withdrawn.',
  not_shortlisted: 'It is not on the published shortlist.',
  on_hold: 'The applicant is on hold.',
  vacancies_unknown: 'The settings do not say how many vacancies this post has. Enter the number there first.',
  no_vacancy: 'Every vacancy of this post is taken by an offer, or by somebody who is selected.',
  rank_taken: 'Another applicant has this rank on the reserve list of the post.',
  has_offer: 'The applicant has an offer. To take it away, record the outcome on the page of the application.',
  not_recorded: 'No outcome is recorded that could be confirmed.',
  confirmed_already: 'This outcome is confirmed already.',
  other_outcome: 'Another outcome is recorded than the one that you confirm.',
  recorded_since: 'It was recorded after you had chosen the applications. Look at it, and choose them again.',
  own_record: 'It was recorded by you, or by somebody who is no second person for you.',
} as const
export type OutcomeObstacle = keyof typeof outcomeObstacles
export const outcomeObstacleNames = listNames(outcomeObstacles)
