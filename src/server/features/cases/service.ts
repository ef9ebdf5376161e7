// Money cases: what persons do about them, also once their exercise is archived: refunds are paid out long after the last
// decision. Nothing here makes a payment paid, or takes that back.
import { isDeepStrictEqual } from 'node:util'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { PaymentsService } from '#server/features/payments/service.ts'
import { assertSecondPerson, createSecondPersonCheck } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import type { MoneyCaseAction, MoneyCaseApproval, MoneyCaseDetails } from '#shared/api/staff/money-cases.ts'
import { getDay } from '#shared/format/days.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { toKobo, toNaira } from '#shared/policy/money.ts'
import { hasPermissionIn, type Permission } from '#shared/roles/permissions.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import {
  approvalSteps,
  type MoneyCaseStep,
  mayTakeCaseStep,
  moneyCaseSteps,
  unconfirmedRefund,
} from '#shared/staff/money-cases.ts'
import { presentMoneyCase } from './presenter.ts'
import {
  addCaseEvent,
  type CaseColumns,
  type FoundMoneyCase,
  findLastAnswer,
  findLineOfCase,
  findMoneyCase,
  findPaymentOfCase,
  listMoneyCaseEvents,
  listOtherCases,
  takeCaseStep,
} from './store.ts'

export type MoneyCaseService = ReturnType<typeof createMoneyCaseService>

interface MoneyCaseDependencies {
  staffDatabase: Pick<Database, 'db'>
  payments: Pick<PaymentsService, 'scheduleCheck'>
  clock: () => Date
}

const auditActions: Readonly<Record<MoneyCaseStep, AuditAction>> = {
  ask: 'money_case_asked',
  explain: 'money_case_explained',
  propose_refund: 'refund_proposed',
  cancel_proposal: 'money_case_proposal_cancelled',
  approve_refund: 'refund_approved',
  record_refund: 'refund_paid_out',
  propose_write_off: 'write_off_proposed',
  approve_write_off: 'write_off_approved',
}

const isApproval = (step: MoneyCaseStep) => approvalSteps.some((one) => one === step)
const getStepPermission = (step: MoneyCaseStep): Permission => (isApproval(step) ? 'refund:approve' : 'case:handle')

