import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { isArchived } from '#server/domain/running-exercise.ts'
import { listRelatedStaff } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { hasPermissionIn, listScopes } from '#shared/roles/permissions.ts'
import type { ReadDependencies } from '../read-case.ts'
import { countReviewsOfDay, type Queue, type QueuePart, readQueue } from './queue-store.ts'

/** Counting further would take longer than the next case itself. */
const maxWaiting = 1_000

export interface NextQuery {
  exercise?: number | undefined
  skip?: string | undefined
}

export function createReviewQueue({ staffDatabase: { db }, clock }: ReadDependencies) {
  return {
    /** The next two cases for this person, and the progress of the day. */
    async findNext({ exercise: year, skip = '' }: NextQuery, { grants, staffId }: StaffPrincipal) {
      const now = clock()
      const done = await countReviewsOfDay(db, staffId, now)
      const exercise = await findExerciseOfYear(db, year)
      if (!exercise || (await isArchived(db, exercise.id)))
        return { number: null, following: null, progress: { done, total: done, more: false } }
      const scopes = listScopes(grants, 'application:review')
      const filter = { exerciseId: exercise.id, scopes, staffId }
      const related = await listRelatedStaff(db, staffId, now)
      const queue: Queue = { filter, related, skip: splitFilter(skip).map((number) => number.toUpperCase()), now }
      const parts: QueuePart[] = hasPermissionIn(grants, 'application:decide', { exerciseId: exercise.id })
        ? ['split', 'own', 'second', 'again', 'new']
        : ['own', 'second', 'again', 'new']
      const found = new Set<string>()
      let waiting = 0
      for (const part of parts) {
        if (found.size === 2 && waiting > maxWaiting) break
        const limits = { cases: 2 - found.size, waiting: maxWaiting + 1 - waiting }
        const read = await readQueue(db, part, queue, limits)
        for (const number of read.numbers) found.add(number)
        waiting += read.waiting
      }
      const [number = null, following = null] = found
      const total = done + Math.min(waiting, maxWaiting)
      return { number, following, progress: { done, total, more: waiting > maxWaiting } }
    },
  }
}
