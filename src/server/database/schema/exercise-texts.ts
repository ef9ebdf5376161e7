import { bigserial, boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { exerciseTextKindNames } from '#shared/staff/exercise-texts.ts'
import { checkNames, oneOf, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { staffReference } from './staff.ts'

/** Versions of what an exercise says for a reason, a prepared reply or a category; the newest counts. Append-only by trigger. */
export const exerciseTexts = pgTable(
  'exercise_texts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    exerciseId: exerciseReference(),
    kind: oneOf(exerciseTextKindNames).notNull(),
    code: text().notNull(),
    /** From 1: 0 comes with the program. */
    version: integer().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    isOffered: boolean().notNull().default(true),
    madeBy: staffReference(),
    at: timestamptzNow(),
  },
  (t) => [...checkNames(t), unique('exercise_texts_version').on(t.exerciseId, t.kind, t.code, t.version)],
)
