// The applications that a list showed at one moment: bulk actions and exports work on these, whatever matches later.
import { index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications-and-drafts.ts'
import { primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { staffReference } from './staff.ts'

export const selections = pgTable(
  'selections',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    /** As sent, for the people who act on it. */
    filter: jsonb().$type<Record<string, unknown>>().notNull(),
    count: integer().notNull(),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
  },
  (t) => [index('selections_made').on(t.madeBy, t.madeAt), index('selections_expiry').on(t.expiresAt)],
)

export const selectionItems = pgTable(
  'selection_items',
  {
    selectionId: uuid()
      .notNull()
      .references(() => selections.id, { onDelete: 'cascade' }),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ name: 'selection_items_key', columns: [t.selectionId, t.applicationId] }),
    index('selection_items_application').on(t.applicationId),
  ],
)
