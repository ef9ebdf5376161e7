// Which publications a person may see and handle.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope, type ScopedPerson } from '#server/domain/scope.ts'
import {
  type DecisionKind,
  decisionKinds,
  mayTake,
  type PublicationKind,
  type PublicationState,
  type PublicationStep,
  publicationKinds,
  publicationStates,
  publicationTransitions,
} from '#shared/decisions/publications.ts'
import { hasWholePermissionIn, type Permission } from '#shared/roles/permissions.ts'
import { findPublication, lockPublication, type NamedPublication, type PublicationRow } from './store.ts'

export const isDecisionKind = (kind: PublicationKind): kind is DecisionKind =>
  decisionKinds.some((decisionKind) => decisionKind === kind)

/** @throws AppError `publication_kind_unavailable` for what has no source yet */
export function assertDecisionKind(kind: PublicationKind): DecisionKind {
  if (isDecisionKind(kind)) return kind
  const message = `${publicationKinds[kind]} cannot be published: this exercise has none.`
  throw new AppError('publication_kind_unavailable', { message })
}

/** @throws AppError `not_found` when there is none within the person's scope */
export async function getPublication(
  tx: Tx,
  id: string,
  permission: Permission,
  actor: ScopedPerson,
): Promise<NamedPublication & { kind: DecisionKind }> {
  const found = await findPublication(tx, id)
  if (!found) throw new AppError('not_found')
  const { kind, exerciseId } = found.row
  await assertWithinScope(tx, { exerciseId }, permission, actor)
  if (isDecisionKind(kind) && !hasWholePermissionIn(actor.grants, permission, { exerciseId }))
    throw new AppError('not_found')
  return { ...found, kind: assertDecisionKind(kind) }
}

/** The publication, locked. @throws AppError `not_found`, `exercise_archived` */
export async function lockForChange(
  tx: Tx,
  id: string,
  permission: Permission,
  actor: ScopedPerson,
): Promise<PublicationRow & { kind: DecisionKind }> {
  await getPublication(tx, id, permission, actor)
  const row = await lockPublication(tx, id)
  if (!row) throw new AppError('not_found')
  await assertRunning(tx, row.exerciseId)
  return { ...row, kind: assertDecisionKind(row.kind) }
}

/** The state after the step. @throws AppError `publication_state` where the table has no such transition */
export function assertTransition({ state }: Pick<PublicationRow, 'state'>, step: PublicationStep): PublicationState {
  if (mayTake(state, step)) return publicationTransitions[step].to
  const message = `This is not possible any more: the publication is in the state “${publicationStates[state]}”.`
  throw new AppError('publication_state', { message, data: { state } })
}
