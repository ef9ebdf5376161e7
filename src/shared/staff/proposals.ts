// Changes that need a second person.

/** Of roles and of a person's status. */
export const proposalStates = ['proposed', 'approved', 'declined'] as const

/** Of an account's facts. */
export const correctionStates = ['proposed', 'applied', 'declined'] as const

/** Of an exercise. `planned`: waits for its moment. `approved`: has taken effect. `failed`: was not possible at its moment. */
export const settingsProposalStates = ['proposed', 'planned', 'approved', 'declined', 'failed'] as const
