// What the settings of an exercise mean for its accounts, and changes that wait for a second person.

import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { exerciseProposals, exercises } from '#server/database/schema/exercises.ts'
import { panels, scoreSheets } from '#server/database/schema/interviews.ts'
import { sittings } from '#server/database/schema/sittings.ts'
import { staff } from '#server/database/schema/staff.ts'
import { settingsProposalTransitions } from '#shared/staff/proposals.ts'
import { listPostHolders } from '../posts-store.ts'
import type { ExerciseRow } from '../store.ts'
import type { ExerciseCounts } from './effects.ts'

export const listExerciseRows = (tx: Tx): Promise<ExerciseRow[]> =>
  tx.select().from(exercises).orderBy(desc(exercises.year))

export async function hasAccounts(tx: Tx, exerciseId: number): Promise<boolean> {
  const [row] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.exerciseId, exerciseId)).limit(1)
  return row !== undefined
}

export async function countConcerned(tx: Tx, exerciseId: number): Promise<ExerciseCounts> {
  const [unpaid] = await tx
    .select({ count: count() })
    .from(applicantIndex)
    .where(and(eq(applicantIndex.exerciseId, exerciseId), eq(applicantIndex.isPaid, false)))
  const holders = await listPostHolders(tx, exerciseId)
  const sum = holders.reduce((total, held) => total + held.accounts, 0)
  return { accounts: sum, unpaid: unpaid?.count ?? 0, holders }
}

/** Score sheets that members of panels have handed in. */
export async function countSheetsOfExercise(tx: Tx, exerciseId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(scoreSheets)
    .innerJoin(panels, eq(panels.id, scoreSheets.panelId))
    .innerJoin(sittings, eq(sittings.id, panels.sittingId))
    .where(eq(sittings.exerciseId, exerciseId))
  return row?.count ?? 0
}

type NewProposal = Pick<
  typeof exerciseProposals.$inferSelect,
  'exerciseId' | 'settings' | 'seenVersion' | 'madeBy' | 'madeAt' | 'state' | 'effectiveAt' | 'appliesToUnpaid'
>

/** @returns its id */
export async function addExerciseProposal(tx: Tx, proposal: NewProposal): Promise<string> {
  const [row] = await tx.insert(exerciseProposals).values(proposal).returning({ id: exerciseProposals.id })
  if (!row) throw new Error('The proposal was not stored.')
  return row.id
}

/** They wait for a second person, or for their moment. */
const isOpen = inArray(exerciseProposals.state, settingsProposalTransitions.decline.from)

/** The id of the same change, of the same maker, that waits as well. */
export async function findSameProposal(
  tx: Tx,
  { effectiveAt, settings, ...same }: Omit<NewProposal, 'madeAt'>,
): Promise<string | null> {
  const t = exerciseProposals
  const [row] = await tx
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.exerciseId, same.exerciseId),
        eq(t.madeBy, same.madeBy),
        eq(t.state, same.state),
        eq(t.seenVersion, same.seenVersion),
        eq(t.appliesToUnpaid, same.appliesToUnpaid),
        effectiveAt ? eq(t.effectiveAt, effectiveAt) : isNull(t.effectiveAt),
        sql`${t.settings} = ${JSON.stringify(settings)}::jsonb`,
      ),
    )
    .limit(1)
  return row?.id ?? null
}

const decider = alias(staff, 'decider')

/** The open ones, oldest first, with the names of those who made and approved them. */
export const listExerciseProposals = (tx: Tx, exerciseId: number) =>
  tx
    .select({ proposal: exerciseProposals, madeBy: staff.name, decidedBy: decider.name })
    .from(exerciseProposals)
    .innerJoin(staff, eq(staff.id, exerciseProposals.madeBy))
    .leftJoin(decider, eq(decider.id, exerciseProposals.decidedBy))
    .where(and(eq(exerciseProposals.exerciseId, exerciseId), isOpen))
    .orderBy(exerciseProposals.madeAt)
    .limit(100)

/** An open one with the year of its exercise. What decides about it holds `lockExercises`. */
export async function findExerciseProposal(tx: Tx, id: string) {
  const [row] = await tx
    .select({ proposal: exerciseProposals, year: exercises.year })
    .from(exerciseProposals)
    .innerJoin(exercises, eq(exercises.id, exerciseProposals.exerciseId))
    .where(and(eq(exerciseProposals.id, id), isOpen))
  return row ?? null
}

/** A planned change that is made or fails keeps the person who approved it. */
interface StepDetails {
  approve: { decidedBy: string; decidedAt: Date }
  plan: { decidedBy: string; decidedAt: Date }
  decline: { decidedBy: string; decidedAt: Date }
  make: object
  fail: { failure: string }
}

export async function saveExerciseDecision<Step extends keyof StepDetails>(
  tx: Tx,
  id: string,
  step: Step,
  details: StepDetails[Step],
): Promise<void> {
  const { from, to: state } = settingsProposalTransitions[step]
  await tx
    .update(exerciseProposals)
    .set({ state, ...details })
    .where(and(eq(exerciseProposals.id, id), inArray(exerciseProposals.state, from)))
}

/** Of active staff. */
export const findStaffEmails = (tx: Tx, ids: readonly (string | null)[]) =>
  tx
    .select({ email: staff.email, name: staff.name })
    .from(staff)
    .where(
      and(
        inArray(
          staff.id,
          ids.filter((id) => id !== null),
        ),
        eq(staff.status, 'active'),
      ),
    )

/** Only one change of the settings at a time, so that two of them cannot both make their exercise current. */
export async function lockExercises(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${exercises} in share row exclusive mode`)
}
