// "Generate RRR": many presses at once, on several servers, come to one RRR that all of them are answered.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError, refusedFields } from '#server/platform/api/app-error.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { isAway, violates } from '#server/platform/database/errors.ts'
import { errors } from '#shared/messages/errors.ts'
import { nairaOf, totalDue } from '#shared/policy/money.ts'
import type { Means } from '../dependencies.ts'
import { watchOn } from '../polling/schedule-polling.ts'
import { type Provider, recordedProvider } from '../provider.ts'
import type { Happening } from '../status/payment-state.ts'
import { settle } from '../status/settle.ts'
import {
  addEvent,
  addRequested,
  lockedPayer,
  type Payer,
  type Payment,
  paymentById,
  paymentsOf,
  resumeRequested,
} from '../store.ts'
import { isBeingAsked, stepFor } from './decide-request.ts'
import { askingMs, keepAsking } from './lease.ts'
import { obtainRrr } from './obtain-rrr.ts'

const minuteMs = 60_000
/** How long a press waits for the RRR that another one asked for. */
const patienceMs = 25_000
const pollMs = { first: 50, longest: 500 }
/** Nobody needs more RRRs; each is watched for weeks. */
const perDay = 20

export interface GeneratePress {
  accountId: string
  /** As sent; the server decides. */
  amountNaira: number
  regenerate: boolean
}

type Turn =
  | { kind: 'answer'; rrr: string }
  | { kind: 'wait'; payment: Payment }
  | { kind: 'ask'; payment: Payment; payer: Payer; isResumed: boolean }

/** @returns a function that answers the RRR to pay by */
export function generator(means: Means) {
  const { clock } = means
  const { db } = means.database
  const provider = recordedProvider(means)

  return async (press: GeneratePress): Promise<string> => {
    const pressedAt = clock()
    // A second round is needed when an RRR was being asked for that turns out to be of another amount.
    for (let round = 0; round < 3; round++) {
      const turn = await db.transaction((tx) => takeTurn(tx, { ...press, pressedAt }, clock()))
      if (turn.kind === 'answer') return turn.rrr
      const payment = turn.kind === 'wait' ? await waited(means, turn.payment) : await asked(means, provider, turn)
      if (payment?.state.status === 'open' && nairaOf(payment.state.dueKobo) === press.amountNaira)
        return payment.state.rrr
    }
    throw new AppError('payment_provider_unavailable')
  }
}

/** What this press does, decided and noted in one transaction before the provider is asked. */
async function takeTurn(
  tx: Tx,
  { accountId, amountNaira, regenerate, pressedAt }: GeneratePress & { pressedAt: Date },
  now: Date,
): Promise<Turn> {
  const payer = await lockedPayer(tx, accountId)
  if (!payer) throw new AppError('session_ended')
  const held = await paymentsOf(tx, accountId)
  const dueKobo = totalDue({ amount: payer.feeKobo, charge: payer.chargeKobo })
  const step = stepFor({ dueKobo, regenerate, pressedAt }, held, now)
  if (step.kind === 'paid') throw new AppError('already_paid')
  if (amountNaira !== nairaOf(dueKobo))
    throw refusedFields('amount_differs', [{ path: 'amount', message: errors.amount_differs.message }])

  const askingUntil = new Date(now.getTime() + askingMs)
  switch (step.kind) {
    case 'answer':
      return step
    case 'wait':
      return { kind: 'wait', payment: held.find(({ id }) => id === step.id)! }
    case 'resume':
      return { kind: 'ask', payer, payment: await resumeRequested(tx, step.id, askingUntil), isResumed: true }
    case 'ask': {
      assertFewToday(held, now)
      const payment = await addRequested(tx, { ...asksFor(payer), accountId, askingUntil, createdAt: now })
      await addEvent(tx, { payment, kind: 'requested', detail: { dueKobo }, at: now })
      // Should this server go down before the answer, the order is looked up by the job.
      await watchOn(tx, payment, now, false)
      return { kind: 'ask', payer, payment, isResumed: false }
    }
  }
}

const asksFor = ({ userId, feeKobo, chargeKobo }: Payer) => ({
  orderId: `${userId}-${randomBytes(6).toString('hex')}`,
  feeKobo,
  chargeKobo,
})

function assertFewToday(held: Payment[], now: Date) {
  const dayAgo = now.getTime() - 24 * 60 * minuteMs
  if (held.filter(({ createdAt }) => createdAt.getTime() > dayAgo).length < perDay) return
  throw new AppError('too_many_requests', {
    message: 'You have generated many RRRs today. Pay one of them, or generate another one tomorrow.',
  })
}

/** @throws AppError `payment_provider_unavailable` when the provider has to be asked again later */
async function asked(means: Means, provider: Provider, turn: Turn & { kind: 'ask' }): Promise<Payment> {
  const { log } = means
  const asking = keepAsking(means, turn.payment)
  try {
    const happening = await obtainRrr(provider, turn.payment, turn.payer, turn.isResumed)
    if (happening) return await filled(means, turn.payment, happening)
  } catch (error) {
    const givenUp = asking.giveUp().catch(() => {})
    // A database that is away is not waited for once more: the signs of life end by themselves.
    if (!isAway(error)) await givenUp
    if (!violates(error, 'payments_rrr_once')) throw error
    // An RRR that is somebody else's: nobody may be told to pay it.
    log.error({ payment: turn.payment.id }, 'the payment provider issued an RRR twice')
    throw new AppError('payment_provider_unavailable')
  } finally {
    asking.end()
  }
  await asking.giveUp()
  throw new AppError('payment_provider_unavailable')
}

const filled = ({ database: { db }, clock }: Means, asked: Payment, happening: Happening): Promise<Payment> =>
  db.transaction(async (tx) => {
    const now = clock()
    const payment = await settle(tx, asked, happening, { now, actor: 'applicant' })
    if (payment.state.status !== 'paid') await watchOn(tx, payment, now, true)
    return payment
  })

/**
 * Waits for what another press, perhaps on another server, is asking for.
 * @returns null when nobody is asking any more
 * @throws AppError `payment_provider_unavailable` when that press got no RRR, or none in time
 */
async function waited({ database: { db }, clock }: Means, { id }: Payment): Promise<Payment | null> {
  const deadline = Date.now() + patienceMs
  for (let waitMs = pollMs.first; Date.now() < deadline; waitMs = Math.min(waitMs * 1.5, pollMs.longest)) {
    await pause(waitMs)
    const payment = await paymentById(db, id)
    if (payment?.state.status !== 'requested') return payment
    if (payment.askingUntil === null) break
    if (!isBeingAsked(payment, clock())) return null
  }
  throw new AppError('payment_provider_unavailable')
}
