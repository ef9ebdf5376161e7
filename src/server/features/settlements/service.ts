// Settlements of the bank and of Remita: read line by line, compared with the payments here, and closed day by day. They open
// cases; only Remita's own answer makes a payment paid. An archived exercise is settled as well: the bank's last file comes later.
import { createHash } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import { findLastMapping, isFileApplied, registerImport } from '#server/domain/list-imports.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { PaymentsService } from '#server/features/payments/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { toStoredName } from '#server/http/uploads/stored-name.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue, type Jobs } from '#server/platform/queue/queue.ts'
import { type ListError, readRowBatches } from '#server/providers/files/tables/read-list.ts'
import type { TableReader, TableResult } from '#server/providers/files/tables/table-reader.ts'
import { listedListErrors } from '#shared/api/staff/list-error.ts'
import type { CheckedSettlement, Settlement, VerdictSums } from '#shared/api/staff/settlements.ts'
import { getDay } from '#shared/format/days.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { toKobo, toNaira } from '#shared/policy/money.ts'
import {
  isOtherMerchant,
  maxSettlementLines,
  type SettlementColumn,
  type SettlementMapping,
  type SettlementVerdict,
  settlementVerdictNames,
} from '#shared/staff/settlements.ts'
import { describeColumns, readLine, readMapping, type SettlementLine } from './read-lines.ts'
import {
  addLines,
  addSettlement,
  compareAgain,
  countNewDays,
  findRrrsOfOrders,
  findSettlement,
  finishImport,
  lockSettlements,
  openCasesMissingThere,
  sumVerdicts,
  takeBack,
  waitForConfirmations,
} from './store.ts'

interface SettlementDependencies {
  staffDatabase: Pick<Database, 'db'>
  tables: TableReader
  payments: Pick<PaymentsService, 'scheduleChecks'>
  clock: () => Date
}

export type SettlementService = ReturnType<typeof createSettlementService>

interface SettlementFile {
  name: string
  bytes: Buffer
}

interface SettlementOptions {
  year: number
  /** Days of payment that the file covers, as the person says. */
  firstDay: string
  lastDay: string
  mapping: SettlementMapping
}

/** After each batch, because applicants wait for the same database. */
const restMs = 9
/** A proxy waits a minute for a reply: on a slow machine a long file is stored without a rest after so long. */
const maxRestingMs = 50_000

