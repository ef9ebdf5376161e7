// Filters and order of a list under a name; each person has views of their own.

import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { maxSavedViews, type SavedView } from '#shared/api/staff/lists/views.ts'
import { describeUnknown } from '#shared/lists/filters.ts'
import { dropUnknownValues, findUnknownValues, type ListName, staffLists } from '#shared/lists/lists.ts'
import { hasPermission } from '#shared/roles/permissions.ts'
import { lockStaffById } from '../store.ts'
import { countOtherViews, deleteView, listViews, type NewView, saveView } from './store.ts'

type Owner = Pick<StaffPrincipal, 'staffId'>
type Reader = Pick<StaffPrincipal, 'staffId' | 'grants'>

/** Who does not read a list has no views of it. */
const mayRead = (list: string, { grants }: Reader) =>
  !Object.hasOwn(staffLists, list) || hasPermission(grants, staffLists[list as ListName].permission)

export function createViewService({ staffDatabase: { db } }: { staffDatabase: Pick<Database, 'db'> }) {
  return {
    /** Without the values of filters that have gone since: the list would refuse them. */
    async list(list: string, reader: Reader): Promise<SavedView[]> {
      const views = mayRead(list, reader) ? await listViews(db, reader.staffId, list) : []
      return views.map((view) => ({ ...view, query: dropUnknownValues(list, view.query) }))
    },

    /** @throws AppError `not_permitted`, `too_many_views`, `invalid_request` for a value that a filter does not have */
    async save({ query, ...facts }: Omit<NewView, 'staffId'>, reader: Reader): Promise<SavedView> {
      const { staffId } = reader
      if (!mayRead(facts.list, reader)) throw new AppError('not_permitted')
      const unknown = Object.entries(findUnknownValues(facts.list, query))
      if (unknown.length > 0)
        throw createFieldsError(
          'invalid_request',
          unknown.map(([name, value]) => ({ path: `query.${name}`, message: describeUnknown(value) })),
        )
      return db.transaction(async (tx) => {
        // What is searched for may name a person, and a page is of one day.
        const { q: _search, after: _page, ...kept } = query
        const view = { ...facts, staffId, query: kept }
        await lockStaffById(tx, staffId)
        if ((await countOtherViews(tx, view)) >= maxSavedViews) throw new AppError('too_many_views')
        return saveView(tx, view)
      })
    },

    /** @throws AppError `not_found`, also for somebody else's */
    async delete(id: string, { staffId }: Owner): Promise<void> {
      if (!(await deleteView(db, staffId, id))) throw new AppError('not_found')
    },
  }
}
