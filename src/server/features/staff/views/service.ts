// Filters and order of a list under a name; each person has views of their own.
import type { StaffPrincipal } from '#server/platform/api/staff/staff-principal.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { maxSavedViews, type SavedView } from '#shared/api/staff/lists/views.ts'
import { findStaffById } from '../store.ts'
import { countOtherViews, deleteView, listViews, type NewView, saveView } from './store.ts'

type Owner = Pick<StaffPrincipal, 'staffId'>

export function createViewService({ staffDatabase: { db } }: { staffDatabase: Pick<Database, 'db'> }) {
  return {
    list: (list: string, { staffId }: Owner): Promise<SavedView[]> => listViews(db, staffId, list),

    /** @throws AppError `too_many_views` */
    save: ({ query, ...facts }: Omit<NewView, 'staffId'>, { staffId }: Owner): Promise<SavedView> =>
      db.transaction(async (tx) => {
        // What is searched for may name a person, and a page is of one day.
        const { q: _search, after: _page, ...kept } = query
        const view = { ...facts, staffId, query: kept }
        await findStaffById(tx, staffId)
        if ((await countOtherViews(tx, view)) >= maxSavedViews) throw new AppError('too_many_views')
        return saveView(tx, view)
      }),

    /** @throws AppError `not_found`, also for somebody else's */
    async delete(id: string, { staffId }: Owner): Promise<void> {
      if (!(await deleteView(db, staffId, id))) throw new AppError('not_found')
    },
  }
}
