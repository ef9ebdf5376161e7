// Changes of settings that take effect at a moment: approved before, made by a job when the moment has come.

import { AppError } from '#server/app-error.ts'
import type { Db, Tx } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue, type Jobs } from '#server/platform/queue/queue.ts'
import { type ExerciseRow, lockExercise } from '../store.ts'
import { type Author, applyChange, assertPossible, assess, toExerciseEvent } from './assess.ts'
import { findExerciseProposal, findStaffEmails, lockExercises, saveExerciseDecision } from './store.ts'

const shortestDelayMs = 1_000

/** At its moment; a job that waits already is replaced. */
export async function enqueuePlannedChange(tx: Tx, id: string, effectiveAt: Date, now: Date): Promise<void> {
  // The queue goes by the clock of the database: a job that it runs early must not run again and again.
  const runAt = new Date(Math.max(effectiveAt.getTime(), now.getTime() + shortestDelayMs))
  await enqueue(tx, 'apply_exercise_change', { proposalId: id }, { key: `exercise-change:${id}`, runAt })
}

interface PlannedChangeDependencies {
  db: Db
  clock: () => Date
}

/** However often it runs, the change is made once. One that is not possible any more fails, and its authors are told. */
export function createPlannedChangeJob({ db, clock }: PlannedChangeDependencies) {
  return ({ proposalId }: Jobs['apply_exercise_change']): Promise<void> =>
    db.transaction(async (tx) => {
      await lockExercises(tx)
      const found = await findExerciseProposal(tx, proposalId)
      if (found?.proposal.state !== 'planned') return
      const { proposal, year } = found
      const { effectiveAt, appliesToUnpaid, madeBy, decidedBy } = proposal
      if (effectiveAt === null) throw new Error('A planned change has no moment.')
      const now = clock()
      if (effectiveAt > now) return enqueuePlannedChange(tx, proposalId, effectiveAt, now)
      const exercise = await lockExercise(tx, year)
      if (!exercise) throw new Error(`There is no exercise of ${year}.`)
      const by = { staffId: decidedBy ?? madeBy, sessionId: null }
      const terms = { effectiveAt, appliesToUnpaid }
      try {
        // Within a savepoint: what a constraint refuses can still be recorded.
        await tx.transaction(async (attempt) => {
          const { difference, effects } = await assess(attempt, exercise, proposal.settings, terms)
          assertPossible(exercise, effects)
          const people = { madeBy, ...(decidedBy && { approvedBy: decidedBy }) }
          await applyChange(attempt, exercise, { difference, terms, people, proposal: proposalId }, by)
        })
        await saveExerciseDecision(tx, proposalId, 'make', {})
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await fail(tx, exercise, { id: proposalId, people: [madeBy, decidedBy], failure: error.message, at: now }, by)
      }
    })
}

interface FailedChange {
  id: string
  people: (string | null)[]
  failure: string
  at: Date
}

async function fail(tx: Tx, exercise: ExerciseRow, { id, people, failure, at }: FailedChange, actor: Author) {
  await saveExerciseDecision(tx, id, 'fail', { failure })
  const detail = { year: exercise.year, proposal: id }
  await audit(tx, { ...toExerciseEvent(exercise, actor), action: 'exercise_change_failed', detail })
  for (const { email, name } of await findStaffEmails(tx, people))
    await enqueue(tx, 'send_email', {
      email: 'staffNotice',
      to: email,
      data: { name, event: 'plannedChangeFailed', device: '', reason: failure, at: at.toISOString() },
    })
}
