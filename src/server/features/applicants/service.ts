// What staff see of applicants and do for them.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { findEmailPause } from '#server/domain/email-pause.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import { findCurrentWithdrawal, listWithdrawals } from '#server/domain/withdrawals.ts'
import { createSecondPersonCheck } from '#server/features/staff/service.ts'
import { createRateLimiter } from '#server/http/limits/rate-limits.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import { decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { ApplicantMove as Move } from '#shared/api/staff/applicants.ts'
import { toKobo } from '#shared/policy/money.ts'
import type { Permission } from '#shared/roles/permissions.ts'
import { describeResetPause } from '#shared/staff/reset-pause.ts'
import { createCorrectionService } from './corrections.ts'
import type { ApplicantDependencies } from './dependencies.ts'
import { listHolds } from './holds/hold-store.ts'
import { createHoldService } from './holds/holds.ts'
import { createPasswordSlipService } from './password-slip.ts'
import { canReadApplication, presentApplicant } from './presenter.ts'
import { createResendService } from './resend.ts'
import {
  type AccountRow,
  endApplicantSession,
  findAccount,
  findApplicantFacts,
  listAccountComplaints,
  listAccountLookUps,
  listAccountPayments,
  listCorrections,
  listEmails,
  listFiles,
  listLiveApplicantSessions,
  listTimeline,
} from './store.ts'

export { createListCondition } from './list-store.ts'

export type ApplicantService = ReturnType<typeof createApplicantService>

export function createApplicantService(dependencies: ApplicantDependencies) {
  const { staffDatabase, clock, sessionIdleMs } = dependencies
  const { db } = staffDatabase
  return {
    ...createApplicantActions(dependencies),

    /** @throws AppError `not_found` */
    async describe(userId: string, actor: StaffPrincipal) {
      const account = await getWithinScope(db, userId, 'applicant:read', actor)
      const facts = await findApplicantFacts(db, account.id)
      if (!facts) throw new AppError('not_found')
      const now = clock()
      const { id: accountId, exerciseId } = account
      await auditView(db, { action: 'applicant_viewed', accountId, by: actor, exerciseId }, now)
      const record = {
        account,
        facts,
        nin: facts.nin
          ? (decryptOrLog(dependencies, facts.nin, { table: 'nin_verifications', id: account.id }) ?? '')
          : '',
        payments: await listAccountPayments(db, account.id),
        lookUps: await listAccountLookUps(db, account.id),
        files: await listFiles(db, account.id),
        emails: await listEmails(db, account.id),
        sessions: await listLiveApplicantSessions(db, account.id, now, new Date(now.getTime() - sessionIdleMs)),
        complaints: await listAccountComplaints(db, account.id),
        corrections: await listCorrections(db, account.id),
        isSecondPerson: await createSecondPersonCheck(db, actor, now),
        holds: await listHolds(db, account.id),
        withdrawal: facts.application && findCurrentWithdrawal(await listWithdrawals(db, facts.application.id)),
        timeline: await listTimeline(db, account.id, { application: canReadApplication(account, actor.grants) }),
      }
      return presentApplicant(record, actor, now)
    },
  }
}

/** What all staff together send to one applicant. */
const emailRule = { name: 'staff_email', limit: 10, windowSeconds: 3_600 }

