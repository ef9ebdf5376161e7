// Which publications a person may see and handle.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope, type ScopedPerson } from '#server/domain/scope.ts'
import {
  mayTake,
  type PublicationKind,
  type PublicationState,
  type PublicationStep,
  publicationStates,
  publicationTransitions,
  publishesDecisions,
} from '#shared/decisions/publications.ts'
import { hasWholePermissionIn, listScopes, listWholeScopes, type Permission } from '#shared/roles/permissions.ts'
import { findPublication, lockPublication, type NamedPublication, type PublicationRow } from './store.ts'

/** @throws AppError `not_found` when there is none within the person's scope */
export async function getPublication(
  tx: Tx,
  id: string,
  permission: Permission,
  actor: ScopedPerson,
): Promise<NamedPublication> {
  const found = await findPublication(tx, id)
  if (!found) throw new AppError('not_found')
  const { kind, exerciseId } = found.row
  await assertWithinScope(tx, { exerciseId }, permission, actor)
  if (publishesDecisions(kind) && !hasWholePermissionIn(actor.grants, permission, { exerciseId }))
    throw new AppError('not_found')
  return found
}

/** Whether the person may make a publication of this kind in the exercise; for null, in any. */
export function mayMake({ grants }: ScopedPerson, kind: PublicationKind, exerciseId: number | null): boolean {
  const scopes = publishesDecisions(kind)
    ? listWholeScopes(grants, 'publication:make')
    : listScopes(grants, 'publication:make')
  return scopes.some((scope) => exerciseId === null || scope.exerciseId === null || scope.exerciseId === exerciseId)
}

/** The publication, locked. @throws AppError `not_found`, `exercise_archived` */
export async function lockForChange(
  tx: Tx,
  id: string,
  permission: Permission,
  actor: ScopedPerson,
): Promise<PublicationRow> {
  await getPublication(tx, id, permission, actor)
  const row = await lockPublication(tx, id)
  if (!row) throw new AppError('not_found')
  await assertRunning(tx, row.exerciseId)
  return row
}

/** The state after the step. @throws AppError `publication_state` where the table has no such transition */
export function assertTransition({ state }: Pick<PublicationRow, 'state'>, step: PublicationStep): PublicationState {
  if (mayTake(state, step)) return publicationTransitions[step].to
  const message = `This is not possible any more: the publication is in the state “${publicationStates[state]}”.`
  throw new AppError('publication_state', { message, data: { state } })
}
