import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { assertWithinScope, type ScopedPerson } from '#server/domain/scope.ts'
import type { Permission } from '#shared/roles/permissions.ts'
import { type FoundSitting, findSitting } from './store.ts'

/** @throws AppError `not_found` when there is none within the person's scope */
export async function getSitting(
  tx: Tx,
  id: string,
  permission: Permission,
  actor: ScopedPerson,
): Promise<FoundSitting> {
  const found = await findSitting(tx, id)
  if (!found) throw new AppError('not_found')
  await assertWithinScope(tx, { exerciseId: found.row.exerciseId }, permission, actor)
  return found
}
