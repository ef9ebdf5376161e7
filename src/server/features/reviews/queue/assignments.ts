// Gives the cases of a selection to reviewers, evenly and if wanted at random, past those who are recused or have reviewed them.

import { randomInt } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { type ActiveStaff, listActiveStaff } from '#server/domain/active-staff.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import type { OpenSelection, SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { isReviewable } from '#shared/decisions/stages.ts'
import { listNames } from '#shared/format/labels.ts'
import { hasPermission, hasPermissionIn, listGrantsIn, listScopes } from '#shared/roles/permissions.ts'
import { lockStatuses } from '../case-store.ts'
import type { ReadDependencies } from '../read-case.ts'
import { type AssignableCase, countAssigned, listAssignable, lockPeople, saveAssignments } from './assignment-store.ts'

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
    const reviewers = await listReviewers(db, ids)
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
      const step = { selection, given, how, actor }
      for (let after: string | null = null; ; ) {
        const items: string[] = await selections.listItems(db, selection, { after, limit: stepSize })
        const counts = await db.transaction((tx) => assignStep(tx, items, { ...step, now: clock() }))
        for (const count of listNames(sum)) sum[count] += counts[count]
        after = items.at(-1) ?? null
        if (items.length < stepSize) break
      }
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

async function listReviewers(tx: Tx, ids: readonly string[]): Promise<ActiveStaff[]> {
  const people = await listActiveStaff(tx, ids)
  return people.filter(({ grants }) => listScopes(grants, 'application:review').length > 0)
}

interface AssignmentStep {
  selection: OpenSelection
  /** How many each reviewer has got so far. */
  given: Map<string, number>
  how: Assignment['how']
  now: Date
  actor: StaffPrincipal
}

/** Together with its event: a server that is stopped leaves no case assigned without one. */
async function assignStep(tx: Tx, items: readonly string[], step: AssignmentStep) {
  const { selection, given, how, now, actor } = step
  const counts = { assigned: 0, recused: 0, skipped: 0 }
  const assignments: { applicationId: string; staffId: string }[] = []
  // Who is suspended, is recused, reviews or withdraws meanwhile comes before what is read, or after what is assigned.
  await lockPeople(tx, [...given.keys()])
  const reviewers = await listReviewers(tx, [...given.keys()])
  await lockStatuses(tx, items)
  for (const one of await listAssignable(tx, items)) {
    const mayAssign = !one.recused.includes(actor.staffId)
    const isOpen = mayAssign && isReviewable({ stage: one.stage, isSplit: false }, false)
    const able = reviewers.filter((reviewer) => canReview(reviewer, one) && !one.reviewers.includes(reviewer.id))
    const candidates = able.filter(({ id }) => !one.recused.includes(id))
    if (isOpen) counts.recused += able.length - candidates.length
    const chosen = isOpen && findLeastGiven(how === 'random' ? shuffle(candidates) : candidates, given)
    if (chosen) assignments.push({ applicationId: one.id, staffId: chosen.id })
    else counts.skipped += 1
    if (chosen) given.set(chosen.id, (given.get(chosen.id) ?? 0) + 1)
  }
  if (assignments.length === 0) return counts
  counts.assigned = assignments.length
  await saveAssignments(tx, assignments, now)
  await audit(tx, {
    actor: 'staff',
    action: 'applications_assigned',
    by: actor,
    exerciseId: selection.exerciseId,
    subject: { kind: 'selection', id: selection.id },
    detail: { ...counts, how, to: [...given.keys()] },
  })
  return counts
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
