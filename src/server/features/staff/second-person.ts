// What needs two persons needs two who do not depend on each other: one person could invite two accounts and use
// both.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { listRelatedStaff } from './store.ts'

/**
 * @param others whose work is approved; null for nobody
 * @throws AppError `second_person_required` when it is the own work, `second_person_related`
 */
export async function assertSecondPerson(
  tx: Tx,
  { staffId }: { staffId: string },
  others: readonly (string | null)[],
  now: Date,
): Promise<void> {
  if (others.includes(staffId)) throw new AppError('second_person_required')
  const related = await listRelatedStaff(tx, staffId, now)
  if (others.some((other) => other !== null && related.has(other))) throw new AppError('second_person_related')
}
