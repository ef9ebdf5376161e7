// Files that staff make of a list: requested, made by a job, downloaded within a day, and kept in a register.
import type { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { assertFresh, type StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import type { ExportRequest, RegisteredExport } from '#shared/api/staff/lists/exports.ts'
import { mayExportColumns } from '#shared/lists/exports/export-columns.ts'
import { type ExportedList, getExportedList, isExportedList } from '#shared/lists/exports/exported-lists.ts'
import {
  listGrantsIn,
  listScopedExercises,
  listScopes,
  listWholeScopes,
  type RoleGrant,
} from '#shared/roles/permissions.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import type { SelectionService } from '../selections/service.ts'
import { enqueueExport } from './make-export.ts'
import { describeFile, type ExportFile, presentExport } from './presenter.ts'
import { expireFiles } from './remove-exports.ts'
import {
  countDownload,
  countUnfinished,
  findExport,
  listExports,
  type Readers,
  registerExport,
  saveCancelled,
  toStoredFilter,
} from './store.ts'

interface ExportDependencies {
  staffDatabase: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'get' | 'remove'>
  selections: Pick<SelectionService, 'open'>
  clock: () => Date
}

export type ExportService = ReturnType<typeof createExportService>

/** Of all staff together: more would wait for the better part of an hour. */
const maxUnfinished = 10

export function createExportService(dependencies: ExportDependencies) {
  const { staffDatabase, files, clock } = dependencies
  const { db } = staffDatabase

  async function getExport(id: string, actor: StaffPrincipal) {
    const found = await findExport(db, id, describeReaders(actor))
    if (!found) throw new AppError('not_found')
    return found
  }

  /** One that the person has made, and might make again. */
  async function getOwnExport(id: string, actor: StaffPrincipal) {
    const found = await getExport(id, actor)
    const { madeBy, exerciseId, kind: list, columns } = found.row
    const grants = listGrantsIn(actor.grants, exerciseId)
    const mayMake = isExportedList(list) && mayExportColumns(grants, { list, columns })
    if (madeBy !== actor.staffId || !mayMake) throw createForeignError(id)
    return found
  }

  return {
    /** @throws AppError `not_permitted`, `fresh_sign_in_required`, `export_running`, `exports_waiting`, `not_found`, `selection_expired` */
    request: (request: ExportRequest, actor: StaffPrincipal): Promise<string> =>
      requestExport(dependencies, request, actor),

    async list({ after, limit }: { after?: string | undefined; limit: number }, actor: StaffPrincipal) {
      const found = await listExports(db, describeReaders(actor), { ...(after && { after }), limit: limit + 1 })
      const rows = found.slice(0, limit).map((row) => presentExport(row, actor, clock()))
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
    },

    /** @throws AppError `not_found` */
    async describe(id: string, actor: StaffPrincipal): Promise<RegisteredExport> {
      return presentExport(await getExport(id, actor), actor, clock())
    },

    /** @throws AppError `not_found`, also for the export of somebody else; `export_gone` */
    async openFile(id: string, actor: StaffPrincipal): Promise<ExportFile & { size: number; content: Readable }> {
      const { row, year, precedesRecusal } = await getOwnExport(id, actor)
      const { fileId, expiresAt, bytes } = row
      if (precedesRecusal) throw new AppError('export_gone')
      if (!fileId || !expiresAt || bytes === null || expiresAt <= clock()) throw new AppError('export_gone')
      const content = await files.get(fileId)
      if (!content) {
        // A restored backup has the row, but not the file.
        await expireFiles(dependencies, [id])
        throw new AppError('export_gone')
      }
      try {
        await db.transaction(async (tx) => {
          await countDownload(tx, id)
          await audit(tx, { ...describeEvent('export_downloaded', id, actor), exerciseId: row.exerciseId })
        })
        return { ...describeFile(row, year), size: bytes, content }
      } catch (error) {
        // Nobody reads it then, and it would stay open.
        content.destroy()
        throw error
      }
    },

    /** @throws AppError `not_found`, also for the export of somebody else; `export_ended` */
    async cancel(id: string, actor: StaffPrincipal): Promise<void> {
      const { row } = await getOwnExport(id, actor)
      await db.transaction(async (tx) => {
        if (!(await saveCancelled(tx, id, clock()))) throw new AppError('export_ended')
        await audit(tx, { ...describeEvent('export_cancelled', id, actor), exerciseId: row.exerciseId })
      })
    },
  }
}

/** @throws AppError `not_permitted`, `fresh_sign_in_required`, `export_running`, `exports_waiting`, `not_found`, `selection_expired` */
async function requestExport(
  { staffDatabase: { db }, selections, clock }: ExportDependencies,
  request: ExportRequest,
  actor: StaffPrincipal,
): Promise<string> {
  const { of, filter, chosen, columns, format, reason, isPersonal, selection = null } = request
  assertPermitted(request, actor.grants)
  if (isPersonal) assertFresh(actor, clock())
  const { exercise: year, ...rest } = filter
  const exerciseId = selection
    ? (await selections.open(db, selection, 'application:read', actor)).exerciseId
    : await findExerciseId(db, of, year === undefined ? undefined : Number(year))
  assertPermitted(request, listGrantsIn(actor.grants, exerciseId))
  const values = {
    exerciseId,
    kind: of,
    filter: toStoredFilter(rest, chosen),
    selectionId: selection,
    columns,
    format,
    isPersonal,
    reason,
    madeBy: actor.staffId,
    madeAt: clock(),
  }
  try {
    return await db.transaction(async (tx) => {
      if ((await countUnfinished(tx)) >= maxUnfinished) throw new AppError('exports_waiting')
      const id = await registerExport(tx, values)
      await enqueueExport(tx, id)
      // Without the values of the filter, which may name an applicant.
      const detail = {
        list: of,
        format,
        columns,
        filters: Object.keys(values.filter),
        isPersonal,
        ...countChosen(chosen),
      }
      await audit(tx, { ...describeEvent('export_made', id, actor), exerciseId, reason, detail })
      return id
    })
  } catch (error) {
    if (violatesConstraint(error, 'exports_one_at_a_time')) throw new AppError('export_running')
    throw error
  }
}

const countChosen = ({ userIds, except }: ExportRequest['chosen']) => ({
  ...(userIds && { chosen: userIds.length }),
  ...(except && { except: except.length }),
})

const describeEvent = (action: AuditAction, id: string, actor: StaffPrincipal) =>
  ({ actor: 'staff', action, by: actor, subject: { kind: 'export', id } }) as const

/** Answered like an unknown export; only the audit log knows the difference. */
const createForeignError = (id: string) => new AppError('not_found', { auditAs: { detail: { export: id } } })

/** @returns null for a list of all exercises @throws AppError `not_found` for a year without an exercise */
async function findExerciseId(tx: Tx, of: ExportedList, year: number | undefined): Promise<number | null> {
  if (year === undefined && getExportedList(of).exercise !== 'current') return null
  const exercise = await findExerciseOfYear(tx, year)
  if (!exercise) throw new AppError('not_found')
  return exercise.id
}

/**
 * @param grants of everywhere, and then those of the exercise: roles elsewhere give nothing
 * @throws AppError `not_permitted` when they do not include the list, one of the columns, or exports of this list
 */
function assertPermitted({ of: list, columns }: ExportRequest, grants: readonly RoleGrant[]): void {
  if (!mayExportColumns(grants, { list, columns })) throw new AppError('not_permitted')
}

/** Those with limited roles see their own exports alone. */
function describeReaders({ grants, staffId }: StaffPrincipal): Readers {
  return {
    staffId,
    exerciseIds: listScopedExercises(listWholeScopes(grants, 'export:read')),
    ownExerciseIds: listScopedExercises(listScopes(grants, 'export:read')),
  }
}