export function createSettlementService({ staffDatabase: { db }, tables, payments, clock }: SettlementDependencies) {
  /** Without those still to come: each payment of them would be missing there. */
  function coverDays({ firstDay, lastDay }: Pick<SettlementOptions, 'firstDay' | 'lastDay'>) {
    const today = getDay(clock()) ?? ''
    if (firstDay > today)
      throw createFieldsError('invalid_request', [{ path: 'firstDay', message: 'This day is in the future.' }])
    return { firstDay, lastDay: lastDay < today ? lastDay : today }
  }

  async function open({ bytes }: SettlementFile, actor: StaffPrincipal) {
    const sha256 = createHash('sha256').update(bytes).digest()
    const table = await tables.read(bytes, actor.staffId, maxSettlementLines)
    if (table.kind === 'unreadable') throw new AppError('list_unreadable')
    return { table, sha256 }
  }

  /** Stores all lines, unless the file has errors. */
  async function store(
    tx: Tx,
    { name, table: whole, sha256 }: OpenFile,
    options: StoreOptions,
  ): Promise<StoredSettlement> {
    const { exerciseId, actor } = options
    await lockSettlements(tx)
    const former = await findLastMapping<SettlementColumn>(tx, exerciseId, 'settlement')
    const { table, headings, mapping } = await readMapping(whole, options.mapping, former)
    const at = clock()
    const importId = await registerImport(tx, {
      kind: 'settlement',
      sha256,
      exerciseId,
      state: 'checking',
      madeBy: actor.staffId,
      madeAt: at,
    })
    const { firstDay, lastDay } = options
    const id = await addSettlement(tx, { importId, exerciseId, firstDay, lastDay, importedAt: at })
    const counted = await storeLines(tx, { id, exerciseId, table, mapping, firstDay, lastDay })
    const { lines, totalKobo, newLines, errors } = counted
    const isRight = errors.length === 0
    const isApplied = isRight && (await isFileApplied(tx, { kind: 'settlement', exerciseId, sha256 }))
    if (isApplied && newLines > 0) throw new AppError('file_imported_before')
    const newDays = isRight && !isApplied ? await countNewDays(tx, id) : 0
    if (isRight && newLines + newDays > 0) {
      await openCasesMissingThere(tx, id)
      await finishImport(tx, importId, {
        state: 'applied',
        lines,
        good: newLines,
        same: lines - newLines,
        applied: newLines,
        options: { name: toStoredName(name), mapping, totalKobo },
        appliedAt: at,
      })
    }
    return {
      id,
      checked: {
        headings,
        mapping,
        lines,
        total: toNaira(totalKobo),
        newLines,
        newDays,
        unknownRrrs: counted.unknownRrrs,
        sums: toSums(isRight ? await sumVerdicts(tx, id) : []),
        errors: errors.slice(0, listedListErrors),
        moreErrors: errors.length > listedListErrors,
      },
    }
  }

  return {
    /**
     * What a file would change: all of it is stored and taken back.
     * @throws AppError `not_found`, `list_unreadable`, `unavailable`, `file_imported_before` when its columns were others then,
     *   `invalid_request` for days in the future
     */
    async check(file: SettlementFile, given: SettlementOptions, actor: StaffPrincipal): Promise<CheckedSettlement> {
      const exerciseId = await getExerciseWithin(db, given.year, 'settlement:import', actor)
      const options = { ...given, ...coverDays(given) }
      const opened = { name: file.name, ...(await open(file, actor)) }
      const { checked } = await takeBack(db, (tx) => store(tx, opened, { ...options, exerciseId, actor }))
      return checked
    },

    /**
     * Stores the file, opens cases for what differs, and has Remita asked about what it has not confirmed.
     * @param count how many lines these are, as the person saw it
     * @param isConfirmed that the file is of this merchant although most RRRs are unknown here
     * @throws AppError `count_differs`, `nothing_to_apply`, `other_merchant`, `settlement_has_errors`, and as `check`
     */
    async apply(
      file: SettlementFile,
      { count, isConfirmed, ...given }: SettlementOptions & { count: number; isConfirmed: boolean },
      actor: StaffPrincipal,
    ): Promise<CheckedSettlement & { id: string }> {
      const exerciseId = await getExerciseWithin(db, given.year, 'settlement:import', actor)
      const options = { ...given, ...coverDays(given) }
      const opened = { name: file.name, ...(await open(file, actor)) }
      return db.transaction(async (tx) => {
        const { id, checked } = await store(tx, opened, { ...options, exerciseId, actor })
        if (checked.errors.length > 0) throw new AppError('settlement_has_errors', { data: checked })
        if (checked.newLines + checked.newDays === 0) throw new AppError('nothing_to_apply')
        if (checked.lines !== count) throw new AppError('count_differs', { data: checked })
        if (isOtherMerchant(checked) && !isConfirmed) throw new AppError('other_merchant', { data: checked })
        const { firstDay, lastDay } = options
        await audit(tx, {
          actor: 'staff',
          by: actor,
          action: 'settlement_imported',
          subject: { kind: 'settlement', id },
          exerciseId,
          detail: {
            firstDay,
            lastDay,
            lines: checked.lines,
            newLines: checked.newLines,
            totalKobo: toKobo(checked.total),
          },
        })
        await enqueue(tx, 'compare_settlement', { settlementId: id })
        return { id, ...checked }
      })
    },

    /** @throws AppError `not_found` */
    async get(id: string, actor: StaffPrincipal): Promise<Settlement> {
      const found = await findSettlement(db, id)
      if (!found) throw new AppError('not_found')
      await assertWithinScope(db, found, 'settlement:import', actor)
      const { year, firstDay, lastDay, importedAt, importedBy, lines, options } = found
      const { name, totalKobo } = options as { name: string; totalKobo: number }
      const sums = toSums(await sumVerdicts(db, id))
      return {
        id,
        year,
        file: name,
        firstDay,
        lastDay,
        lines,
        total: toNaira(totalKobo),
        importedAt: importedAt.toISOString(),
        importedBy,
        sums,
      }
    },

    /** The job `compare_settlement`. */
    async compare({ settlementId }: Jobs['compare_settlement'], limit?: number): Promise<void> {
      let after: string | null = null
      do {
        const former: string | null = after
        after = await db.transaction(async (tx) => {
          const { asked, last } = await compareAgain(tx, settlementId, { after: former, limit })
          await payments.scheduleChecks(tx, asked)
          return last
        })
      } while (after !== null)
      await waitForConfirmations(db)
      await openCasesMissingThere(db, settlementId)
    },
  }
}

