import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { importKinds, importLineStates, importStates } from '#shared/staff/imports.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { files } from './files.ts'
import { staffReference } from './staff.ts'

/** A list that staff uploaded: checked first, then applied in steps. */
export const imports = pgTable(
  'imports',
  {
    id: primaryId(),
    kind: oneOf(importKinds).notNull(),
    fileId: uuid().references(() => files.id),
    sha256: bytea().notNull(),
    exerciseId: exerciseReference(),
    state: oneOf(importStates).notNull(),
    lines: integer().notNull().default(0),
    good: integer().notNull().default(0),
    same: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    applied: integer().notNull().default(0),
    options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    appliedAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    index('imports_made').on(t.exerciseId, t.kind, t.madeAt),
    index('imports_file').on(t.fileId).where(sql`file_id is not null`),
    // Results are brought up to date by any file, also by one that was applied before.
    uniqueIndex('imports_applied_once')
      .on(t.exerciseId, t.kind, t.sha256)
      .where(sql`state in ('applying', 'applied') and kind not in ('cbt', 'interview')`),
  ],
)

export const importLines = pgTable(
  'import_lines',
  {
    id: primaryId(),
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As in the file, counted from 1. */
    line: integer().notNull(),
    cells: jsonb().$type<Record<string, string>>().notNull(),
    state: oneOf(importLineStates).notNull(),
    errors: jsonb().$type<{ column: string; reason: string }[]>().notNull().default([]),
    /** What the line was applied to, such as a user ID. */
    target: text(),
  },
  (t) => [
    ...checkNames(t),
    unique('import_lines_line').on(t.importId, t.line),
    index('import_lines_state').on(t.importId, t.state, t.line),
  ],
)
