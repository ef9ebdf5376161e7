// One RRR for the staff: what is known of it, and asking the provider about it now. Nothing else changes a payment from here.
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import type { CheckedPayment, PaymentDetails } from '#shared/api/staff/payments.ts'
import { cleanRrr } from '#shared/policy/rrr.ts'
import { hasWholePermissionIn } from '#shared/roles/permissions.ts'
import { describeCheck } from './check-outcome.ts'
import type { PaymentsDependencies } from './dependencies.ts'
import { minCheckIntervalMs } from './polling/check-schedule.ts'
import { createRecordingGateway } from './recording-gateway.ts'
import { presentPaymentPage } from './staff-presenter.ts'
import { findLastAsked, findRrrOwner, type RrrOwner, readPaymentPage } from './staff-store.ts'
import { applyEvent } from './status/apply-event.ts'
import { findPayment, lockPayer, type PaymentRecord, recordEvent } from './store.ts'

interface StaffPaymentDependencies extends Omit<PaymentsDependencies, 'database'> {
  staffDatabase: Pick<Database, 'db'>
}

export type StaffPaymentService = ReturnType<typeof createStaffPaymentService>

export function createStaffPaymentService({ staffDatabase: database, ...rest }: StaffPaymentDependencies) {
  const { db } = database
  const { clock } = rest
  const gateway = createRecordingGateway({ ...rest, database })

  /** @throws AppError `not_found`, also for what is out of reach */
  async function getWithinScope(rrr: string, actor: StaffPrincipal): Promise<RrrOwner> {
    const owner = await findRrrOwner(db, cleanRrr(rrr))
    if (!owner) throw new AppError('not_found')
    await assertWithinScope(db, owner, 'payment:read', actor)
    return owner
  }

  const isWhole = ({ exerciseId }: RrrOwner, { grants }: StaffPrincipal) =>
    hasWholePermissionIn(grants, 'payment:read', { exerciseId })

  const present = async (owner: RrrOwner, actor: StaffPrincipal) =>
    presentPaymentPage(await readPaymentPage(db, owner), isWhole(owner, actor))

  return {
    /** @throws AppError `not_found` */
    async describe(rrr: string, actor: StaffPrincipal): Promise<PaymentDetails> {
      const owner = await getWithinScope(rrr, actor)
      const { accountId, exerciseId } = owner
      const subject = { kind: 'payment', id: cleanRrr(rrr) } as const
      await auditView(db, { action: 'payment_viewed', accountId, subject, by: actor, exerciseId }, clock())
      return present(owner, actor)
    },

    /**
     * Asks the provider, unless it was asked a moment ago. Whatever it answers is recorded, and asking again changes nothing.
     * @throws AppError `not_found`, `not_permitted` for those who may see the status only
     */
    async check(rrr: string, actor: StaffPrincipal): Promise<CheckedPayment> {
      const owner = await getWithinScope(rrr, actor)
      if (!isWhole(owner, actor)) throw new AppError('not_permitted')
      const payment = await findPayment(db, owner.paymentId)
      if (!payment) throw new AppError('not_found')
      const now = clock()
      const askedBefore = await db.transaction((tx) => claimCheck(tx, payment, now))
      const outcome = askedBefore ? 'asked_before' : await ask(payment, owner, actor)
      const details = await present(owner, actor)
      return { ...details, outcome, status: details.payment.state, askedAt: (askedBefore ?? now).toISOString() }
    },
  }

  async function ask(payment: PaymentRecord, { accountId, exerciseId }: RrrOwner, actor: StaffPrincipal) {
    const answer = await gateway.getStatus(payment)
    return db.transaction(async (tx) => {
      const event = { kind: 'answered', answer } as const
      const { state } = await applyEvent(tx, payment, event, { now: clock(), actor: 'staff', by: actor })
      const outcome = describeCheck(answer, state)
      const subject = { kind: 'payment', id: state.rrr ?? '' } as const
      const detail = { outcome }
      await audit(tx, { actor: 'staff', action: 'payment_checked', by: actor, accountId, exerciseId, subject, detail })
      return outcome
    })
  }
}

/** Under the account's lock, so that one of several questions at once is asked. @returns when it was asked a moment ago */
async function claimCheck(tx: Tx, payment: PaymentRecord, now: Date): Promise<Date | null> {
  await lockPayer(tx, payment.accountId)
  const last = await findLastAsked(tx, payment.id)
  if (last && now.getTime() - last.getTime() < minCheckIntervalMs) return last
  await recordEvent(tx, { payment, kind: 'asked', at: now })
  return null
}
