// A small world for the model of the payments: two applicants, the real services and database, the provider's simulator,
// a clock that steps, and servers that go down in the middle of things.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Logger, runOnce } from 'graphile-worker'
import { expect } from 'vitest'
import { accounts, exercises, payments } from '#server/db/schema.ts'
import type { GeneratePress } from '#server/features/payments/generate.ts'
import { paymentService } from '#server/features/payments/service.ts'
import { AppError } from '#server/http/app-error.ts'
import type { PaymentGateway } from '#server/providers/payment/payment-gateway.ts'
import { remita } from '#server/providers/payment/remita.ts'
import { nairaOf, totalDue } from '#shared/rules/money.ts'
import type { TestApi } from './api.ts'
import { runDueChecks } from './payments.ts'

export interface Applicant {
  id: string
  userId: string
}

/** An order in the provider's book, in naira. */
export interface Order {
  rrr: string
  orderId: string
  due: number
  paid: number
}

/** Where a server goes down: before the provider hears of the question, or after it has answered. */
export type Crash = 'never' | 'before' | 'after'

class Crashed extends Error {}

/** Answers are given up quickly, so that a provider that never answers costs no time. */
const timeLimitMs = 120
const restartMs = 3 * 60_000

export type World = Awaited<ReturnType<typeof newWorld>>

/** A world without a past, on a server whose jobs wait. */
export async function newWorld(api: TestApi) {
  const { db, pool } = api.database
  await pool.query('delete from graphile_worker._private_jobs')
  await api.remita.control('reset', {})
  const applicants = [await anAccount(api), await anAccount(api)] as const
  const letters = new Map<string, number>()
  const gateway = remita({ ...api.config.remita, timeLimitMs })

  const world = {
    api,
    applicants,
    /** RRRs whose notification is still on its way. */
    held: [] as string[],
    isFeeChanged: false,
    /** Whether more time has passed than an RRR is watched. */
    isLongAgo: false,

    /** A server; one that crashes leaves everything as a kill would. */
    service(crash: Crash = 'never') {
      const down = goingDown(gateway, crash)
      const service = paymentService({
        database: api.database,
        gateway: down.gateway,
        clock: api.clock.now,
        log: silent,
      })
      return {
        generate: (press: GeneratePress) => Promise.race([service.generate(press), down.crashed]),
        verify: (accountId: string, rrr: string) => Promise.race([service.verify(accountId, rrr), down.crashed]),
      }
    },

    async faults(faults: object): Promise<void> {
      await api.remita.control('faults', faults)
    },

    /** The provider's book for one applicant, in the order of the asking. */
    async orders({ userId }: Applicant): Promise<Order[]> {
      const all = (await api.remita.control('orders')) as Order[]
      return all.filter(({ orderId }) => orderId.startsWith(`${userId}-`))
    },

    async holdsEnough(applicant: Applicant): Promise<boolean> {
      return (await world.orders(applicant)).some(({ due, paid }) => paid >= due)
    },

    rows: ({ id }: Applicant) => db.select().from(payments).where(eq(payments.accountId, id)),

    async isPaid(applicant: Applicant): Promise<boolean> {
      return (await world.rows(applicant)).some(({ status }) => status === 'paid')
    },

    async dueNaira({ id }: Applicant): Promise<number> {
      const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
      return nairaOf(totalDue({ amount: account?.feeKobo ?? 0, charge: account?.chargeKobo ?? 0 }))
    },

    async changeFee({ id }: Applicant): Promise<void> {
      world.isFeeChanged = true
      await db
        .update(accounts)
        .set({ feeKobo: sql`${accounts.feeKobo} + 100000` })
        .where(eq(accounts.id, id))
    },

    /** A server that went down is not up again at once. */
    restart: () => api.clock.advance(restartMs),

    async pass(ms: number, crash: Crash = 'never'): Promise<void> {
      api.clock.advance(ms)
      await runDueChecks(api, failing(gateway, crash))
    },

    /** Sends the letters that wait; what was sent is counted. */
    async sendLetters(): Promise<void> {
      const waiting = "select 1 from graphile_worker.jobs where task_identifier = 'send_letter' limit 1"
      if ((await pool.query(waiting)).rowCount === 0) return
      const send_letter = async (payload: unknown) => {
        const { letter, accountId } = payload as { letter: string; accountId: string }
        expect(letter).toBe('paymentReceived')
        letters.set(accountId, (letters.get(accountId) ?? 0) + 1)
      }
      await runOnce({ pgPool: pool, taskList: { send_letter }, logger: quiet })
    },

    receiptsOf: ({ id }: Applicant) => letters.get(id) ?? 0,
  }
  return world
}

const silent = { error() {} }
const quiet = new Logger(() => () => {})

/** A job that fails is run again, as is one whose server went down. */
const failing = (gateway: PaymentGateway, crash: Crash) =>
  insteadOf(gateway, crash, () => Promise.reject(new Crashed()))

/** Whoever asked never hears of it, so that nothing of what would follow is done. */
function goingDown(gateway: PaymentGateway, crash: Crash) {
  let crashNow: (crash: Crashed) => void = () => {}
  const crashed = new Promise<never>((_, reject) => {
    crashNow = reject
  })
  crashed.catch(() => {})
  const down = insteadOf(gateway, crash, () => {
    crashNow(new Crashed())
    return new Promise<never>(() => {})
  })
  return { gateway: down, crashed }
}

function insteadOf(gateway: PaymentGateway, crash: Crash, goDown: () => Promise<never>): PaymentGateway {
  if (crash === 'never') return gateway
  const down = async (call: () => Promise<unknown>): Promise<never> => {
    if (crash === 'after') await call()
    return goDown()
  }
  return {
    generate: (order) => down(() => gateway.generate(order)),
    statusOf: (rrr) => down(() => gateway.statusOf(rrr)),
    statusOfOrder: (orderId) => down(() => gateway.statusOfOrder(orderId)),
  }
}

async function anAccount({ database: { db } }: TestApi): Promise<Applicant> {
  const [exercise] = await db.select().from(exercises).limit(1)
  if (!exercise) throw new Error('There is no exercise.')
  const userId = `M${randomUUID().slice(0, 8)}`
  const [account] = await db
    .insert(accounts)
    .values({
      exerciseId: exercise.id,
      userId,
      passwordHash: '-',
      initialPasswordHash: '-',
      surname: 'Example',
      firstName: 'Amina',
      email: `${userId}@example.org`,
      phone: '08011112222',
      dateOfBirth: '1985-06-15',
      gender: 'f',
      state: 'ogun',
      lga: 'Ijebu Ode',
      school: 'Technology',
      role: 'Lecturer II',
      feeKobo: exercise.feeKobo,
      chargeKobo: exercise.chargeKobo,
    })
    .returning({ id: accounts.id })
  return { id: account?.id ?? '', userId }
}

/** What a call came to: its result, the refusal's code, or a crash. Anything else that is thrown is a failure of the test. */
export async function outcomeOf<T>(call: Promise<T>): Promise<{ result: T } | { code: string }> {
  try {
    return { result: await call }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code }
    if (error instanceof Crashed) return { code: 'crashed' }
    throw error
  }
}
