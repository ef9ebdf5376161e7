import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import type { Post } from '#shared/reference-data/posts.ts'
import { kobo, timestamptz, timestamptzNow } from './columns.ts'

export const exercises = pgTable(
  'exercises',
  {
    id: serial().primaryKey(),
    institution: text().notNull(),
    shortName: text().notNull(),
    title: text().notNull(),
    year: integer().notNull().unique('exercises_year'),
    status: text({ enum: ['open', 'closed'] })
      .notNull()
      .default('closed'),
    deadline: timestamptz(),
    feeKobo: kobo().notNull(),
    chargeKobo: kobo().notNull(),
    posts: jsonb().$type<Post[]>().notNull(),
    vendorName: text().notNull(),
    vendorUrl: text(),
    createdAt: timestamptzNow(),
  },
  (t) => [
    check('exercises_status', sql`${t.status} in ('open', 'closed')`),
    check('exercises_money', sql`${t.feeKobo} >= 0 and ${t.chargeKobo} >= 0`),
  ],
)

/** The `exercise_id` column of tables whose rows belong to a recruitment exercise. */
export const exerciseReference = () =>
  integer()
    .notNull()
    .references(() => exercises.id)
