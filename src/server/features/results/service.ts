// Results of a CBT or an interview: read from files that other systems make, and cut off at a score. Applicants see a result by
// its publication alone.
import { createHash } from 'node:crypto'
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import { findLastMapping, registerImport } from '#server/domain/list-imports.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { areApplicantsWithin } from '#server/domain/scope.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { toStoredName } from '#server/http/uploads/stored-name.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { CsvRecord } from '#server/providers/files/tables/parse-csv.ts'
import {
  chooseMapping,
  findHeadings,
  type ListError,
  listNamesOfColumns,
} from '#server/providers/files/tables/read-list.ts'
import type { TableReader } from '#server/providers/files/tables/table-reader.ts'
import { listedListErrors } from '#shared/api/staff/list-error.ts'
import type { CheckedResults, CutOff } from '#shared/api/staff/results.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import { knownResultHeadings, type ResultColumn, type ResultMapping } from '#shared/staff/results.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'
import { type CheckedResult, checkResults, readRecords, readResults } from './read-results.ts'
import { addResults, countByTenth, countScored, findExaminees, hasScore, lockResults } from './store.ts'

interface ResultDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'create'>
  tables: TableReader
  clock: () => Date
}

export type ResultService = ReturnType<typeof createResultService>

export interface ResultFile {
  name: string
  bytes: Buffer
}

export interface ResultOptions {
  year: number
  kind: SittingKind
  mapping: ResultMapping
  /** Of lines that have none of their own. */
  maximum?: number | undefined
}

interface SeenCounts {
  count: number
  replaced?: number | undefined
}

interface CutOffQuery {
  exercise: number
  kind: SittingKind
  score: number
}

