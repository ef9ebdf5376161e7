// The register of exports. A row goes from waiting over making to ready; every change names the state that it expects.

import { and, count, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { exportRegister } from '#server/database/schema/exports.ts'
import { files } from '#server/database/schema/files.ts'
import { staff, staffRoles } from '#server/database/schema/staff.ts'
import { claimContent, registerContents } from '#server/database/unreferenced-contents.ts'
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import type { ExportFailure } from '#shared/lists/exports/export-failures.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'

const t = exportRegister

export type ExportRow = typeof exportRegister.$inferSelect
export type NewExport = Pick<
  ExportRow,
  | 'exerciseId'
  | 'kind'
  | 'filter'
  | 'selectionId'
  | 'columns'
  | 'format'
  | 'isPersonal'
  | 'reason'
  | 'madeBy'
  | 'madeAt'
>

/** What is stored as the filter of an export. */
export const toStoredFilter = (
  filter: Readonly<Record<string, string | number | undefined>>,
  { userIds, except }: ChosenApplicants,
): ExportRow['filter'] => ({
  ...Object.fromEntries(Object.entries(filter).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))),
  ...(userIds && { userIds }),
  ...(except && { except }),
})

/** The filter of the list, and which of its applicants were chosen. */
export function splitStoredFilter(stored: ExportRow['filter']): {
  filter: Record<string, string>
  chosen: ChosenApplicants
} {
  const values = Object.entries(stored)
  return {
    filter: Object.fromEntries(values.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))),
    chosen: Object.fromEntries(values.flatMap(([key, value]) => (typeof value === 'string' ? [] : [[key, value]]))),
  }
}

const isUnfinished = inArray(t.state, ['waiting', 'making'])
/** Any number that no other lock has. */
const queueLock = 7_310_221

