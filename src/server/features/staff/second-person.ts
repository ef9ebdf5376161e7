// What needs two persons needs two who do not depend on each other: one person could invite two accounts and use
// both.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { listRelatedStaff } from './store.ts'

/** Who counts as another person than those whose work is approved, of which null is nobody's. */
export async function createSecondPersonCheck(tx: Tx, { staffId }: { staffId: string }, now: Date) {
  const related = await listRelatedStaff(tx, staffId, now)
  return (others: readonly (string | null)[]): boolean => others.every((other) => other === null || !related.has(other))
}

/**
 * @param others whose work is approved; null for nobody
 * @throws AppError `second_person_required` when it is the own work, `second_person_related`
 */
export async function assertSecondPerson(
  tx: Tx,
  by: { staffId: string },
  others: readonly (string | null)[],
  now: Date,
): Promise<void> {
  if (others.includes(by.staffId)) throw new AppError('second_person_required')
  const isSecondPerson = await createSecondPersonCheck(tx, by, now)
  if (!isSecondPerson(others)) throw new AppError('second_person_related')
}
