import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { paymentList } from '#shared/lists/payments.ts'
import { paymentCheckOutcomes } from '#shared/staff/labels/payments.ts'
import { envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'

const area = 'Staff: payments'
const { shape } = paymentList.row
const params = z.object({ rrr: z.string().max(40).describe('Also with spaces.') })

const details = z.object({
  payment: paymentList.row
    .omit({ userId: true, name: true })
    .extend({ rrr: z.string(), issuedAt: isoDateTime.nullable(), checks: z.number().int() }),
  userId: shape.userId,
  name: shape.name,
  year: z.number().int().describe('Of the exercise.'),
  events: z
    .array(
      z.object({
        at: isoDateTime,
        kind: z.string(),
        call: z.string().optional(),
        answer: z.string().optional().describe('What Remita said.'),
        due: nairaAmount.optional(),
        paid: nairaAmount.optional(),
      }),
    )
    .describe('The newest 300, oldest first; amounts for those who may see them.'),
  others: z
    .array(paymentList.row.pick({ id: true, rrr: true, state: true, due: true, paid: true, requestedAt: true }))
    .describe('Other RRRs of the same account, newest first.'),
  mayCheck: z.boolean().describe('Whether the reader may ask Remita.'),
})
export type PaymentDetails = z.infer<typeof details>

const checked = details.extend({
  outcome: z.enum(listNames(paymentCheckOutcomes)).describe('What Remita said, or why it said nothing.'),
  status: shape.state.describe('Of the payment, after the answer.'),
  askedAt: isoDateTime.describe('When Remita was asked; earlier than now when it was asked a moment ago.'),
})
export type CheckedPayment = z.infer<typeof checked>

export const staffPaymentContracts = {
  staffPayments: createListContract(paymentList, { area, summary: 'Every RRR of an exercise, the newest first' }),
  staffPayment: {
    area,
    access: 'staff:payment:read',
    scope: 'payment',
    limits: staffLimits.reads,
    summary: 'One RRR with its events and the other RRRs of its account',
    params,
    reply: envelope(details),
  },
  checkPayment: {
    area,
    access: 'staff:payment:read',
    scope: 'payment',
    limits: staffLimits.rareChanges,
    summary:
      'Ask Remita about an RRR now, at most once in five seconds. Nobody of the staff can mark one as paid: only Remita’s own answer does',
    params,
    body: z.strictObject({}).optional(),
    reply: envelope(checked),
  },
} as const satisfies Record<string, StaffContract>
