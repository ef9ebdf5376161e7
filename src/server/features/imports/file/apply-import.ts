// The job that issues the accounts of a checked list. It works in short steps, each a transaction of its own that enqueues the
// next one: however often the server is killed, every line gets one account.

import type { Db, Tx } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { addAccounts, hashInitialPassword, type InitialPassword } from '../add-accounts.ts'
import { createRowParser, headings, type NewApplicant, type RowCells } from '../applicant-row.ts'
import { findTakenEmails } from '../store.ts'
import { createArchivedError, createTakenError } from './check-list.ts'
import {
  findGoodLines,
  findImport,
  type ImportLine,
  type ImportRow,
  listLines,
  lockExerciseOfImport,
  lockImport,
  markLineApplied,
  markLineFailed,
  updateImport,
} from './store.ts'

interface ApplyDependencies {
  db: Db
  encryption: Pick<Encryption, 'encrypt'>
  clock: () => Date
}

/** What a step takes at most; hashing their passwords takes a second or two. */
const linesPerStep = 50
/** A busy machine hashes fewer. */
const hashingMs = 3_000

type HashedLine = ImportLine & { initial: InitialPassword }

/** Enqueues a step; one that waits already is replaced. */
export const enqueueApplying = (tx: Tx, importId: string) =>
  enqueue(tx, 'apply_import', { importId }, { key: `import:${importId}` })

export function createApplyStep({ db, encryption, clock }: ApplyDependencies) {
  return async ({ importId }: { importId: string }): Promise<void> => {
    const found = await findImport(db, importId)
    if (found?.state !== 'applying') return
    const hashed = await hashPasswords(await listLines(db, importId, 'good', linesPerStep))

    await db.transaction(async (tx) => {
      const row = await lockImport(tx, importId)
      if (row?.state !== 'applying') return
      const waiting = await findGoodLines(
        tx,
        hashed.map(({ id }) => id),
      )
      const counts = await applyLines(tx, encryption, row, {
        lines: hashed.filter(({ id }) => waiting.has(id)),
        today: clock(),
      })
      const [next] = await listLines(tx, importId, 'good', 1)
      await updateImport(tx, importId, { ...counts, ...(!next && { state: 'applied', appliedAt: clock() }) })
      if (next) return enqueueApplying(tx, importId)
      await audit(tx, {
        actor: 'system',
        action: 'import_applied',
        subject: { kind: 'import', id: importId },
        exerciseId: row.exerciseId,
        detail: { accounts: counts.applied, failed: counts.failed },
      })
    })
  }
}

function parseLine(
  parseRow: ReturnType<typeof createRowParser>,
  { cells }: ImportLine,
): NewApplicant | ImportLine['errors'] {
  const result = parseRow(cells as RowCells)
  return Array.isArray(result) ? result.map(({ column, reason }) => ({ column: headings[column], reason })) : result
}

/** One after the other, so that applicants who log in meanwhile find a place. */
async function hashPasswords(lines: readonly ImportLine[]): Promise<HashedLine[]> {
  const startedAt = performance.now()
  const hashed: HashedLine[] = []
  for (const line of lines) {
    if (hashed.length > 0 && performance.now() - startedAt > hashingMs) break
    hashed.push({ ...line, initial: await hashInitialPassword() })
  }
  return hashed
}

/** @returns the new counts of the import */
async function applyLines(
  tx: Tx,
  encryption: ApplyDependencies['encryption'],
  { id: importId, exerciseId, good, failed, applied }: ImportRow,
  { lines, today }: { lines: readonly HashedLine[]; today: Date },
) {
  const exercise = await lockExerciseOfImport(tx, exerciseId)
  if (!exercise) throw new Error('The exercise of the import was not found.')
  // Its posts and fees may have changed since the list was checked, also while the passwords were hashed.
  const parseRow = createRowParser({ ...exercise, today })
  const parsed = lines.map((line) => ({
    ...line,
    result: exercise.archivedAt ? [createArchivedError()] : parseLine(parseRow, line),
  }))
  const emails = parsed.flatMap(({ result }) => (Array.isArray(result) ? [] : result.email))
  // Somebody may have issued accounts to the same applicants since the list was checked.
  const taken = await findTakenEmails(tx, exerciseId, emails)
  const toAdd: { id: string; applicant: NewApplicant; initial: InitialPassword; importLineId: string }[] = []
  let refused = 0
  for (const { id, result, initial } of parsed) {
    const errors = Array.isArray(result) ? result : taken.has(result.email) ? [createTakenError()] : null
    if (errors) await markLineFailed(tx, id, errors)
    if (errors) refused += 1
    if (!errors && !Array.isArray(result)) toAdd.push({ id, applicant: result, initial, importLineId: id })
  }
  const added = await addAccounts(
    tx,
    encryption,
    exercise,
    toAdd.map(({ id: _, ...account }) => account),
    { actor: 'system', subject: { kind: 'import', id: importId } },
  )
  for (const [index, { userId }] of added.entries()) await markLineApplied(tx, toAdd[index]!.id, userId)
  return { applied: applied + added.length, good: good - refused, failed: failed + refused }
}
