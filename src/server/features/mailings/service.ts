// Emails to many applicants at once. Who gets one is fixed first, with the number of those left out; then somebody starts it.

import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import { createListCondition } from '#server/features/applicants/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Mailing, MailingFilter } from '#shared/api/staff/lists/mailings.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import type { MailingKind } from '#shared/staff/mailings.ts'
import { mailingDraftMinutes, maxMailingRecipients } from '#shared/staff/mailings.ts'
import { createMailingStep, enqueueStep, type MailingStepDependencies } from './send-mailing.ts'
import {
  addMailing,
  addRecipients,
  countHandled,
  deleteExpiredDrafts,
  findMailing,
  findMailingExercise,
  getCheckedAt,
  lockMailing,
  type MailingRow,
  updateMailing,
} from './store.ts'

interface MailingDependencies extends Omit<MailingStepDependencies, 'db'> {
  staffDatabase: Pick<Database, 'db'>
  /** Fewer in tests. */
  maxRecipients?: number
}

export type MailingService = ReturnType<typeof createMailingService>

/** @throws AppError `not_found`, `exercise_archived`, `reminder_too_late` */
async function getOpenExercise(tx: Tx, id: number, kind: MailingKind, now: Date) {
  const exercise = await findMailingExercise(tx, id)
  if (!exercise) throw new AppError('not_found')
  if (exercise.archivedAt) throw new AppError('exercise_archived')
  // Its status is only an announcement: the deadline decides who can submit.
  const hasClosed = exercise.deadline !== null && isPastDeadline(exercise.lastClosing, now)
  if (kind === 'reminder' && hasClosed) throw new AppError('reminder_too_late')
  return exercise
}

async function present(tx: Tx, row: MailingRow): Promise<Mailing> {
  const exercise = await findMailingExercise(tx, row.exerciseId)
  const { id, kind, state, recipients, leftOut, expiresAt } = row
  return {
    id,
    kind,
    exercise: exercise?.year ?? 0,
    state,
    recipients,
    leftOut: leftOut as Mailing['leftOut'],
    ...(await countHandled(tx, id)),
    expiresAt: expiresAt.toISOString(),
  }
}

/** @throws AppError `not_found` when it is not the person's own, or of an exercise out of reach */
async function getOwn(tx: Tx, id: string, actor: StaffPrincipal): Promise<MailingRow> {
  const row = await findMailing(tx, id, actor.staffId)
  if (!row) throw new AppError('not_found')
  await assertWithinScope(tx, { exerciseId: row.exerciseId }, 'account:recover', actor)
  return row
}

const auditStart = (
  tx: Tx,
  { id, kind, exerciseId, recipients, leftOut }: MailingRow,
  reason: string,
  actor: StaffPrincipal,
) =>
  audit(tx, {
    actor: 'staff',
    action: 'mailing_started',
    by: actor,
    reason,
    exerciseId,
    subject: { kind: 'mailing', id },
    detail: { kind, recipients, leftOut },
  })

export function createMailingService(dependencies: MailingDependencies) {
  const { clock, encryption, maxRecipients = maxMailingRecipients } = dependencies
  const { db } = dependencies.staffDatabase

  return {
    /** A step of the job that sends one. */
    send: createMailingStep({ db, clock, encryption }),

    /**
     * Fixes who of the applicants within the person's scope gets an email; nobody gets one yet.
     * @throws AppError `mailing_nobody`, `mailing_too_large`, `exercise_archived`, `reminder_too_late`
     */
    async make(
      { kind, filter }: { kind: MailingKind; filter: MailingFilter },
      actor: StaffPrincipal,
    ): Promise<Mailing> {
      const { exercise: year, userIds, except, ...query } = filter
      const found = await findExerciseOfYear(db, year)
      if (!found) throw new AppError('mailing_nobody')
      const now = clock()
      const { id: exerciseId } = found
      await getOpenExercise(db, exerciseId, kind, now)
      const scopes = listScopes(actor.grants, 'account:recover')
      const condition = await createListCondition(db, query, { exerciseId, scopes, ...actor })
      const expiresAt = new Date(now.getTime() + mailingDraftMinutes * 60_000)
      return db.transaction(async (tx) => {
        const draft = {
          kind,
          exerciseId,
          filter,
          recipients: 0,
          leftOut: [],
          madeBy: actor.staffId,
          madeAt: now,
          expiresAt,
        }
        const id = await addMailing(tx, draft)
        const chosen = { condition, chosen: { userIds, except }, limit: maxRecipients + 1 }
        const counts = await addRecipients(tx, { id, kind }, chosen, getCheckedAt(now))
        const sum = counts.leftOut.reduce((total, { count }) => total + count, counts.recipients)
        if (sum === 0) throw new AppError('mailing_nobody')
        if (sum > maxRecipients) throw new AppError('mailing_too_large')
        await updateMailing(tx, id, counts)
        return present(tx, await getOwn(tx, id, actor))
      })
    },

    async describe(id: string, actor: StaffPrincipal): Promise<Mailing> {
      return present(db, await getOwn(db, id, actor))
    },

    /**
     * @throws AppError `not_found`, `mailing_started`, `mailing_expired`, `recipients_differ`, `mailing_nobody`, `reminder_too_late`,
     * `exercise_archived`
     */
    start(id: string, { count, reason }: { count: number; reason: string }, actor: StaffPrincipal): Promise<Mailing> {
      return db.transaction(async (tx) => {
        await getOwn(tx, id, actor)
        const row = await lockMailing(tx, id)
        if (!row) throw new AppError('not_found')
        const now = clock()
        if (row.state !== 'draft') throw new AppError('mailing_started')
        if (row.expiresAt < now) throw new AppError('mailing_expired')
        await getOpenExercise(tx, row.exerciseId, row.kind, now)
        if (row.recipients !== count) throw new AppError('recipients_differ')
        if (count === 0) throw new AppError('mailing_nobody')
        await updateMailing(tx, id, { state: 'sending', reason, startedAt: now })
        await enqueueStep(tx, id)
        await auditStart(tx, row, reason, actor)
        return present(tx, { ...row, state: 'sending' })
      })
    },

    /** Nightly. */
    prune: (): Promise<void> => deleteExpiredDrafts(db, clock()),
  }
}
