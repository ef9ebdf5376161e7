import { z } from 'zod'
import { cleanRrr, invalidRrr } from '#shared/policy/rrr.ts'
import { envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

const paymentStatuses = ['pending', 'paid', 'expired'] as const

const payment = z.object({
  createdAt: isoDateTime.describe('When it was paid, or when the RRR was issued.'),
  amount: nairaAmount.describe('The fee.'),
  chargedAmount: nairaAmount.describe('Fee and charge together: what was to be paid.'),
  reference: z.string().describe('The RRR.'),
  paymentType: z.string(),
  status: z.enum(paymentStatuses),
  issuedAt: isoDateTime,
  paidAt: isoDateTime.nullable(),
  lastCheckedAt: isoDateTime.nullable(),
  nextCheckAt: isoDateTime.nullable(),
  slipCode: z.string().nullable().describe('The verification code of the payment slip; null until it is paid.'),
})
export type Payment = z.infer<typeof payment>

const rrr = z
  .string('RRR is required.')
  .transform((typed) => cleanRrr(typed))
  .pipe(z.string().regex(/^\d{12}$/, invalidRrr))

export const paymentContracts = {
  generateRrr: {
    area: 'Payments',
    access: 'applicant',
    limits: limits.generateRrr,
    summary: "The applicant's open RRR, issued now if there is none",
    body: z.object({
      amount: nairaAmount.describe('Fee plus charge, in naira; any other amount is refused.'),
      regenerate: z.boolean().optional(),
    }),
    reply: envelope(z.object({ RRR: z.string() })),
  },
  verifyPayment: {
    area: 'Payments',
    access: 'applicant',
    limits: limits.verifyPayment,
    summary: "Ask the provider about one of the applicant's own RRRs",
    query: z.object({ rrr }),
    reply: envelope(
      z.object({
        status: z.literal('00'),
        message: z.string(),
        RRR: z.string(),
        amount: nairaAmount,
        paidAt: isoDateTime,
      }),
    ),
  },
  myPayment: {
    area: 'Payments',
    access: 'applicant',
    limits: limits.reads,
    summary: 'The paid payment, or the newest one',
    reply: envelope(payment),
  },
  remitaNotification: {
    area: 'Payments',
    access: 'provider',
    limits: limits.notification,
    summary: "The provider's notification that something was paid; answers plain Ok",
    body: z.unknown(),
  },
} as const satisfies Record<string, ApplicantContract>
