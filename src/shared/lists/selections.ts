// How much a selection may hold, and for how long.

export const selectionLifetimeHours = 24
export const maxSelectedItems = 100_000
/** Applications that are chosen one by one, on as many pages of the list. */
export const maxSelectedNumbers = 1_000
/** Open selections of one person; one more replaces the oldest. */
export const maxSelections = 20
