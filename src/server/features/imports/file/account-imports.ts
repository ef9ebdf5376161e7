// Lists of applicants that staff upload: checked first, then applied in the background, and taken back while nobody has used
// an account.
import { createHash } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import { splitIntoBatches } from '#server/database/batches.ts'
import type { Database, Db, Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { isFileApplied, registerImport } from '#server/domain/list-imports.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { toStoredName } from '#server/http/uploads/stored-name.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { type ReadableTable, toTable } from '#server/providers/files/tables/read-list.ts'
import type { TableReader } from '#server/providers/files/tables/table-reader.ts'
import type { CheckedImport } from '#shared/api/staff/imports.ts'
import { listedListErrors } from '#shared/api/staff/list-error.ts'
import { hasPermissionIn, listScopedExercises, listScopes } from '#shared/roles/permissions.ts'
import {
  type AccountListColumn,
  accountListColumns,
  accountListHeadings,
  emptyAccountFieldMessages,
  wrongAccountFieldMessages,
} from '#shared/staff/account-list.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { createExerciseService } from '../../exercise/service.ts'
import { createApplyStep, enqueueApplying } from './apply-import.ts'
import { checkList, createTakenError, takenReason } from './check-list.ts'
import { formatErrorList, listErrors, presentImport } from './presenter.ts'
import {
  addImportLines,
  countUsedAccounts,
  findImport,
  type ImportLine,
  type ImportRow,
  type ImportWithMaker,
  listImports,
  listLines,
  lockImport,
  lockIssuedAccounts,
  removeAccounts,
  removeLines,
  updateImport,
} from './store.ts'

export interface AccountImportDependencies {
  staffDatabase: Pick<Database, 'db'>
  encryption: Pick<Encryption, 'encrypt'>
  tables: TableReader
  clock: () => Date
}

export type AccountImports = ReturnType<typeof createAccountImports>

interface UploadedList {
  name: string
  bytes: Buffer
  /** Of the exercise for which the accounts are issued; the current one by default. */
  year?: number | undefined
}

const linesPerStatement = 1_000
const accountsPerStatement = 500

export function createAccountImports(dependencies: AccountImportDependencies) {
  const { db } = dependencies.staffDatabase
  return {
    /** A step of the job that issues the accounts. */
    applyStep: createApplyStep({ ...dependencies, db }),

    /** @param year of the exercise; all that the person may see by default */
    async list({ exercise: year }: { exercise?: number | undefined }, { grants }: StaffPrincipal) {
      const within = listScopedExercises(listScopes(grants, 'account:issue'))
      return (await listImports(db, { within, year })).map(presentImport)
    },

    check: (list: UploadedList, actor: StaffPrincipal) => checkUpload(dependencies, list, actor),

    checkOne: (cells: ListCells, year: number | undefined, actor: StaffPrincipal) =>
      checkOne(dependencies, cells, year, actor),

    async describe(id: string, actor: StaffPrincipal): Promise<CheckedImport> {
      return describeImport(db, await getImport(db, id, actor))
    },

    /** The lines with an error as CSV. @throws AppError `not_found` */
    async formatErrors(id: string, actor: StaffPrincipal): Promise<string> {
      const { id: found } = await getImport(db, id, actor)
      return formatErrorList(await listLines(db, found, 'failed'))
    },

    apply: (id: string, count: number, actor: StaffPrincipal) => startApplying(db, id, count, actor),
    discard: (id: string, seen: CheckedImport['state'] | undefined, actor: StaffPrincipal) =>
      discard(db, id, seen, actor),
  }
}

/** @throws AppError `not_found` when there is no such import within the person's scope */
async function getImport(tx: Tx, id: string, actor: StaffPrincipal): Promise<ImportWithMaker> {
  const found = await findImport(tx, id)
  if (!found) throw new AppError('not_found')
  await assertWithinScope(tx, { exerciseId: found.exerciseId }, 'account:issue', actor)
  return found
}

/**
 * @throws AppError `not_found`, `not_permitted`, `exercise_archived`, `already_applied`, `list_unreadable`, `unavailable`
 */
async function checkUpload(
  dependencies: AccountImportDependencies,
  { name, bytes, year }: UploadedList,
  actor: StaffPrincipal,
): Promise<CheckedImport> {
  const readTable = async () => {
    const table = await dependencies.tables.read(bytes, actor.staffId)
    if (table.kind === 'unreadable') throw new AppError('list_unreadable')
    return table
  }
  return saveChecked(dependencies, await checkTable(dependencies, { bytes, year, readTable }, actor), name, actor)
}

/**
 * The list of one line that a person types instead of uploading it.
 * @throws AppError `invalid_request` with what is wrong by column, and as `checkUpload`
 */
async function checkOne(
  dependencies: AccountImportDependencies,
  cells: ListCells,
  year: number | undefined,
  actor: StaffPrincipal,
): Promise<CheckedImport> {
  const records = [
    { line: 1, cells: accountListColumns.map((column) => accountListHeadings[column]) },
    { line: 2, cells: accountListColumns.map((column) => cells[column]) },
  ]
  const list = { bytes: Buffer.from(JSON.stringify(records)), year, readTable: async () => toTable(records) }
  const checked = await checkTable(dependencies, list, actor)
  const errors = checked.lines.flatMap(({ state, errors }) => (state === 'same' ? [createTakenError()] : errors))
  if (errors.length > 0)
    throw createFieldsError(
      'invalid_request',
      errors.map((error) => describeFieldError(error, cells)),
    )
  return saveChecked(dependencies, checked, oneApplicant, actor)
}

type ListCells = Record<AccountListColumn, string>

/** Such a list is named for what it is: the person's name stands in the account alone. */
const oneApplicant = 'One applicant'

/** A person at a form reads what to do; a list says what is wrong with its cell. */
function describeFieldError({ column: heading, reason }: CellReason, cells: ListCells) {
  const path = accountListColumns.find((column) => accountListHeadings[column] === heading) ?? 'surname'
  const messages = cells[path] === '' ? emptyAccountFieldMessages : wrongAccountFieldMessages
  const sentence = `${heading} ${reason}.`.replace(/^./, (first) => first.toUpperCase())
  const message = reason.startsWith(takenReason) ? `This email address ${reason}.` : (messages[path] ?? sentence)
  return { path, message }
}

type CellReason = ImportLine['errors'][number]

interface ListToCheck {
  /** By which an applied list is known again. */
  bytes: Buffer
  year: number | undefined
  readTable(): Promise<ReadableTable>
}

type CheckedTable = Awaited<ReturnType<typeof checkTable>>

/** @throws AppError `not_found`, `not_permitted`, `exercise_archived`, `already_applied`, `unavailable` */
async function checkTable(
  { staffDatabase: { db }, clock }: AccountImportDependencies,
  { bytes, year, readTable }: ListToCheck,
  actor: StaffPrincipal,
) {
  const exercises = createExerciseService({ db })
  const exercise = await (year === undefined ? exercises.findCurrent() : exercises.findOfYear(year))
  if (!exercise) throw new AppError('not_found')
  if (!hasPermissionIn(actor.grants, 'account:issue', { exerciseId: exercise.id })) throw new AppError('not_permitted')
  if (exercise.archivedAt) throw new AppError('exercise_archived')
  const sha256 = createHash('sha256').update(bytes).digest()
  if (await isFileApplied(db, { kind: 'accounts', exerciseId: exercise.id, sha256 }))
    throw new AppError('already_applied')
  const checked = await checkList(db, exercise.id, await readTable(), { ...exercise, today: clock() })
  return { exercise, sha256, ...checked }
}

function saveChecked(
  { staffDatabase: { db } }: AccountImportDependencies,
  { exercise, sha256, lines, isRefused }: CheckedTable,
  name: string,
  actor: StaffPrincipal,
): Promise<CheckedImport> {
  const countLines = (state: ImportLine['state']) => lines.filter((line) => line.state === state).length
  const counts = {
    lines: isRefused ? 0 : lines.length,
    good: countLines('good'),
    same: countLines('same'),
    failed: countLines('failed'),
  }
  return db.transaction(async (tx) => {
    const id = await registerImport(tx, {
      kind: 'accounts',
      sha256,
      exerciseId: exercise.id,
      state: isRefused ? 'failed' : 'checked',
      ...counts,
      options: { name: toStoredName(name) },
      madeBy: actor.staffId,
    })
    for (const some of splitIntoBatches(lines, linesPerStatement)) await addImportLines(tx, id, some)
    await auditImport(tx, 'import_checked', { id, exerciseId: exercise.id }, actor, counts)
    return describeImport(tx, await getImport(tx, id, actor))
  })
}

async function describeImport(tx: Tx, found: ImportWithMaker): Promise<CheckedImport> {
  const errors = listErrors(await listLines(tx, found.id, 'failed', listedListErrors + 1))
  return {
    ...presentImport(found),
    errors: errors.slice(0, listedListErrors),
    moreErrors: errors.length > listedListErrors,
    userId: (found.lines === 1 && (await listLines(tx, found.id, 'applied', 1))[0]?.target) || null,
  }
}

/** @throws AppError `not_found`, `exercise_archived`, `already_applied`, `import_not_checked`, `nothing_to_issue`, `count_differs` */
async function startApplying(db: Db, id: string, count: number, actor: StaffPrincipal): Promise<CheckedImport> {
  await getImport(db, id, actor)
  try {
    return await db.transaction(async (tx) => {
      const row = await lockImport(tx, id)
      if (!row) throw new AppError('not_found')
      if (row.state === 'applying' || row.state === 'applied') throw new AppError('already_applied')
      if (row.state !== 'checked') throw new AppError('import_not_checked')
      await assertRunning(tx, row.exerciseId)
      if (row.good === 0) throw new AppError('nothing_to_issue')
      if (row.good !== count) throw new AppError('count_differs')
      await updateImport(tx, id, { state: 'applying' })
      await enqueueApplying(tx, id)
      await auditImport(tx, 'import_started', row, actor, { good: row.good })
      return describeImport(tx, await getImport(tx, id, actor))
    })
  } catch (error) {
    // The same file was uploaded twice, and both were applied at the same time.
    if (violatesConstraint(error, 'imports_applied_once')) throw new AppError('already_applied')
    throw error
  }
}

/**
 * @param seen by the person, who does not take back accounts that a colleague has issued meanwhile
 * @throws AppError `not_found`, `import_applying`, `import_discarded`, `changed_meanwhile`, `exercise_archived`, `accounts_in_use`
 */
async function discard(
  db: Db,
  id: string,
  seen: CheckedImport['state'] | undefined,
  actor: StaffPrincipal,
): Promise<void> {
  await getImport(db, id, actor)
  await db.transaction(async (tx) => {
    const row = await lockImport(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.state === 'applying') throw new AppError('import_applying')
    if (row.state === 'discarded') throw new AppError('import_discarded')
    if (seen && row.state !== seen) throw new AppError('changed_meanwhile')
    if (row.state === 'applied') return takeBack(tx, row, actor)
    await updateImport(tx, id, { state: 'discarded' })
    await removeLines(tx, id)
    await auditImport(tx, 'import_discarded', row, actor, {})
  })
}

async function takeBack(tx: Tx, row: ImportRow, actor: StaffPrincipal): Promise<void> {
  await assertRunning(tx, row.exerciseId)
  const accounts = await lockIssuedAccounts(tx, row.id)
  if ((await countUsedAccounts(tx, row.id)) > 0) throw new AppError('accounts_in_use')
  const ids = accounts.map(({ id }) => id)
  for (const some of splitIntoBatches(ids, accountsPerStatement)) await removeAccounts(tx, some)
  const serials = accounts.map(({ userId }) => Number(userId.split('-')[1]))
  const highestSerial = serials.reduce((highest, serial) => Math.max(highest, serial), 0)
  await updateImport(tx, row.id, { state: 'discarded', options: { ...row.options, highestSerial } })
  await removeLines(tx, row.id)
  await auditImport(tx, 'import_undone', row, actor, { accounts: accounts.length })
}

const auditImport = (
  tx: Tx,
  action: AuditAction,
  { id, exerciseId }: Pick<ImportRow, 'id' | 'exerciseId'>,
  actor: StaffPrincipal,
  detail: Record<string, number>,
) => audit(tx, { actor: 'staff', action, by: actor, subject: { kind: 'import', id }, exerciseId, detail })