export function createMoneyCaseService({ staffDatabase: { db }, payments, clock }: MoneyCaseDependencies) {
  /** @throws AppError `not_found` when there is none within the person's scope */
  async function getCase(tx: Tx, id: string, permission: Permission, actor: StaffPrincipal): Promise<FoundMoneyCase> {
    const found = await findMoneyCase(tx, id)
    if (!found) throw new AppError('not_found')
    const { exerciseId, accountId } = found.row
    await assertWithinScope(tx, { exerciseId, ...(accountId && { accountId }) }, permission, actor)
    return found
  }

  async function describe(tx: Tx, found: FoundMoneyCase, actor: StaffPrincipal): Promise<MoneyCaseDetails> {
    const { row } = found
    const payment = await findPaymentOfCase(tx, row)
    const isSecondPerson = (await createSecondPersonCheck(tx, actor, clock()))([row.proposedBy])
    const isPossible = (step: MoneyCaseStep) =>
      mayTakeCaseStep(row.state, step) &&
      hasPermissionIn(actor.grants, getStepPermission(step), row) &&
      (step !== 'ask' || payment !== null) &&
      (step !== 'propose_refund' || getRefundable(found) > 0) &&
      (!isApproval(step) || isSecondPerson)
    return presentMoneyCase({
      found,
      payment,
      answer: payment && (await findLastAnswer(tx, payment.id)),
      line: row.lineId === null ? null : await findLineOfCase(tx, row.lineId),
      events: await listMoneyCaseEvents(tx, row.id),
      others: await listOtherCases(tx, row),
      refundableKobo: getRefundable(found),
      isSecondPerson,
      isOwnProposal: row.proposedBy === actor.staffId,
      steps: moneyCaseSteps.filter(isPossible),
    })
  }

  const describeNewest = async (tx: Tx, id: string, actor: StaffPrincipal) =>
    describe(tx, await getCase(tx, id, 'case:read', actor), actor)

  /** @throws AppError `changed_meanwhile` with the newest, `case_state` */
  async function assertSeen(
    tx: Tx,
    { row }: FoundMoneyCase,
    step: MoneyCaseStep,
    seen: boolean,
    actor: StaffPrincipal,
  ) {
    if (!seen) throw new AppError('changed_meanwhile', { data: await describeNewest(tx, row.id, actor) })
    if (!mayTakeCaseStep(row.state, step)) throw new AppError('case_state')
  }

  interface Change {
    step: MoneyCaseStep
    version: number
    columns: CaseColumns
    detail?: Record<string, number | string>
    note?: string
  }

  /** Whether it is the newest step of the case: taken by a try whose answer was lost. */
  async function hasTaken(tx: Tx, { row }: FoundMoneyCase, change: Change, { staffId }: StaffPrincipal) {
    const { step: kind, columns, detail = {}, note = null } = change
    const newest = (await listMoneyCaseEvents(tx, row.id)).at(-1)?.event
    const isSame = Object.entries(columns).every(
      ([name, value]) => value instanceof Date || row[name as keyof CaseColumns] === value,
    )
    return isSame && isDeepStrictEqual({ ...newest, kind, staffId, detail, note }, newest)
  }

  async function save(
    tx: Tx,
    { row }: FoundMoneyCase,
    change: Change,
    actor: StaffPrincipal,
  ): Promise<MoneyCaseDetails> {
    const { step, detail = {}, note = null } = change
    if (!(await takeCaseStep(tx, row.id, change)))
      throw new AppError('changed_meanwhile', { data: await describeNewest(tx, row.id, actor) })
    const { id: caseId, exerciseId, accountId, kind, rrr } = row
    await addCaseEvent(tx, { caseId, kind: step, staffId: actor.staffId, detail, note, at: clock() })
    // Without note and reference, which may name somebody.
    await audit(tx, {
      actor: 'staff',
      by: actor,
      action: auditActions[step],
      accountId,
      exerciseId,
      subject: { kind: 'money_case', id: caseId },
      detail: { kind, rrr, ...detail },
    })
    return describeNewest(tx, caseId, actor)
  }

  return {
    /** @throws AppError `not_found` */
    async describe(id: string, actor: StaffPrincipal): Promise<MoneyCaseDetails> {
      const found = await getCase(db, id, 'case:read', actor)
      const { exerciseId, accountId } = found.row
      const subject = { kind: 'money_case', id } as const
      await auditView(db, { action: 'money_case_viewed', accountId, exerciseId, subject, by: actor }, clock())
      return describe(db, found, actor)
    },

    /**
     * @throws AppError `not_found`, `changed_meanwhile` with the newest, `case_state`,
     *   `case_rrr_unknown`, `refund_exceeds`, `invalid_request` for the day
     */
    takeStep: (id: string, action: MoneyCaseAction, actor: StaffPrincipal): Promise<MoneyCaseDetails> =>
      refuseRaces(() =>
        db.transaction(async (tx) => {
          const found = await getCase(tx, id, 'case:handle', actor)
          const { act: step, version } = action
          const isNext = found.row.version === version + 1
          if (isNext && (await hasTaken(tx, found, { step, version, ...describeAction(action, found, actor) }, actor)))
            return describe(tx, found, actor)
          await assertSeen(tx, found, step, found.row.version === version, actor)
          if (action.act === 'ask') await askProvider(tx, found)
          return save(tx, found, { step, version, ...describeAction(action, found, actor) }, actor)
        }),
      ),

    /**
     * @throws AppError `not_found`, `changed_meanwhile` with the newest, `case_state`,
     *   `refund_exceeds`, and those of `assertSecondPerson`
     */
    approve: (id: string, { act: step, amount, version }: MoneyCaseApproval, actor: StaffPrincipal) =>
      refuseRaces(() =>
        db.transaction(async (tx): Promise<MoneyCaseDetails> => {
          const found = await getCase(tx, id, 'refund:approve', actor)
          const { refundKobo, amountKobo, proposedBy } = found.row
          const kobo = refundKobo ?? amountKobo
          const now = clock()
          const columns = { approvedBy: actor.staffId, approvedAt: now }
          const change: Change =
            step === 'approve_refund'
              ? { step, version, columns, detail: { refundKobo: kobo } }
              : { step, version, columns: { ...columns, endedAt: now }, detail: { amountKobo } }
          const isNext = found.row.version === version + 1 && toKobo(amount) === kobo
          if (isNext && (await hasTaken(tx, found, change, actor))) return describe(tx, found, actor)
          const isSeen = found.row.version === version && toKobo(amount) === kobo
          await assertSeen(tx, found, step, isSeen, actor)
          await assertSecondPerson(tx, actor, [proposedBy], now)
          if (refundKobo !== null && refundKobo > found.refundableKobo) throw new AppError('refund_exceeds')
          return save(tx, found, change, actor)
        }),
      ),
  }

  /** By the job that asks it anyway. Its answer may come at any time, or never. */
  async function askProvider(tx: Tx, { row }: FoundMoneyCase) {
    const payment = await findPaymentOfCase(tx, row)
    if (!payment) throw new AppError('case_rrr_unknown')
    await payments.scheduleCheck(tx, payment.id)
  }

  function describeAction(
    action: MoneyCaseAction,
    found: FoundMoneyCase,
    actor: StaffPrincipal,
  ): Pick<Change, 'columns' | 'detail' | 'note'> {
    const now = clock()
    const proposed = { proposedBy: actor.staffId, proposedAt: now }
    switch (action.act) {
      case 'ask':
        return { columns: {} }
      case 'explain':
        return { columns: { endedAt: now }, note: action.note }
      case 'propose_refund': {
        const refundKobo = toKobo(action.amount)
        assertRefundable(refundKobo, found)
        return { columns: { ...proposed, refundKobo }, detail: { refundKobo }, note: action.note }
      }
      case 'cancel_proposal':
        return { columns: { proposedBy: null, proposedAt: null, refundKobo: null }, note: action.note }
      case 'record_refund': {
        const { refundedOn, reference } = action
        assertDayOfRefund(refundedOn, found.row.approvedAt, now)
        const detail = { refundKobo: found.row.refundKobo ?? 0, refundedOn }
        return { columns: { refundedOn, refundReference: reference, endedAt: now }, detail }
      }
      case 'propose_write_off':
        return { columns: proposed, detail: { amountKobo: found.row.amountKobo }, note: action.note }
    }
  }
}

