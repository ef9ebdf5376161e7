// Publications: batches by which decisions become visible to applicants.

import { listNames } from '#shared/format/labels.ts'
import { mayTransition, type Transitions } from '#shared/policy/transition.ts'

export const publicationKinds = {
  shortlist: 'Shortlist',
  rejection: 'Rejections',
  seats: 'Seats',
  cbt: 'CBT results',
  interview: 'Interview results',
  offer: 'Offers',
  correction: 'Correction',
} as const
export type PublicationKind = keyof typeof publicationKinds
export const publicationKindNames = listNames(publicationKinds)

/** Those that publish decisions. */
export const decisionKinds = ['shortlist', 'rejection', 'correction', 'offer'] as const satisfies PublicationKind[]
export type DecisionKind = (typeof decisionKinds)[number]

/** Some roles make and read publications of seats and results alone. */
export const publishesDecisions = (kind: PublicationKind): boolean => decisionKinds.some((name) => name === kind)

export const publicationStates = {
  draft: 'Draft',
  proposed: 'To be approved',
  approved: 'Approved',
  publishing: 'Being published',
  published: 'Published',
  returned: 'Sent back',
} as const
export type PublicationState = keyof typeof publicationStates
export const publicationStateNames = listNames(publicationStates)

/** Every way from one state to another. */
export const publicationTransitions = {
  change: { from: ['draft', 'returned'], to: 'draft' },
  propose: { from: ['draft', 'returned', 'proposed'], to: 'proposed' },
  approve: { from: ['proposed'], to: 'approved' },
  return: { from: ['draft', 'proposed', 'approved'], to: 'returned' },
  begin: { from: ['approved'], to: 'publishing' },
  finish: { from: ['publishing'], to: 'published' },
} as const satisfies Transitions<PublicationState>
export type PublicationStep = keyof typeof publicationTransitions

export const mayTake = (state: PublicationState, step: PublicationStep): boolean =>
  mayTransition<PublicationState, PublicationStep>(publicationTransitions, state, step)

/** Why an application of the selection is not in a publication, or was skipped by it. */
export const exclusionReasons = {
  undecided: 'Not decided yet',
  not_shortlisted: 'Not on the published shortlist',
  not_seated: 'Without a seat',
  sitting_over: 'The sitting is over before its seats are published',
  no_result: 'Without a result',
  sitting_changed: 'Has a score in a sitting that was moved or cancelled since',
  was_away: 'Has a score, but was marked as absent or turned away',
  answer_time_over: 'The time to answer is over before it is published',
  other_outcome: 'Decided otherwise',
  already_published: 'Published already',
  needs_correction: 'Another outcome is published: make a correction',
  not_published: 'Nothing is published that could be corrected',
  on_hold: 'The applicant is on hold',
  withdrawn: 'Withdrawn',
  in_other_publication: 'In another publication that is under way',
  superseded: 'Changed since the approval',
} as const
export type ExclusionReason = keyof typeof exclusionReasons

/** `excluded`: of the selection, but never published. `skipped`: no longer to be published when its turn came. */
export const publicationItemStates = ['waiting', 'done', 'skipped', 'excluded'] as const

export const maxPublicationTitle = 120
export const maxEmailNote = 1_000

/** From which one publication takes its seats. */
export const maxPublishedSittings = 100
