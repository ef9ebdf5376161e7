import { z } from 'zod'
import { invalidSlipCode, isSlipCode, normalizeSlipCode } from '#shared/policy/slip-code.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

/** As printed: in groups, in upper or lower case. */
const code = z.string().transform(normalizeSlipCode).pipe(z.string().refine(isSlipCode, invalidSlipCode))

/** The only facts that are public about a genuine slip. */
const genuineSlip = z.object({
  kind: z.enum(['application', 'payment', 'offer']),
  name: z.string(),
  number: z.string().describe('The application number, or the RRR.'),
  date: isoDateTime.describe('When it was submitted, paid, or offered.'),
  institution: z.string().describe("Of the slip's own exercise."),
  exercise: z.string().describe('Title and year of the exercise that the slip belongs to.'),
  role: z.string().describe('The post that the applicant applies for.'),
  school: z.string(),
  department: z.string().nullable(),
  replacedAt: isoDateTime
    .optional()
    .describe('When the application was sent again, after this slip was printed: it holds no longer.'),
  withdrawnAt: isoDateTime.optional().describe('When the application or the offer was withdrawn, if it is.'),
})
export type GenuineSlip = z.infer<typeof genuineSlip>

/** The PDF of a slip: to its owner only, also by the cookie that a plain link sends. */
const slipDocument = { area: 'Slips', access: 'reader', limits: limits.slipDocument } as const

export const slipContracts = {
  applicationSlip: { ...slipDocument, summary: "The applicant's own application slip; 404 while none was submitted" },
  paymentSlip: { ...slipDocument, summary: "The applicant's own payment slip; 404 while nothing is paid" },
  bankSlip: { ...slipDocument, summary: 'The slip to pay by at a bank branch; 404 without an RRR, 409 once paid' },
  offerLetter: { ...slipDocument, summary: 'The letter of the own offer; 404 while none is open or accepted' },
  examCalendar: {
    area: 'Slips',
    access: 'reader',
    limits: limits.reads,
    summary: "The applicant's exam as iCalendar; 404 while none is published",
  },
  verifySlip: {
    area: 'Slips',
    access: 'public',
    limits: limits.slip,
    summary: 'Whether a printed slip is genuine',
    params: z.object({ code }),
    reply: envelope(genuineSlip),
  },
  slipQr: {
    area: 'Slips',
    access: 'public',
    limits: limits.qrCode,
    summary: 'The QR code of a slip, as SVG; it leads to the page that verifies it',
    params: z.object({ code }),
  },
} as const satisfies Record<string, ApplicantContract>