type OpenFile = { name: string; table: Exclude<TableResult, { kind: 'unreadable' }>; sha256: Buffer }
type StoreOptions = Omit<SettlementOptions, 'year'> & { exerciseId: number; actor: StaffPrincipal }
interface StoredSettlement {
  id: string
  checked: CheckedSettlement
}

type StoreLinesOptions = Pick<OpenFile, 'table'> &
  Pick<StoreOptions, 'mapping' | 'firstDay' | 'lastDay' | 'exerciseId'> & { id: string }

/** Batch by batch; nothing more is stored once a line has an error, but all are read. */
async function storeLines(tx: Tx, { id, exerciseId, table, mapping, firstDay, lastDay }: StoreLinesOptions) {
  const counted = { lines: 0, totalKobo: 0, newLines: 0, unknownRrrs: 0, errors: [] as ListError[] }
  const addError = (error: ListError) => {
    // One more than is listed says that there are more.
    if (counted.errors.length <= listedListErrors) counted.errors.push(error)
  }
  let total: { line: number; amountKobo: number } | null = null
  const startedAt = performance.now()
  for await (const batch of readRowBatches(table, describeColumns(mapping))) {
    if ('errors' in batch) {
      batch.errors.forEach(addError)
      return counted
    }
    const lines: SettlementLine[] = []
    for (const row of batch.rows) {
      if (total) addError({ line: total.line, column: mapping.rrr ?? '', reason: 'is missing' })
      total = null
      const read = readLine(row, { mapping, firstDay, lastDay })
      if (read.kind === 'failed') read.errors.forEach(addError)
      else if (read.kind === 'total') total = read
      else lines.push(read.line)
    }
    const named = await nameRrrs(tx, lines, mapping, addError)
    counted.lines += lines.length
    counted.totalKobo += lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    if (counted.errors.length > 0 || named.length === 0) continue
    const added = await addLines(tx, { settlementId: id, exerciseId }, named)
    counted.newLines += added.newLines
    counted.unknownRrrs += added.unknownRrrs
    if (performance.now() - startedAt < maxRestingMs) await rest(restMs)
  }
  if (total && total.amountKobo !== counted.totalKobo)
    addError({
      line: total.line,
      column: mapping.amount ?? '',
      reason: `is not the sum of the lines, ${formatNaira(toNaira(counted.totalKobo))}`,
    })
  if (counted.lines === 0 && counted.errors.length === 0)
    addError({ line: 2, column: '', reason: 'there is no payment below the headings' })
  return counted
}

/** Lines that state only their order get the RRR of that order. */
async function nameRrrs(
  tx: Tx,
  lines: readonly SettlementLine[],
  mapping: SettlementMapping,
  addError: (error: ListError) => void,
) {
  const unnamed = lines.filter(({ rrr }) => rrr === '')
  const rrrs =
    unnamed.length > 0
      ? await findRrrsOfOrders(
          tx,
          unnamed.map(({ order }) => order),
        )
      : new Map()
  return lines.flatMap(({ order, ...line }) => {
    const rrr = line.rrr || rrrs.get(order)
    if (rrr) return [{ ...line, rrr }]
    addError({
      line: line.line,
      column: mapping.order ?? '',
      reason: 'is no order of this portal, and the line has no RRR',
    })
    return []
  })
}

/** Verdicts that nothing has count as none. */
export const toSums = (rows: readonly { verdict: SettlementVerdict; count: number; kobo: number }[]): VerdictSums =>
  Object.fromEntries(
    settlementVerdictNames.map((verdict) => {
      const found = rows.find((row) => row.verdict === verdict)
      return [verdict, { count: found?.count ?? 0, amount: toNaira(found?.kobo ?? 0) }]
    }),
  ) as VerdictSums