/** Of this case: what is at stake, and not more than other refunds of the RRR have left. */
const getRefundable = ({ row, refundableKobo }: FoundMoneyCase) =>
  row.kind === 'missing_here' ? 0 : Math.max(0, Math.min(row.amountKobo, refundableKobo))

/** @throws AppError `refund_exceeds` */
function assertRefundable(kobo: number, found: FoundMoneyCase) {
  const max = getRefundable(found)
  if (kobo <= max) return
  const nothing = found.row.kind === 'missing_here' ? unconfirmedRefund : 'Nothing can go back for this RRR any more.'
  const message = max === 0 ? nothing : `At most ${formatNaira(toNaira(max))} can go back.`
  throw createFieldsError('refund_exceeds', [{ path: 'amount', message }])
}

/** @throws AppError `invalid_request` */
function assertDayOfRefund(day: string, approvedAt: Date | null, now: Date) {
  const refuse = (message: string) => createFieldsError('invalid_request', [{ path: 'refundedOn', message }])
  if (day > (getDay(now) ?? '')) throw refuse('This day is in the future.')
  if (approvedAt && day < (getDay(approvedAt) ?? '')) throw refuse('The refund was not approved before this day.')
}

/** Refunds of two cases of an RRR are proposed at once: the database refuses the second. Else the version tells of changes. */
async function refuseRaces<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatesConstraint(error, 'money_cases_refund_total')) throw new AppError('refund_exceeds')
    throw error
  }
}
