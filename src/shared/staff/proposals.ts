// Changes that need a second person, and every way from one of their states to another. The stores take the states from
// here, so that nothing is decided twice.
import type { Transitions } from '../policy/transition.ts'

/** Of roles and of a person's status. */
export const proposalStates = ['proposed', 'approved', 'declined'] as const

export const proposalTransitions = {
  approve: { from: ['proposed'], to: 'approved' },
  decline: { from: ['proposed'], to: 'declined' },
} as const satisfies Transitions<(typeof proposalStates)[number]>

/** Of an account's facts. */
export const correctionStates = ['proposed', 'applied', 'declined'] as const

export const correctionTransitions = {
  approve: { from: ['proposed'], to: 'applied' },
  decline: { from: ['proposed'], to: 'declined' },
} as const satisfies Transitions<(typeof correctionStates)[number]>

/** Of an exercise. `planned`: waits for its moment. `approved`: has taken effect. `failed`: was not possible at its moment. */
export const settingsProposalStates = ['proposed', 'planned', 'approved', 'declined', 'failed'] as const

export const settingsProposalTransitions = {
  approve: { from: ['proposed'], to: 'approved' },
  plan: { from: ['proposed'], to: 'planned' },
  decline: { from: ['proposed', 'planned'], to: 'declined' },
  /** At its moment. */
  make: { from: ['planned'], to: 'approved' },
  fail: { from: ['planned'], to: 'failed' },
} as const satisfies Transitions<(typeof settingsProposalStates)[number]>
