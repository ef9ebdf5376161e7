// Which publications a person may see and handle.

import type { Tx } from '#server/database/connection.ts'
import { AppError } from '#server/platform/app-error.ts'
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
import { listScopes, listWholeScopes, type Permission, type RoleGrant } from '#shared/roles/permissions.ts'
import {
  findArchivedAt,
  findPublication,
  lockPublication,
  type NamedPublication,
  type PublicationRow,
} from './store.ts'

interface Grants {
  grants: readonly RoleGrant[]
}

export const isExerciseInScope = (exerciseId: number, permission: Permission, { grants }: Grants): boolean =>
  listScopes(grants, permission).some((scope) => scope.exerciseId === null || scope.exerciseId === exerciseId)

/** The roles in this exercise, or in any (null), may be limited to seats and results. */
export const mayHandleDecisions = (exerciseId: number | null, permission: Permission, { grants }: Grants): boolean =>
  listWholeScopes(grants, permission).some(
    (scope) => exerciseId === null || scope.exerciseId === null || scope.exerciseId === exerciseId,
  )

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
  by: Grants,
): Promise<NamedPublication & { kind: DecisionKind }> {
  const found = await findPublication(tx, id)
  if (!found || !isExerciseInScope(found.row.exerciseId, permission, by)) throw new AppError('not_found')
  const { kind, exerciseId } = found.row
  if (isDecisionKind(kind) && !mayHandleDecisions(exerciseId, permission, by)) throw new AppError('not_found')
  return { ...found, kind: assertDecisionKind(kind) }
}

/** The publication, locked. @throws AppError `not_found`, `exercise_archived` */
export async function lockForChange(
  tx: Tx,
  id: string,
  permission: Permission,
  by: Grants,
): Promise<PublicationRow & { kind: DecisionKind }> {
  await getPublication(tx, id, permission, by)
  const row = await lockPublication(tx, id)
  if (!row) throw new AppError('not_found')
  await assertRunning(tx, row.exerciseId)
  return { ...row, kind: assertDecisionKind(row.kind) }
}

/** @throws AppError `exercise_archived` */
export async function assertRunning(tx: Tx, exerciseId: number): Promise<void> {
  if (await findArchivedAt(tx, exerciseId)) throw new AppError('exercise_archived')
}

/** The state after the step. @throws AppError `publication_state` where the table has no such transition */
export function assertTransition({ state }: Pick<PublicationRow, 'state'>, step: PublicationStep): PublicationState {
  if (mayTake(state, step)) return publicationTransitions[step].to
  const message = `This is not possible any more: the publication is in the state “${publicationStates[state]}”.`
  throw new AppError('publication_state', { message, data: { state } })
}
