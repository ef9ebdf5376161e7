// Money that is paid at the bank while something breaks: however the server hears of it, it must be counted, once.
import { setTimeout as pause } from 'node:timers/promises'
import { askSimulator } from '../simulators/simulator.ts'
import { acknowledged, type Entry, type Ledger } from './check/expected-state.ts'
import type { Site } from './site.ts'
import { type Applicant, anUnpaidCrowd } from './users.ts'

/** What the bank took. Whether the server knows of it is the server's affair. */
export interface Deposit {
  applicant: Applicant
  rrr: string
}

/** Applicants with an RRR who pay one after the other, so that some money comes before the fault, some in it, some after. */
const payers = 6

/** Pays each of them at the bank, which notifies the server; every second one presses Verify then. */
export async function prepareMoney(site: Site, ledger: Ledger, origin: string): Promise<{ send(): Promise<Entry[]> }> {
  await tellBank(site, 'notification-url', { url: `${origin}/api/v1/payments/remita-notification` })
  const crowd = await anUnpaidCrowd(site, payers)
  const deposits = await Promise.all(
    crowd.map(async (applicant) => ({
      applicant,
      rrr: rrrOf(await ledger.ask(origin, applicant, { kind: 'generate' })),
    })),
  )
  return {
    async send() {
      const presses: Promise<Entry>[] = []
      for (const [n, deposit] of deposits.entries()) {
        ledger.deposits.push(deposit)
        await tellBank(site, 'pay', { rrr: deposit.rrr })
        const { applicant, rrr } = deposit
        if (n % 2 === 0) presses.push(ledger.ask(origin, applicant, { kind: 'verify', rrr }))
      }
      return Promise.all(presses)
    },
  }
}

/** Has the bank notify again of money that is not counted yet, for even RRRs; odd ones are left to the watch. */
export async function notifyAgain(site: Site, ledger: Ledger): Promise<number> {
  const uncounted = await uncountedDeposits(site, ledger)
  const again = uncounted.filter(({ rrr }) => Number(rrr) % 2 === 0)
  for (const { rrr } of again) await tellBank(site, 'notify', { rrr })
  return again.length
}

/** Brings forward when each open RRR is asked about again, and waits until all money is counted; resolves with how much was not. */
export async function untilMoneyIsCounted(site: Site, ledger: Ledger, patienceMs = 90_000): Promise<number> {
  const waited = (await uncountedDeposits(site, ledger)).length
  await site.pool.query(
    `update graphile_worker._private_jobs as jobs set run_at = now() from graphile_worker._private_tasks as tasks
     where tasks.id = jobs.task_id and tasks.identifier = 'check_payment' and jobs.locked_at is null`,
  )
  for (const giveUpAt = Date.now() + patienceMs; ; await pause(100)) {
    const uncounted = await uncountedDeposits(site, ledger)
    if (uncounted.length === 0) return waited
    if (Date.now() > giveUpAt) throw new Error(`Paid and not counted: ${uncounted.map(({ rrr }) => rrr)}`)
  }
}

/** By whose asking the server learnt of the money: the applicant's, or its own after a notification or on schedule. */
export async function learntBy({ pool }: Pick<Site, 'pool'>): Promise<Record<'applicant' | 'system', number>> {
  const { rows } = await pool.query<{ actor: 'applicant' | 'system'; times: number }>(
    `select actor, count(*)::int as times from audit_log where action = 'payment_paid' group by actor`,
  )
  return { applicant: 0, system: 0, ...Object.fromEntries(rows.map(({ actor, times }) => [actor, times])) }
}

async function uncountedDeposits({ pool }: Pick<Site, 'pool'>, { deposits }: Ledger): Promise<Deposit[]> {
  const { rows } = await pool.query<{ rrr: string }>(
    `select rrr from payments where status = 'paid' and rrr = any($1)`,
    [deposits.map(({ rrr }) => rrr)],
  )
  const counted = new Set(rows.map(({ rrr }) => rrr))
  return deposits.filter(({ rrr }) => !counted.has(rrr))
}

function rrrOf(press: Entry): string {
  const data = acknowledged(press)
  if (!data) throw new Error(`There is no RRR to pay: ${JSON.stringify(press.outcomes)}`)
  return data.RRR
}

const tellBank = ({ remita }: Pick<Site, 'remita'>, path: string, body: object) => askSimulator(remita, path, body)
