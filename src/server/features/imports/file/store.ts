import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { importLines, imports } from '#server/database/schema/imports.ts'
import { staff } from '#server/database/schema/staff.ts'
import type { IssuingExercise } from '../store.ts'

export type ImportRow = typeof imports.$inferSelect
export type ImportWithMaker = ImportRow & { maker: string; year: number }
export type ImportLine = typeof importLines.$inferSelect
type NewImport = typeof imports.$inferInsert
export type NewImportLine = Pick<ImportLine, 'line' | 'cells' | 'state' | 'errors'>

/** All in one statement with one parameter: a statement may have 65,535. */
export async function addImportLines(tx: Tx, importId: string, lines: readonly NewImportLine[]): Promise<void> {
  await tx.execute(sql`
    insert into import_lines (import_id, line, cells, state, errors)
    select ${importId}::uuid, line, cells, state, errors
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as new (line int, cells jsonb, state text, errors jsonb)`)
}

interface ImportFilter {
  /** Ids of exercises; null for all. */
  within: readonly number[] | null
  year: number | undefined
}

/** Lists of accounts, newest first. */
export async function listImports(tx: Tx, { within, year }: ImportFilter): Promise<ImportWithMaker[]> {
  const condition = and(
    within ? inArray(imports.exerciseId, [...within]) : undefined,
    year === undefined ? undefined : eq(exercises.year, year),
  )
  const rows = await selectImports(tx, condition).orderBy(desc(imports.madeAt), desc(imports.id)).limit(100)
  return rows.map(({ row, maker, year }) => ({ ...row, maker, year }))
}

export async function findImport(tx: Tx, id: string): Promise<ImportWithMaker | null> {
  const [found] = await selectImports(tx, eq(imports.id, id))
  return found ? { ...found.row, maker: found.maker, year: found.year } : null
}

const selectImports = (tx: Tx, condition: SQL | undefined) =>
  tx
    .select({ row: imports, maker: staff.name, year: exercises.year })
    .from(imports)
    .innerJoin(staff, eq(staff.id, imports.madeBy))
    .innerJoin(exercises, eq(exercises.id, imports.exerciseId))
    .where(and(eq(imports.kind, 'accounts'), condition))

/** Locks the import until the transaction ends. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow | null> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  return row ?? null
}

export async function updateImport(tx: Tx, id: string, changes: Partial<NewImport>): Promise<void> {
  await tx.update(imports).set(changes).where(eq(imports.id, id))
}

/** The lines in this state, by line. @param limit all when left out */
export function listLines(tx: Tx, importId: string, state: ImportLine['state'], limit?: number): Promise<ImportLine[]> {
  const query = tx
    .select()
    .from(importLines)
    .where(and(eq(importLines.importId, importId), eq(importLines.state, state)))
    .orderBy(asc(importLines.line))
  return limit === undefined ? query : query.limit(limit)
}

/** Which of these lines still wait for their account. */
export async function findGoodLines(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: importLines.id })
    .from(importLines)
    .where(and(inArray(importLines.id, [...ids]), eq(importLines.state, 'good')))
  return new Set(rows.map(({ id }) => id))
}

/** The account has the cells from now on, so the line drops its copy of the personal data. */
export async function markLineApplied(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.update(importLines).set({ state: 'applied', target: userId, cells: {} }).where(eq(importLines.id, id))
}

export async function markLineFailed(tx: Tx, id: string, errors: ImportLine['errors']): Promise<void> {
  await tx.update(importLines).set({ state: 'failed', errors }).where(eq(importLines.id, id))
}

export async function removeLines(tx: Tx, importId: string): Promise<void> {
  await tx.delete(importLines).where(eq(importLines.importId, importId))
}

export async function lockExerciseOfImport(tx: Tx, id: number): Promise<IssuingExercise | null> {
  const [row] = await tx.select().from(exercises).where(eq(exercises.id, id)).for('no key update')
  return row ?? null
}

export type IssuedAccountRow = typeof accounts.$inferSelect

/** The accounts of the exercise with these addresses, which are in lower case. */
export function findAccountsByEmail(
  tx: Tx,
  exerciseId: number,
  emails: readonly string[],
): Promise<IssuedAccountRow[]> {
  return tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.exerciseId, exerciseId), inArray(sql`lower(${accounts.email})`, [...emails])))
}

/** Locks the accounts that were issued from the list, so that nobody logs in with them meanwhile. */
export async function lockIssuedAccounts(tx: Tx, importId: string): Promise<{ id: string; userId: string }[]> {
  return tx
    .select({ id: accounts.id, userId: accounts.userId })
    .from(accounts)
    .where(inArray(accounts.importLineId, linesOf(tx, importId)))
    .orderBy(asc(accounts.id))
    .for('update')
}

const linesOf = (tx: Tx, importId: string) =>
  tx.select({ id: importLines.id }).from(importLines).where(eq(importLines.importId, importId))

/** Whatever an applicant does after logging in leaves a row in one of these. What staff do for one is no use of the account. */
const traces = [
  'sessions',
  'login_networks',
  'payments',
  'nin_verifications',
  'drafts',
  'applications',
  'files',
  'data_exports',
]
/** What staff write about an account, and links that were sent to its address. */
const ownedByAccount = ['emails', 'password_resets', 'account_corrections', 'account_holds']

/** How many accounts of the list somebody has used. */
export async function countUsedAccounts(tx: Tx, importId: string): Promise<number> {
  const used = traces.map((table) => sql`exists (select from ${sql.identifier(table)} where account_id = accounts.id)`)
  const [row] = await tx
    .select({ used: count() })
    .from(accounts)
    .where(
      and(inArray(accounts.importLineId, linesOf(tx, importId)), or(eq(accounts.mustChangePassword, false), ...used)),
    )
  return row?.used ?? 0
}

/** Removes accounts that nobody has used, with what staff wrote about them. Their complaints stay, linked to nobody. */
export async function removeAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  const list = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  // An answer goes to the address of the account until then; with a user ID of nobody it would go nowhere.
  await tx.execute(sql`
    update complaints set account_id = null, user_id = null, email = coalesce(nullif(trim(complaints.email), ''), accounts.email)
    from accounts where accounts.id = complaints.account_id and accounts.id in ${list}`)
  for (const table of ownedByAccount)
    await tx.execute(sql`delete from ${sql.identifier(table)} where account_id in ${list}`)
  await tx.execute(sql`delete from accounts where id in ${list}`)
}
