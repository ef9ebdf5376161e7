import type { CaseHead } from './case-store.ts'

/** For audit events about an application. */
export const toSubject = ({ accountId, exerciseId, number }: CaseHead) => ({
  accountId,
  exerciseId,
  subject: { kind: 'application', id: number },
})
