import type { StatusRow } from './case-store.ts'

/** A round in which the reviews and the decision so far do not count any more. */
export const beginRound = ({ round, reviewCount, decisionId }: StatusRow) => ({
  round: reviewCount > 0 || decisionId ? round + 1 : round,
  reviewCount: 0,
  isSplit: false,
  decisionId: null,
})
