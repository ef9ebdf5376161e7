// Files of other systems whose headings staff map to columns: the register of them.
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'
import { imports } from '../database/schema/imports.ts'

type Import = typeof imports.$inferInsert

export async function registerImport(tx: Tx, row: Import): Promise<string> {
  const [added] = await tx.insert(imports).values(row).returning({ id: imports.id })
  if (!added) throw new Error('The import was not stored.')
  return added.id
}

/** Whether this very file has been applied, or is being applied. */
export async function isFileApplied(
  tx: Tx,
  { kind, exerciseId, sha256 }: Pick<Import, 'kind' | 'exerciseId' | 'sha256'>,
): Promise<boolean> {
  const rows = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.exerciseId, exerciseId),
        eq(imports.kind, kind),
        eq(imports.sha256, sha256),
        inArray(imports.state, ['applying', 'applied']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Which heading stood for which column in the newest file of this exercise and kind; null while there was none. */
export async function findLastMapping<Column extends string>(
  tx: Tx,
  exerciseId: number,
  kind: Import['kind'],
): Promise<{ [One in Column]?: string | undefined } | null> {
  const [last] = await tx
    .select({ options: imports.options })
    .from(imports)
    .where(and(eq(imports.exerciseId, exerciseId), eq(imports.kind, kind)))
    .orderBy(desc(imports.madeAt))
    .limit(1)
  return (last?.options.mapping as { [One in Column]?: string } | undefined) ?? null
}