/** What changes something, or shows what is hidden. */
function createApplicantActions(dependencies: ApplicantDependencies) {
  const { staffDatabase, clock } = dependencies
  const { db } = staffDatabase
  const corrections = createCorrectionService(dependencies)
  const holds = createHoldService(dependencies)
  const resendEmail = createResendService(dependencies)
  const emailLimiter = createRateLimiter(staffDatabase.pool, emailRule)
  const printPasswordSlip = createPasswordSlipService(dependencies)

  /** @throws AppError `too_many_emails` */
  async function countEmail(accountId: string): Promise<void> {
    if (!(await emailLimiter.tryConsume(accountId))) throw new AppError('too_many_emails', { retryAfter: 600 })
  }

  return {
    async correct(userId: string, correction: Parameters<typeof corrections.correct>[1], actor: StaffPrincipal) {
      const { id } = await getForChange(db, userId, 'account:correct', actor)
      return corrections.correct(id, correction, actor)
    },

    async move(userId: string, { post, fee, charge, reason, version }: Move, actor: StaffPrincipal) {
      const { id } = await getForChange(db, userId, 'account:issue', actor)
      const facts = {
        ...post,
        ...(fee !== undefined && { feeKobo: toKobo(fee) }),
        ...(charge !== undefined && { chargeKobo: toKobo(charge) }),
      }
      return corrections.correct(id, { facts, reason, version }, actor)
    },

    decideCorrection: corrections.decide,

    /** @throws AppError `not_found`, `exercise_archived`, `already_on_hold`, `being_published` */
    hold: async (userId: string, reason: string, actor: StaffPrincipal): Promise<void> =>
      holds.hold(await getForChange(db, userId, 'account:hold', actor), reason, actor),

    /** @throws AppError `not_found`, `exercise_archived`, `not_on_hold` */
    release: async (userId: string, reason: string, actor: StaffPrincipal): Promise<void> =>
      holds.release(await getForChange(db, userId, 'account:hold', actor), reason, actor),

    /** @throws AppError `not_found`, `too_many_emails`, `email_not_resendable` with a reason */
    async resendEmail(userId: string, emailId: string, actor: StaffPrincipal): Promise<void> {
      const { id } = await getWithinScope(db, userId, 'account:recover', actor)
      await countEmail(id)
      await resendEmail(id, emailId, actor)
    },

    /** @returns the slip as PDF @throws AppError `not_found`, `exercise_archived`, `slip_refused` with a reason */
    printPasswordSlip: async (userId: string, actor: StaffPrincipal): Promise<Buffer> =>
      printPasswordSlip(await getForChange(db, userId, 'account:issue', actor), actor),

    /**
     * Sends a link for a new password to the account's own address.
     * @throws AppError `not_found`, `too_many_emails`, `email_just_changed`
     */
    async resetPassword(userId: string, actor: StaffPrincipal): Promise<void> {
      const { id } = await getWithinScope(db, userId, 'account:recover', actor)
      await countEmail(id)
      await db.transaction(async (tx) => {
        await assertEmailSettled(tx, id, clock())
        await audit(tx, { actor: 'staff', action: 'password_reset_requested', accountId: id, by: actor })
        await enqueue(tx, 'send_password_reset', { accountId: id })
      })
    },

    /** @throws AppError `not_found` */
    async endSession(userId: string, sessionId: string, actor: StaffPrincipal): Promise<void> {
      const { id } = await getWithinScope(db, userId, 'account:recover', actor)
      await db.transaction(async (tx) => {
        if (!(await endApplicantSession(tx, id, sessionId, clock()))) throw new AppError('not_found')
        await audit(tx, { actor: 'staff', action: 'applicant_session_ended', accountId: id, by: actor })
      })
    },

    /** @throws AppError `not_found`, `no_nin` */
    async revealNin(userId: string, reason: string, actor: StaffPrincipal): Promise<string> {
      const account = await getWithinScope(db, userId, 'nin:reveal', actor)
      const facts = await findApplicantFacts(db, account.id)
      const nin = facts?.nin && decryptOrLog(dependencies, facts.nin, { table: 'nin_verifications', id: account.id })
      if (!nin) throw new AppError('no_nin')
      // Before the answer: nothing is revealed that is not recorded.
      await audit(db, { actor: 'staff', action: 'nin_revealed', accountId: account.id, by: actor, reason })
      return nin
    },
  }
}

/** @throws AppError `email_just_changed` */
async function assertEmailSettled(tx: Tx, accountId: string, now: Date): Promise<void> {
  const until = (await findEmailPause(tx, accountId, 'anybody', now))?.toISOString()
  if (until) throw new AppError('email_just_changed', { message: describeResetPause(until), data: { until } })
}

/** @throws AppError `not_found` when there is no such applicant within the person's scope */
async function getWithinScope(
  tx: Tx,
  userId: string,
  permission: Permission,
  actor: StaffPrincipal,
): Promise<AccountRow> {
  const account = await findAccount(tx, userId)
  if (!account) throw new AppError('not_found')
  await assertWithinScope(tx, { ...account, accountId: account.id }, permission, actor)
  return account
}

/**
 * As `getWithinScope`, for what changes the account or what becomes of it. Emails and sessions are not asked about: the
 * applicant of an archived exercise still logs in to read.
 * @throws AppError also `exercise_archived`
 */
async function getForChange(
  tx: Tx,
  userId: string,
  permission: Permission,
  actor: StaffPrincipal,
): Promise<AccountRow> {
  const account = await getWithinScope(tx, userId, permission, actor)
  await assertRunning(tx, account.exerciseId)
  return account
}
