import { and, asc, desc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { selectionItems, selections } from '#server/database/schema/selections.ts'

export type SelectionRow = typeof selections.$inferSelect

export async function addSelection(tx: Tx, row: Omit<typeof selections.$inferInsert, 'count'>): Promise<string> {
  const [added] = await tx
    .insert(selections)
    .values({ ...row, count: 0 })
    .returning({ id: selections.id })
  if (!added) throw new Error('The selection was not stored.')
  return added.id
}

interface Matching {
  /** On the applicant index. */
  conditions: readonly (SQL | undefined)[]
  /** Only these; null for all. */
  numbers: readonly string[] | null
  /** Not these; null for none. */
  except: readonly string[] | null
  limit: number
}

/** Adds the submitted applications that match, up to the limit, in one statement and so of one moment. @returns how many */
export async function addMatchingItems(
  tx: Tx,
  id: string,
  { conditions, numbers, except, limit }: Matching,
): Promise<number> {
  const isOneOf = (given: readonly string[]) =>
    sql`${applicantIndex.number} in (select jsonb_array_elements_text(${JSON.stringify(given)}::jsonb))`
  const isChosen = [numbers ? isOneOf(numbers) : undefined, except ? sql`not (${isOneOf(except)})` : undefined]
  const { rowCount } = await tx.execute(sql`
    insert into ${selectionItems} (selection_id, application_id)
    select ${id}::uuid, ${applications.id}
    from ${applicantIndex} join ${applications} on ${applications.accountId} = ${applicantIndex.accountId}
    where ${and(...conditions, isNotNull(applicantIndex.number), ...isChosen)}
    limit ${limit}`)
  return rowCount ?? 0
}

export async function setCount(tx: Tx, id: string, count: number): Promise<void> {
  await tx.update(selections).set({ count }).where(eq(selections.id, id))
}

/** Ends all but the newest of a person. */
export async function expireOlderSelections(tx: Tx, madeBy: string, max: number, now: Date): Promise<void> {
  const older = tx
    .select({ id: selections.id })
    .from(selections)
    .where(and(eq(selections.madeBy, madeBy), gt(selections.expiresAt, now)))
    .orderBy(desc(selections.madeAt), desc(selections.id))
    .offset(max)
  await tx.update(selections).set({ expiresAt: now }).where(inArray(selections.id, older))
}

/** A selection of this person, whether or not it has expired. */
export async function findSelection(tx: Tx, id: string, madeBy: string) {
  const [row] = await tx
    .select({ selection: selections, year: exercises.year, archivedAt: exercises.archivedAt })
    .from(selections)
    .innerJoin(exercises, eq(exercises.id, selections.exerciseId))
    .where(and(eq(selections.id, id), eq(selections.madeBy, madeBy)))
  return row ?? null
}

/** The applications of a selection by id. */
export async function listItems(
  tx: Tx,
  id: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: selectionItems.applicationId })
    .from(selectionItems)
    .where(
      and(eq(selectionItems.selectionId, id), after === null ? undefined : gt(selectionItems.applicationId, after)),
    )
    .orderBy(asc(selectionItems.applicationId))
    .limit(limit)
  return rows.map(({ id: applicationId }) => applicationId)
}

export async function deleteExpiredSelections(tx: Tx, now: Date): Promise<void> {
  const expired = tx.select({ id: selections.id }).from(selections).where(lt(selections.expiresAt, now))
  await deleteInBatches(tx, selectionItems, inArray(selectionItems.selectionId, expired))
  await deleteInBatches(tx, selections, lt(selections.expiresAt, now))
}