export function createResultService({ staffDatabase: { db }, selections, tables, clock }: ResultDependencies) {
  async function readFile(
    { bytes }: ResultFile,
    actor: StaffPrincipal,
  ): Promise<{ records: CsvRecord[]; sha256: Buffer }> {
    const sha256 = createHash('sha256').update(bytes).digest()
    const table = await tables.read(bytes, actor.staffId)
    if (table.kind === 'unreadable') throw new AppError('list_unreadable')
    const read = await readRecords(table)
    if ('error' in read)
      throw new AppError('list_unreadable', { message: `Line ${read.error.line}: ${read.error.reason}.` })
    return { records: read.records, sha256 }
  }

  async function check(tx: Tx, records: CsvRecord[], context: CheckContext) {
    const { exerciseId, kind, mapping: chosen, maximum, readerId } = context
    const former = await findLastMapping<ResultColumn>(tx, exerciseId, kind)
    const sources = { known: knownResultHeadings, chosen, former }
    const fromHeadings = records.slice(findHeadings(records, listNamesOfColumns(sources)))
    const headings = (fromHeadings[0]?.cells ?? []).filter((heading) => heading !== '').slice(0, maxHeadings)
    const mapping = chooseMapping(headings, sources)
    const read = await readResults(fromHeadings, mapping)
    if ('errors' in read) return { headings, mapping, lines: [] as CheckedResult[], errors: read.errors }
    const numbers = read.lines.map(({ number }) => number)
    const examinees = await findExaminees(tx, { exerciseId, kind, numbers, readerId, now: clock() })
    const lines = checkResults(read.lines, { kind, examinees, mapping, maximum: maximum ?? null })
    return { headings, mapping, lines, errors: [] as ListError[] }
  }

  return {
    /**
     * What a file would change. Nothing is stored.
     * @throws AppError `not_found`, `exercise_archived`, `list_unreadable`, `unavailable`
     */
    async check(file: ResultFile, { year, ...options }: ResultOptions, actor: StaffPrincipal): Promise<CheckedResults> {
      const exerciseId = await getExerciseWithin(db, year, 'result:import', actor)
      await assertRunning(db, exerciseId)
      const { records } = await readFile(file, actor)
      return presentChecked(await check(db, records, { exerciseId, readerId: actor.staffId, ...options }))
    },

    /**
     * Stores the results of the lines that are right, each in place of an earlier one, which stays as history.
     * @param count how many these are, and `replaced` how many of them replace an earlier one, as the person saw it
     * @throws AppError `count_differs` when the lines mean something else by now, `nothing_to_apply`, and as `check`
     */
    async apply(
      file: ResultFile,
      { year, count, replaced: seenReplaced, ...options }: ResultOptions & SeenCounts,
      actor: StaffPrincipal,
    ): Promise<CheckedResults> {
      const exerciseId = await getExerciseWithin(db, year, 'result:import', actor)
      const { records, sha256 } = await readFile(file, actor)
      const { kind } = options
      return db.transaction(async (tx) => {
        await assertRunning(tx, exerciseId)
        await lockResults(tx, exerciseId, kind)
        const checked = await check(tx, records, { exerciseId, readerId: actor.staffId, ...options })
        const presented = presentChecked(checked)
        const { good, same, failed, replaced, lines } = presented
        if (good === 0) throw new AppError('nothing_to_apply')
        if (good !== count || (seenReplaced ?? replaced) !== replaced)
          throw new AppError('count_differs', { data: presented })
        const at = clock()
        const importId = await registerImport(tx, {
          kind,
          sha256,
          exerciseId,
          state: 'applied',
          lines,
          good,
          same,
          failed,
          applied: good,
          options: { name: toStoredName(file.name), mapping: checked.mapping },
          madeBy: actor.staffId,
          madeAt: at,
          appliedAt: at,
        })
        const added = checked.lines.flatMap(({ result }) => (result ? [toNewResult(result)] : []))
        await addResults(tx, { importId, kind, enteredBy: actor.staffId, enteredAt: at }, added)
        await audit(tx, {
          actor: 'staff',
          by: actor,
          action: 'results_imported',
          subject: { kind: 'import', id: importId },
          exerciseId,
          detail: { kind, results: good, replaced, failed },
        })
        return presented
      })
    },

    /** Who would be above a score, by post, state and gender. @throws AppError `not_found` */
    async countCutOff({ exercise, kind, score }: CutOffQuery, actor: StaffPrincipal): Promise<CutOff> {
      const exerciseId = await getExerciseWithin(db, exercise, 'result:read', actor)
      const { grants, staffId } = actor
      const readable = areApplicantsWithin({ exerciseId, staffId, scopes: listScopes(grants, 'result:read') })
      const groups = await countScored(db, { kind, score, readable })
      const only = (by: (typeof groups)[number]['by']) => groups.filter((group) => group.by === by)
      const [all] = only('all')
      return {
        scored: all?.scored ?? 0,
        above: all?.above ?? 0,
        lowestMaximum: all?.lowestMaximum ?? 0,
        highestMaximum: all?.highestMaximum ?? 0,
        byTenth: await countByTenth(db, { kind, readable }),
        byPost: only('post').map(({ school, department, role, scored, above }) => ({
          school: school ?? '',
          department,
          role: role ?? '',
          scored,
          above,
        })),
        byState: only('state').map(({ state, scored, above }) => ({ state: state ?? '', scored, above })),
        byGender: only('gender').map(({ gender, scored, above }) => ({
          gender: gender === 'm' ? 'm' : 'f',
          scored,
          above,
        })),
      }
    },

    /**
     * The shortlisted applications that reach a score, as a selection for seats, publications and lists.
     * @throws AppError `not_found`, `selection_empty`, `selection_too_large`
     */
    async select({ exercise, kind, score }: CutOffQuery, actor: StaffPrincipal) {
      await getExerciseWithin(db, exercise, 'result:read', actor)
      const shortlisted: Record<string, string> = { published: 'verified' }
      return selections.create({ ...shortlisted, exercise }, actor, hasScore(kind, score))
    },
  }
}

const maxHeadings = 100

type CheckContext = Omit<ResultOptions, 'year'> & { exerciseId: number; readerId: string }

const toNewResult = ({ examinee, score, maximum, remark }: CheckedResult['result'] & {}) => ({
  applicationId: examinee.applicationId,
  score,
  maximum,
  remark,
  seatId: examinee.seatId,
  supersedes: examinee.resultId,
})

interface Checked {
  headings: string[]
  mapping: ResultMapping
  lines: readonly CheckedResult[]
  /** Of the file as a whole. */
  errors: readonly ListError[]
}

function presentChecked({ headings, mapping, lines, errors }: Checked): CheckedResults {
  const countLines = (state: CheckedResult['state']) => lines.filter((line) => line.state === state).length
  const all = [...errors, ...lines.flatMap(({ line, errors: wrong }) => wrong.map((error) => ({ line, ...error })))]
  return {
    headings,
    mapping,
    lines: lines.length,
    good: countLines('good'),
    same: countLines('same'),
    failed: countLines('failed'),
    replaced: lines.filter(({ result }) => result?.examinee.resultId).length,
    errors: all.slice(0, listedListErrors),
    moreErrors: all.length > listedListErrors,
  }
}
