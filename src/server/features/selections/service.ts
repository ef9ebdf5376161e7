// The applications that a list shows at one moment, kept for a day, so that bulk actions and exports work on exactly these.

import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { applicationFilters, areApplicationsWithin } from '#server/domain/index-conditions.ts'
import type { ScopedPerson } from '#server/domain/scope.ts'
import { createListCondition } from '#server/features/applicants/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { listConditions } from '#server/lists/staff-list.ts'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import { applicationList, listApplicationScopes } from '#shared/lists/applications.ts'
import { createFilterShape } from '#shared/lists/filters.ts'
import { maxSelectedItems, maxSelections, selectionLifetimeHours } from '#shared/lists/selections.ts'
import { hasPermission, listGrantsIn, type Permission } from '#shared/roles/permissions.ts'
import {
  addMatchingItems,
  addSelection,
  deleteExpiredSelections,
  expireOlderSelections,
  findSelection,
  listItems,
  type SelectionRow,
  setCount,
} from './store.ts'

interface SelectionDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
  /** Fewer in tests. */
  maxItems?: number
}

/** For the features that act on a selection; its items are the rows of `selection_items`. */
export interface OpenSelection {
  id: string
  exerciseId: number
  count: number
  isArchived: boolean
  madeAt: Date
}

export type SelectionService = ReturnType<typeof createSelectionService>

type IndexCondition = ReturnType<typeof areApplicationsWithin>

const hourMs = 60 * 60_000

export function createSelectionService(dependencies: SelectionDependencies) {
  const { clock, maxItems = maxSelectedItems } = dependencies
  const { db } = dependencies.staffDatabase

  /** @throws AppError `not_found` when it is not the person's own, or of an exercise out of reach; `selection_expired` */
  async function getOwn(tx: Tx, id: string, permission: Permission, actor: ScopedPerson) {
    const found = await findSelection(tx, id, actor.staffId)
    if (!found || !isExerciseReached(found.selection, permission, actor)) throw new AppError('not_found')
    if (found.selection.expiresAt <= clock()) throw new AppError('selection_expired')
    return found
  }

  return {
    /**
     * Keeps the applications within the person's scope that match now.
     * @param condition on the applicant index, besides the filter
     * @throws AppError `selection_empty`, `selection_too_large`, `not_permitted` when the filter asks for more than a status
     */
    async create(filter: SelectionFilter, { staffId, grants }: StaffPrincipal, condition?: IndexCondition) {
      const { exercise: year, numbers = null, except = null, ...query } = filter
      const exercise = await findExerciseOfYear(db, year)
      if (!exercise) throw new AppError('selection_empty')
      const scopes = listApplicationScopes(grants, query)
      if (scopes.length === 0) throw new AppError('not_permitted')
      const where = { exerciseId: exercise.id, scopes, staffId, grants }
      const conditions = [
        await createListCondition(db, omitApplicationFilters(query), where),
        areApplicationsWithin(where),
        condition,
        ...listConditions(applicationList, applicationFilters, query, where),
      ]
      const now = clock()
      const expiresAt = new Date(now.getTime() + selectionLifetimeHours * hourMs)
      return db.transaction(async (tx) => {
        const row = { exerciseId: exercise.id, filter, madeBy: staffId, madeAt: now, expiresAt }
        const id = await addSelection(tx, row)
        const count = await addMatchingItems(tx, id, { conditions, numbers, except, limit: maxItems + 1 })
        if (count === 0) throw new AppError('selection_empty')
        if (count > maxItems) throw new AppError('selection_too_large')
        await setCount(tx, id, count)
        await expireOlderSelections(tx, staffId, maxSelections, now)
        return { id, count, expiresAt: expiresAt.toISOString() }
      })
    },

    async describe(id: string, actor: ScopedPerson) {
      const { selection, year } = await getOwn(db, id, 'application:read', actor)
      return { ...presentSelection(selection), exercise: year }
    },

    /**
     * A selection of an exercise in which the person has the permission. Whether it holds for each item, in a school of the
     * exercise, is for the caller to decide.
     * @param tx that of the action, so that it and the items are read together
     * @throws AppError `not_found`, `selection_expired`
     */
    async open(tx: Tx, id: string, permission: Permission, actor: ScopedPerson): Promise<OpenSelection> {
      const { selection, archivedAt } = await getOwn(tx, id, permission, actor)
      const { exerciseId, count, madeAt } = selection
      return { id, exerciseId, count, isArchived: archivedAt !== null, madeAt }
    },

    /** Ids of the applications in ascending order, those after the given one; for work in steps. */
    listItems: (tx: Tx, { id }: Pick<OpenSelection, 'id'>, page: { after: string | null; limit: number }) =>
      listItems(tx, id, page),

    /** Nightly. */
    prune: (): Promise<void> => deleteExpiredSelections(db, clock()),
  }
}

const isExerciseReached = ({ exerciseId }: SelectionRow, permission: Permission, { grants }: ScopedPerson): boolean =>
  hasPermission(listGrantsIn(grants, exerciseId), permission)

const applicationFilterNames = new Set(Object.keys(createFilterShape(applicationList.columns)))

/** Filters that only the list of applicants has. */
const omitApplicationFilters = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !applicationFilterNames.has(name)))

const presentSelection = (row: SelectionRow) => ({
  id: row.id,
  of: 'applications' as const,
  count: row.count,
  filter: row.filter,
  madeAt: row.madeAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
