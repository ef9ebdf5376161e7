// Gives the cases of a selection to reviewers, evenly and if wanted at random, past those who are recused or have reviewed them.

import { randomInt } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { type ActiveStaff, listActiveStaff } from '#server/domain/active-staff.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { isReviewable, type ReviewStage } from '#shared/decisions/stages.ts'
import { hasPermission, hasPermissionIn, listGrantsIn, listScopes } from '#shared/roles/permissions.ts'
import type { ReadDependencies } from '../read-case.ts'
import { type AssignableCase, countAssigned, listAssignable, saveAssignments } from './assignment-store.ts'

/** One takes about a millisecond, and the browser waits for all of them. */
const maxAssigned = 20_000
/** Applications of one transaction. */
const stepSize = 500

export interface AssignmentDependencies extends ReadDependencies {
  selections: Pick<SelectionService, 'open' | 'listItems'>
}

export interface Assignment {
  selection: string
  to: readonly string[]
  /** At random: as many for each, but chance says which. */
  how: 'even' | 'random'
}

const canReview = ({ grants }: ActiveStaff, one: AssignableCase): boolean =>
  hasPermissionIn(grants, 'application:review', one)

export function createAssignments({ staffDatabase: { db }, clock, selections }: AssignmentDependencies) {
  /** @throws AppError `invalid_request` when one of them cannot review */
  async function findReviewers(ids: readonly string[]): Promise<ActiveStaff[]> {
    const reviewers = (await listActiveStaff(db, ids)).filter(
      ({ grants }) => listScopes(grants, 'application:review').length > 0,
    )
    if (reviewers.length === new Set(ids).size) return reviewers
    throw createFieldsError('invalid_request', [{ path: 'to', message: 'One of these people cannot review.' }])
  }

  return {
    /**
     * `recused` counts how often somebody was passed over for it, `skipped` the cases that nobody of these can review, and
     * those from which the person who assigns is recused.
     * @throws AppError `not_found` and `selection_expired` for the selection, `exercise_archived`, `assignment_too_large`,
     *   `invalid_request` for the people
     */
    async assign({ selection: id, to, how }: Assignment, actor: StaffPrincipal) {
      const selection = await selections.open(db, id, 'application:assign', actor)
      const reviewers = await findReviewers(to)
      if (selection.isArchived) throw new AppError('exercise_archived')
      if (selection.count > maxAssigned) throw new AppError('assignment_too_large')
      const given = new Map(reviewers.map((reviewer) => [reviewer.id, 0]))
      const sum = { assigned: 0, recused: 0, skipped: 0 }
      for (let after: string | null = null; ; ) {
        const items: string[] = await selections.listItems(db, selection, { after, limit: stepSize })
        if (items.length > 0)
          await db.transaction((tx) => assignStep(tx, items, { reviewers, given, how, sum, now: clock(), actor }))
        after = items.at(-1) ?? null
        if (items.length < stepSize) break
      }
      await audit(db, {
        actor: 'staff',
        action: 'applications_assigned',
        by: actor,
        exerciseId: selection.exerciseId,
        subject: { kind: 'selection', id },
        detail: { ...sum, how, to: [...given.keys()] },
      })
      const people = reviewers.map((reviewer) => ({
        id: reviewer.id,
        name: reviewer.name,
        count: given.get(reviewer.id) ?? 0,
      }))
      return { ...sum, people }
    },

    /** Who can review in this exercise, with how many cases wait for each. @throws AppError `not_found` */
    async listReviewers(year: number | undefined, actor: StaffPrincipal) {
      const exerciseId = await getExerciseWithin(db, year, 'application:assign', actor)
      const people = (await listActiveStaff(db)).filter(({ grants }) =>
        hasPermission(listGrantsIn(grants, exerciseId), 'application:review'),
      )
      const waiting = await countAssigned(
        db,
        exerciseId,
        people.map(({ id }) => id),
      )
      return people.map(({ id, name, email, grants }) => ({
        id,
        name,
        email,
        roles: [...new Set(grants.map(({ role }) => role))],
        waiting: waiting.get(id) ?? 0,
      }))
    },
  }
}

interface AssignmentStep {
  reviewers: readonly ActiveStaff[]
  /** How many each has got so far. */
  given: Map<string, number>
  how: Assignment['how']
  sum: { assigned: number; recused: number; skipped: number }
  now: Date
  actor: Pick<StaffPrincipal, 'staffId'>
}

async function assignStep(tx: Tx, items: readonly string[], step: AssignmentStep) {
  const { reviewers, given, how, sum, now, actor } = step

  const assignments: { applicationId: string; staffId: string }[] = []
  for (const one of await listAssignable(tx, items)) {
    const mayAssign = !one.recused.includes(actor.staffId)
    const isOpen = mayAssign && isReviewable({ stage: one.stage as ReviewStage, isSplit: false }, false)
    const able = reviewers.filter((reviewer) => canReview(reviewer, one) && !one.reviewers.includes(reviewer.id))
    const candidates = able.filter(({ id }) => !one.recused.includes(id))
    if (isOpen) sum.recused += able.length - candidates.length
    const chosen = isOpen && findLeastGiven(how === 'random' ? shuffle(candidates) : candidates, given)
    if (chosen) assignments.push({ applicationId: one.id, staffId: chosen.id })
    else sum.skipped += 1
    if (chosen) given.set(chosen.id, (given.get(chosen.id) ?? 0) + 1)
  }
  sum.assigned += assignments.length
  await saveAssignments(tx, assignments, now)
}

const findLeastGiven = (
  candidates: readonly ActiveStaff[],
  given: ReadonlyMap<string, number>,
): ActiveStaff | undefined =>
  candidates.reduce<ActiveStaff | undefined>(
    (least, one) => (least && (given.get(least.id) ?? 0) <= (given.get(one.id) ?? 0) ? least : one),
    undefined,
  )

/** Every order is as likely. */
function shuffle<T>(list: readonly T[]): T[] {
  const rest = [...list]
  return list.flatMap(() => rest.splice(randomInt(rest.length), 1))
}
