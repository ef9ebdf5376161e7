// Who may see and change a case. Somebody outside the scope, or recused, gets the answer of an unknown number.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { assertWithinScope, type ScopedPerson } from '#server/domain/scope.ts'
import { hasWholePermissionIn, type Permission, type RoleGrant } from '#shared/roles/permissions.ts'
import { type CaseSummary, findCaseSummary } from './case-store.ts'

/** Whether a person may read contents, or the status only. */
export const readsContents = (summary: CaseSummary, grants: readonly RoleGrant[]): boolean =>
  hasWholePermissionIn(grants, 'application:read', summary)

/** @throws AppError `not_found` when there is no such application within the person's scope, or the person is recused */
export async function getCase(
  tx: Tx,
  number: string,
  permission: Permission,
  actor: ScopedPerson,
): Promise<CaseSummary> {
  const summary = await findCaseSummary(tx, number)
  if (!summary) throw new AppError('not_found')
  await assertWithinScope(tx, summary, permission, actor)
  return summary
}

/** As `getCase`, for what changes something. @throws AppError also `exercise_archived` */
export async function getOpenCase(...given: Parameters<typeof getCase>): Promise<CaseSummary> {
  const summary = await getCase(...given)
  if (summary.archivedAt) throw new AppError('exercise_archived')
  return summary
}
