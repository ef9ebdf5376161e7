// Who may see and change a case. Somebody outside the scope, or recused, gets the answer of an unknown number.

import type { Tx } from '#server/database/connection.ts'
import { isRecused } from '#server/domain/recusals.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { AppError } from '#server/platform/app-error.ts'
import {
  isWithinScope,
  listScopes,
  listWholeScopes,
  type Permission,
  type RoleGrant,
} from '#shared/roles/permissions.ts'
import { type CaseSummary, findCaseHead } from './case-store.ts'

/** Whether one of the roles gives the permission for this application. */
export const hasPermissionFor = (
  head: Pick<CaseSummary, 'exerciseId' | 'school' | 'department'>,
  grants: readonly RoleGrant[],
  permission: Permission,
): boolean => listScopes(grants, permission).some((scope) => isWithinScope(scope, head))

/** Whether a person may read contents, or the status only. */
export const readsContents = (head: CaseSummary, grants: readonly RoleGrant[]): boolean =>
  listWholeScopes(grants, 'application:read').some((scope) => isWithinScope(scope, head))

const refuse = (head: CaseSummary, why: 'scope' | 'recused') =>
  // Only the audit log knows the difference.
  new AppError('not_found', { auditAs: { detail: { account: head.accountId, why } } })

/** @throws AppError `not_found` when there is no such application within the person's scope, or the person is recused */
export async function getCase(
  tx: Tx,
  number: string,
  permission: Permission,
  { grants, staffId }: Pick<StaffPrincipal, 'grants' | 'staffId'>,
): Promise<CaseSummary> {
  const head = await findCaseHead(tx, number)
  if (!head) throw new AppError('not_found')
  if (!hasPermissionFor(head, grants, permission)) throw refuse(head, 'scope')
  if (await isRecused(tx, head.accountId, staffId)) throw refuse(head, 'recused')
  return head
}

/** As `getCase`, for what changes something. @throws AppError also `exercise_archived` */
export async function getOpenCase(...given: Parameters<typeof getCase>): Promise<CaseSummary> {
  const head = await getCase(...given)
  if (head.archivedAt) throw new AppError('exercise_archived')
  return head
}
