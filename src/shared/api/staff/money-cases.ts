// Money cases: what does not add up about the money of an RRR, and the steps to its end.
import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { moneyCaseList } from '#shared/lists/money-cases.ts'
import { refundList } from '#shared/lists/refunds.ts'
import { paymentStates } from '#shared/policy/rrr.ts'
import { staffDay } from '#shared/staff/day.ts'
import {
  accountNumberMessage,
  approvalSteps,
  hasAccountNumber,
  maxCaseNote,
  maxRefundReference,
  moneyCaseEventNames,
  moneyCaseSteps,
  remitaAnswers,
  settledReasons,
} from '#shared/staff/money-cases.ts'
import { describeMaxLength } from '#shared/staff/text-limits.ts'
import { envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byId, seenVersion } from './requests.ts'
import { isSecondPerson } from './second-person.ts'

const area = 'Staff: money cases'
const { shape } = moneyCaseList.row
const seen = { version: seenVersion }

const personAt = z.object({ name: z.string(), at: isoDateTime }).nullable()

const details = z.object({
  ...shape,
  year: z.number().int().describe('Of the exercise.'),
  version: z.number().int(),
  endedAt: isoDateTime.nullable(),
  proposed: personAt,
  approved: personAt,
  refundedOn: z.iso.date().nullable(),
  reference: z.string().nullable().describe("Of the payment to the applicant, in the accounts' own records."),
  refundable: nairaAmount.describe('How much can go back at most, after the other refunds of the RRR.'),
  isSecondPerson,
  isOwnProposal: z.boolean().describe('The reader has proposed the refund or the write-off.'),
  steps: z.array(z.enum(moneyCaseSteps)).describe('What the reader may do now.'),
  payment: z
    .object({
      state: z.enum(paymentStates),
      due: nairaAmount,
      paid: nairaAmount.nullable(),
      paidAt: isoDateTime.nullable(),
      channel: z.string(),
      nextCheckAt: isoDateTime.nullable().describe('When Remita is asked again by itself.'),
    })
    .nullable()
    .describe('As it is now; null while the RRR is unknown here.'),
  remita: z
    .object({
      at: isoDateTime,
      answer: z.enum(listNames(remitaAnswers)),
      amount: nairaAmount.nullable().describe('What Remita says that it received.'),
    })
    .nullable()
    .describe('When Remita was asked last, and what it said.'),
  isWaiting: z.boolean().describe('Somebody has asked Remita, and there is no answer since.'),
  line: z
    .object({
      settlement: uuid(),
      line: z.number().int(),
      amount: nairaAmount,
      charge: nairaAmount.nullable(),
      paidOn: z.iso.date(),
      settledOn: z.iso.date().nullable(),
      channel: z.string(),
      importedAt: isoDateTime,
    })
    .nullable()
    .describe('The line of a settlement that the case is about.'),
  events: z
    .array(
      z.object({
        id: z.number().int(),
        kind: z.enum(moneyCaseEventNames),
        by: z.string().nullable().describe('Null for the portal itself.'),
        at: isoDateTime,
        amount: nairaAmount.nullable(),
        reason: z.enum(listNames(settledReasons)).nullable(),
        note: z.string().nullable(),
      }),
    )
    .describe('Oldest first.'),
  others: z
    .array(z.object({ id: shape.id, kind: shape.kind, rrr: shape.rrr, state: shape.state, amount: shape.amount }))
    .describe('Other cases of the RRR or the account, newest first.'),
})
export type MoneyCaseDetails = z.infer<typeof details>

const withoutAccount = (text: z.ZodString) => text.refine((value) => !hasAccountNumber(value), accountNumberMessage)
const note = withoutAccount(
  z.string('Write why.').trim().min(3, 'Write why.').max(maxCaseNote, describeMaxLength(maxCaseNote)),
)
const amountMessage = 'Enter an amount in naira, such as 12,500.00.'
const amount = z
  .number(amountMessage)
  .min(0.01, amountMessage)
  .max(1_000_000_000, amountMessage)
  .refine((naira) => Math.abs(naira * 100 - Math.round(naira * 100)) < 1e-4, 'Use at most two decimals.')

const step = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('ask'), ...seen }),
  z.strictObject({ act: z.literal('explain'), note, ...seen }),
  z.strictObject({ act: z.literal('propose_refund'), amount, note, ...seen }),
  z.strictObject({ act: z.literal('cancel_proposal'), note, ...seen }),
  z.strictObject({
    act: z.literal('record_refund'),
    refundedOn: staffDay('Choose the day on which it was paid out.'),
    reference: withoutAccount(
      z
        .string('Enter the reference.')
        .trim()
        .min(1, 'Enter the reference.')
        .max(maxRefundReference, describeMaxLength(maxRefundReference)),
    ),
    ...seen,
  }),
  z.strictObject({ act: z.literal('propose_write_off'), note, ...seen }),
])
export type MoneyCaseAction = z.infer<typeof step>

const approval = z.strictObject({
  act: z.enum(approvalSteps, 'Choose what is approved.'),
  amount: nairaAmount.describe('The refund that was seen; for a write-off, what is at stake.'),
  ...seen,
})
export type MoneyCaseApproval = z.infer<typeof approval>

export const staffMoneyCaseContracts = {
  staffCases: createListContract(moneyCaseList, { area, summary: 'The money cases of an exercise, newest first' }),
  staffRefunds: createListContract(refundList, {
    area,
    summary: 'Refunds that are approved, for the accounts department; without bank details',
  }),
  moneyCase: {
    area,
    access: 'staff:case:read',
    scope: 'money case',
    limits: staffLimits.reads,
    summary: 'One case: the payment as it is now, what Remita and the settlement say, its history',
    params: byId,
    reply: envelope(details),
  },
  stepMoneyCase: {
    area,
    access: 'staff:case:handle',
    scope: 'money case',
    limits: staffLimits.rareChanges,
    summary:
      'Ask Remita, explain, propose a refund or a write-off, cancel a proposal, or record that a refund was paid out. Nobody marks an RRR as paid',
    params: byId,
    body: step,
    reply: envelope(details),
  },
  approveMoneyCase: {
    area,
    access: 'staff:refund:approve',
    fresh: true,
    scope: 'money case',
    limits: staffLimits.rareChanges,
    summary: 'Approve the refund or the write-off that another person proposed',
    params: byId,
    body: approval,
    reply: envelope(details),
  },
} as const satisfies Record<string, StaffContract>
