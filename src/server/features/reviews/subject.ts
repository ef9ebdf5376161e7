import type { CaseSummary } from './case-store.ts'

/** For audit events about an application. */
export const toSubject = ({ accountId, exerciseId, number }: CaseSummary) => ({
  accountId,
  exerciseId,
  subject: { kind: 'application', id: number } as const,
})
