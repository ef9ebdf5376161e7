import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { exerciseTexts } from '#server/database/schema/exercise-texts.ts'
import { staff } from '#server/database/schema/staff.ts'

const maxVersions = 500

/** Newest first. */
export const listTextVersions = (tx: Tx, exerciseId: number) =>
  tx
    .select({ row: exerciseTexts, madeBy: staff.name })
    .from(exerciseTexts)
    .innerJoin(staff, eq(staff.id, exerciseTexts.madeBy))
    .where(eq(exerciseTexts.exerciseId, exerciseId))
    .orderBy(desc(exerciseTexts.id))
    .limit(maxVersions)

/** False when somebody else has stored the same version. */
export async function addTextVersion(tx: Tx, row: typeof exerciseTexts.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(exerciseTexts).values(row).onConflictDoNothing()
  return rowCount === 1
}

/**
 * Another year's exercise says what the one before said in the end, in the same order.
 * @param madeBy null for a command: they stay those of the person who worded them
 */
export async function copyTexts(tx: Tx, from: number, to: number, madeBy: string | null): Promise<void> {
  await tx.execute(sql`
    insert into ${exerciseTexts} (exercise_id, kind, code, version, title, text, is_offered, made_by)
    select ${to}::int, kind, code, 1, title, text, is_offered, coalesce(${madeBy}::uuid, made_by) from (
      select distinct on (kind, code) *, min(id) over (partition by kind, code) as first_id
      from ${exerciseTexts} where exercise_id = ${from} order by kind, code, version desc) as newest
    order by first_id`)
}
