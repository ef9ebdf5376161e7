import { z } from 'zod'
import { typedExerciseYear } from '#shared/lists/exercise-year.ts'
import { ledgerList } from '#shared/lists/ledger.ts'
import { staffDay } from '#shared/staff/day.ts'
import { envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'

const area = 'Staff: ledger'
const { shape } = ledgerList.row
const sums = { debit: nairaAmount, credit: nairaAmount }

const totals = z.object({
  accounts: z.array(z.object({ account: shape.account, ...sums })),
  ...sums,
  asOf: isoDateTime,
})
export type LedgerTotals = z.infer<typeof totals>

const received = { received: nairaAmount, payments: z.number().int().describe('RRRs of which money was received.') }

const revenue = z.object({
  days: z
    .array(z.object({ day: shape.day, channel: shape.channel, ...received }))
    .describe('Of each day and channel with money, the earliest first.'),
  channels: z
    .array(z.object({ channel: shape.channel, ...received }))
    .describe('Of all these days; an RRR that was paid in parts on several of them counts once.'),
  refunded: nairaAmount.describe('Paid back to applicants in the same days.'),
  asOf: isoDateTime,
})
export type Revenue = z.infer<typeof revenue>

const day = staffDay().optional()

export const staffLedgerContracts = {
  staffLedger: createListContract(ledgerList, {
    area,
    summary: 'The ledger of an exercise by day, channel and account, the newest day first; debits equal credits',
  }),
  ledgerTotals: {
    area,
    access: 'staff:money:export',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'What the rows of the ledger add up to, by account',
    query: z.strictObject(ledgerList.filterShape),
    reply: envelope(totals),
  },
  revenue: {
    area,
    access: 'staff:money:export',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'What Remita has received, by day and channel',
    query: z.strictObject({ exercise: typedExerciseYear.optional(), from: day, to: day }),
    reply: envelope(revenue),
  },
} as const satisfies Record<string, StaffContract>
