// Corrections of an applicant's facts, and moves of the account to another post or fee. Once the NIN is verified, a second
// person must approve them, and a new email address or post once the fee is paid.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { findEmailPause } from '#server/domain/email-pause.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import { assertSecondPerson } from '#server/features/staff/service.ts'
import { assertFresh, type StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { correctableFacts } from '#shared/api/staff/applicants.ts'
import { type AccountFact, accountFactLabels, movableFactLabels } from '#shared/policy/correctable-facts.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { states } from '#shared/reference-data/states.ts'
import type { Permission } from '#shared/roles/permissions.ts'
import { correctionTransitions } from '#shared/staff/proposals.ts'
import type { ApplicantDependencies } from './dependencies.ts'
import {
  type AccountRow,
  addCorrections,
  type CorrectionRow,
  findApplicantFacts,
  isEmailTaken,
  listAccountPayments,
  listProposedCorrections,
  lockAddresses,
  lockApplicant,
  lockPost,
  lockProposedCorrection,
  type OwnCorrection,
  saveCorrectionDecision,
  updateFacts,
  voidPasswordResets,
} from './store.ts'

type Facts = z.output<typeof correctableFacts> & Partial<Pick<AccountRow, keyof typeof movableFactLabels>>
type Column = AccountFact

const isMove = (columns: readonly string[]) => columns.some((column) => column in movableFactLabels)
const namesPost = (facts: Facts) => 'school' in facts || 'department' in facts || 'role' in facts
const getPermission = (columns: readonly string[]): Permission =>
  isMove(columns) ? 'account:issue' : 'account:correct'

export interface Correction {
  /** Those that are not corrected may stand here too, as they are. */
  facts: Facts
  reason: string
  /** Of the account, as the person saw it. */
  version: number | undefined
}

type Result = { version: number } | { proposal: string }

export function createCorrectionService({ staffDatabase: { db }, encryption, clock }: ApplicantDependencies) {
  const encrypt = (value: unknown) => encryption.encrypt(JSON.stringify(value))
  const readFacts = (rows: CorrectionRow[]) =>
    Object.fromEntries(rows.map((row) => [row.column, JSON.parse(encryption.decrypt(row.encryptedNew))])) as Facts

  /** The same one, proposed by a try whose answer was lost. */
  async function findProposal(tx: Tx, own: OwnCorrection, facts: Facts): Promise<string | null> {
    const rows = await listProposedCorrections(tx, own)
    const byId = Map.groupBy(rows, ({ correctionId }) => correctionId)
    const same = [...byId].find(([, proposed]) => isDeepStrictEqual(readFacts(proposed), facts))
    return same?.[0] ?? null
  }

  return {
    /**
     * Corrects the facts that differ, or proposes it.
     * @throws AppError `fresh_sign_in_required` for the email address, `changed_meanwhile` with the newest version, `email_taken`,
     *   `post_submitted`, `post_closed`, `fee_paid`, `rrr_open`, `invalid_request`
     */
    correct: (accountId: string, { facts, reason, version }: Correction, actor: StaffPrincipal): Promise<Result> =>
      db.transaction(async (tx) => {
        if (facts.email !== undefined) await lockAddresses(tx, accountId)
        const account = await lockApplicant(tx, accountId)
        if (!account) throw new AppError('not_found')
        const changed = pickChanged(account, facts)
        const columns = Object.keys(changed) as Column[]
        // Also by a try whose answer was lost.
        if (columns.length === 0) return { version: account.version }
        if (account.version !== version) throw new AppError('changed_meanwhile', { data: { version: account.version } })
        const now = clock()
        await assertPossible(tx, account, changed, now)
        if (changed.email !== undefined) assertFresh(actor, now)
        const known = await findApplicantFacts(tx, accountId)
        const needsAnother =
          Boolean(known?.nin) || (known?.index?.isPaid === true && (changed.email !== undefined || namesPost(changed)))
        const own = { accountId, reason, seenVersion: version, madeBy: actor.staffId }
        const waiting = needsAnother ? await findProposal(tx, own, changed) : null
        if (waiting) return { proposal: waiting }
        const correctionId = randomUUID()
        const state = needsAnother ? ('proposed' as const) : ('applied' as const)
        const common = { ...own, correctionId, state, madeAt: now }
        await addCorrections(
          tx,
          columns.map((column) => ({
            ...common,
            column,
            encryptedOld: encrypt(account[column]),
            encryptedNew: encrypt(changed[column]),
          })),
        )
        if (!needsAnother) return { version: await applyCorrection(tx, account, changed, { actor, reason, now }) }
        const action = 'correction_proposed'
        await audit(tx, {
          actor: 'staff',
          action,
          accountId,
          by: actor,
          reason,
          detail: { columns, proposal: correctionId },
        })
        return { proposal: correctionId }
      }),

    /**
     * What waits in an archived exercise can only be declined.
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile`, `email_taken`, `post_submitted`, `post_closed`,
     *   `fee_paid`, `rrr_open`, those of `assertSecondPerson`
     */
    decide: (correctionId: string, decision: 'approve' | 'decline', actor: StaffPrincipal) =>
      db.transaction(async (tx) => {
        const rows = await lockProposedCorrection(tx, correctionId)
        const [first] = rows
        const columns = rows.map(({ column }) => column)
        if (first && columns.includes('email')) await lockAddresses(tx, first.accountId)
        const account = first && (await lockApplicant(tx, first.accountId))
        if (!first || !account) throw new AppError('not_found')
        await assertWithinScope(tx, { ...account, accountId: account.id }, getPermission(columns), actor)
        if (decision === 'approve') {
          await assertSecondPerson(tx, actor, [first.madeBy], clock())
          if (columns.includes('email') || isMove(columns)) assertFresh(actor, clock())
          await assertRunning(tx, account.exerciseId)
          if (account.version !== first.seenVersion)
            throw new AppError('changed_meanwhile', { data: { version: account.version } })
          const facts = readFacts(rows)
          await assertPossible(tx, account, facts, clock())
          await applyCorrection(tx, account, facts, { actor, reason: first.reason, now: clock() })
        } else {
          const { accountId } = first
          await audit(tx, {
            actor: 'staff',
            action: 'correction_declined',
            accountId,
            by: actor,
            detail: { proposal: correctionId },
          })
        }
        await saveCorrectionDecision(tx, correctionId, decision, { decidedBy: actor.staffId, decidedAt: clock() })
        return correctionTransitions[decision].to
      }),
  }
}

/** Writes the facts, tells the applicant at both addresses, and records the columns without their values. */
async function applyCorrection(
  tx: Tx,
  account: AccountRow,
  facts: Facts,
  { actor, reason, now }: { actor: StaffPrincipal; reason: string; now: Date },
) {
  const version = await updateFacts(tx, account.id, facts as Partial<AccountRow>)
  const columns = Object.keys(facts) as Column[]
  const isNewAddress = facts.email !== undefined && facts.email !== account.email.toLowerCase()
  if (isNewAddress) await voidPasswordResets(tx, account.id, now)
  const until = isNewAddress && !account.mustChangePassword ? await findEmailPause(tx, account.id, 'one', now) : null
  const data = {
    userId: account.userId,
    facts: columns.map((column) => accountFactLabels[column]),
    at: now.toISOString(),
    ...(until && { resetFrom: until.toISOString() }),
  }
  await enqueue(tx, 'send_email', { email: 'detailsCorrected', accountId: account.id, data })
  if (isNewAddress) {
    const former = { email: 'detailsCorrected' as const, accountId: account.id, to: account.email, data }
    await enqueue(tx, 'send_email', former)
  }
  await audit(tx, {
    actor: 'staff',
    action: isMove(columns) ? 'applicant_moved' : 'applicant_corrected',
    accountId: account.id,
    by: actor,
    reason,
    detail: { columns },
  })
  return version
}

const pickChanged = (account: AccountRow, facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(([column, value]) => value !== undefined && account[column as Column] !== value),
  )

async function assertPossible(tx: Tx, account: AccountRow, facts: Facts, now: Date): Promise<void> {
  const { email, state, lga, feeKobo, chargeKobo } = facts
  if (namesPost(facts)) await assertPostPossible(tx, account, facts, now)
  if ((feeKobo ?? chargeKobo) !== undefined) await assertAmountsPossible(tx, account)
  if (email !== undefined && (await isEmailTaken(tx, account, email))) throw new AppError('email_taken')
  if (state === undefined && lga === undefined) return
  const origin = states.find(({ alias }) => alias === (state ?? account.state))
  const isKnown = origin?.lgas.includes(lga ?? account.lga)
  if (!isKnown) {
    const message = `${origin?.state ?? 'This state'} has no LGA ${lga ?? account.lga}.`
    throw createFieldsError('invalid_request', [{ path: 'lga', message }])
  }
}

/** @throws AppError `post_submitted`, `post_closed`, `invalid_request` */
async function assertPostPossible(tx: Tx, account: AccountRow, facts: Facts, now: Date): Promise<void> {
  if ((await findApplicantFacts(tx, account.id))?.application) throw new AppError('post_submitted')
  const { exerciseId, school, department, role } = { ...account, ...facts }
  const post = await lockPost(tx, exerciseId, { school, department, role })
  if (!post) throw createFieldsError('invalid_request', [{ path: 'post', message: 'This exercise has no such post.' }])
  if (isPastDeadline(post.closesAt, now)) throw new AppError('post_closed')
}

/** @throws AppError `fee_paid`, `rrr_open` */
async function assertAmountsPossible(tx: Tx, account: AccountRow): Promise<void> {
  const states = (await listAccountPayments(tx, account.id)).map(({ status }) => status)
  if (states.includes('paid')) throw new AppError('fee_paid')
  if (states.includes('open') || states.includes('requested')) throw new AppError('rrr_open')
}
