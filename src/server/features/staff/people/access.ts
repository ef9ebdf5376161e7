// Whom an administrator reaches, and which roles.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { hasPermissionIn, type Place } from '#shared/roles/permissions.ts'
import { type Administrator, isReached } from './reach-store.ts'

/** Whether the administrator may give or take all of these roles. */
export const canManage = ({ grants }: Administrator, roles: readonly Place[]): boolean =>
  roles.every((place) => hasPermissionIn(grants, 'staff:manage', place))

/** @throws AppError `not_found` */
export async function assertReached(tx: Tx, id: string, actor: Administrator): Promise<void> {
  // Answered like an unknown person; only the audit log knows the difference.
  if (!(await isReached(tx, id, actor))) throw new AppError('not_found', { auditAs: { detail: { person: id } } })
}