/** Counts exports that are not finished, and keeps others from adding one until the transaction ends. */
export async function countUnfinished(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${queueLock})`)
  const [row] = await tx.select({ value: count() }).from(t).where(isUnfinished)
  return row?.value ?? 0
}

/** @throws DatabaseError for the constraint `exports_one_at_a_time` */
export async function registerExport(tx: Tx, values: NewExport): Promise<string> {
  const [row] = await tx.insert(t).values(values).returning({ id: t.id })
  if (!row) throw new Error('The export was not added.')
  return row.id
}

/**
 * The maker has been recused from a case of the exercise since: the file may have that case, which one made now leaves out.
 * Of an export of all exercises it may be any case.
 */
const precedesRecusal = sql<boolean>`exists (
  select from ${recusals} join ${applications} on ${applications.id} = ${recusals.applicationId}
  where ${recusals.staffId} = ${t.madeBy} and ${recusals.endedAt} is null and ${recusals.at} >= ${t.madeAt}
    and (${t.exerciseId} is null or ${applications.exerciseId} = ${t.exerciseId}))`

const selectExports = (tx: Tx) =>
  tx
    .select({ row: t, maker: staff.name, year: exercises.year, precedesRecusal })
    .from(t)
    .innerJoin(staff, eq(staff.id, t.madeBy))
    .leftJoin(exercises, eq(exercises.id, t.exerciseId))

export type RegisteredRow = Awaited<ReturnType<typeof selectExports>>[number]

/** Whose exports somebody may see: everybody's of some exercises, and the own ones of others. Null stands for all. */
export interface Readers {
  staffId: string
  exerciseIds: readonly number[] | null
  ownExerciseIds: readonly number[] | null
}

const isOfExercises = (ids: readonly number[] | null): SQL =>
  ids === null ? sql`true` : inArray(t.exerciseId, [...ids])

const isReadable = ({ staffId, exerciseIds, ownExerciseIds }: Readers): SQL | undefined =>
  or(isOfExercises(exerciseIds), and(eq(t.madeBy, staffId), or(isNull(t.exerciseId), isOfExercises(ownExerciseIds))))

export async function findExport(tx: Tx, id: string, readers: Readers): Promise<RegisteredRow | null> {
  const [row] = await selectExports(tx).where(and(eq(t.id, id), isReadable(readers)))
  return row ?? null
}

/** Newest first, those after an export. */
export async function listExports(tx: Tx, readers: Readers, { after, limit }: { after?: string; limit: number }) {
  const last = after ? await findExport(tx, after, readers) : null
  const isAfter = last
    ? or(lt(t.madeAt, last.row.madeAt), and(eq(t.madeAt, last.row.madeAt), lt(t.id, last.row.id)))
    : undefined
  return selectExports(tx)
    .where(and(isReadable(readers), isAfter))
    .orderBy(desc(t.madeAt), desc(t.id))
    .limit(limit)
}

/** Counts an attempt at making it; null when it is not to be made any more. */
export async function beginAttempt(tx: Tx, id: string): Promise<ExportRow | null> {
  const [row] = await tx
    .update(t)
    .set({ state: 'making', attempts: sql`${t.attempts} + 1`, done: 0, total: null })
    .where(and(eq(t.id, id), isUnfinished))
    .returning()
  return row ?? null
}

const isAttempt = ({ id, attempts }: Pick<ExportRow, 'id' | 'attempts'>) =>
  and(eq(t.id, id), eq(t.state, 'making'), eq(t.attempts, attempts))

/** @returns false when it was cancelled, or another attempt has begun */
export async function saveProgress(
  tx: Tx,
  attempt: ExportRow,
  progress: { done: number; total: number | null },
): Promise<boolean> {
  const rows = await tx.update(t).set(progress).where(isAttempt(attempt)).returning({ id: t.id })
  return rows.length > 0
}

export interface FinishedFile {
  fileId: string
  kind: 'export' | 'pack'
  name: string
  type: string
  bytes: number
  sha256: Buffer
  rows: number
  /** Steps of the work, all of which are done. */
  done: number
  finishedAt: Date
  expiresAt: Date
}

/** @returns false when it was cancelled, or another attempt has begun; then nothing may be kept of this transaction */
export async function saveReady(tx: Tx, attempt: ExportRow, file: FinishedFile): Promise<boolean> {
  const { fileId, kind, name, type, bytes, sha256, ...rest } = file
  const { done: total } = rest
  await claimContent(tx, fileId)
  await tx.insert(files).values({ id: fileId, kind, name, type, size: bytes, sha256, createdAt: file.finishedAt })
  const rows = await tx
    .update(t)
    .set({ ...rest, state: 'ready', fileId, bytes, sha256, total })
    .where(isAttempt(attempt))
    .returning({ id: t.id })
  return rows.length > 0
}

export async function saveFailed(tx: Tx, attempt: ExportRow, failure: ExportFailure, now: Date): Promise<boolean> {
  const rows = await tx
    .update(t)
    .set({ state: 'failed', failure, finishedAt: now })
    .where(isAttempt(attempt))
    .returning({ id: t.id })
  return rows.length > 0
}

/** @returns false when it is finished already */
export async function saveCancelled(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(t)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(t.id, id), isUnfinished))
    .returning({ id: t.id })
  return rows.length > 0
}

/** Counts a download. */
export async function countDownload(tx: Tx, id: string): Promise<void> {
  await tx
    .update(t)
    .set({ downloads: sql`${t.downloads} + 1` })
    .where(eq(t.id, id))
}

export async function listExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.state, 'ready'), lt(t.expiresAt, now)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Takes the files from these exports; the register keeps the rows. @returns the contents to remove */
export async function expireExports(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  const ready = await tx
    .select({ id: t.id, fileId: t.fileId })
    .from(t)
    .where(and(inArray(t.id, [...ids]), eq(t.state, 'ready')))
    .for('update')
  const contents = ready.flatMap(({ fileId }) => fileId ?? [])
  if (ready.length === 0) return []
  await tx
    .update(t)
    .set({ state: 'expired', fileId: null })
    .where(
      inArray(
        t.id,
        ready.map(({ id }) => id),
      ),
    )
  await tx.delete(files).where(inArray(files.id, contents))
  await registerContents(tx, contents, now)
  return contents
}

/** The roles of a staff member who may still sign in; empty for everybody else. */
export async function findGrants(tx: Tx, staffId: string): Promise<RoleGrant[]> {
  const rows = await tx
    .select({
      role: staffRoles.role,
      exerciseId: staffRoles.exerciseId,
      school: staffRoles.school,
      department: staffRoles.department,
    })
    .from(staffRoles)
    .innerJoin(staff, and(eq(staff.id, staffRoles.staffId), eq(staff.status, 'active')))
    .where(eq(staffRoles.staffId, staffId))
  return rows as RoleGrant[]
}

/** What an exercise is called in the names of files. */
export async function findYear(tx: Tx, exerciseId: number | null): Promise<number | null> {
  if (exerciseId === null) return null
  const [row] = await tx.select({ year: exercises.year }).from(exercises).where(eq(exercises.id, exerciseId))
  return row?.year ?? null
}
