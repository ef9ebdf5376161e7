// The faults that can be injected into the mailbox.
import { z } from 'zod'

const refusal = z.strictObject({
  /** The SMTP code: 4xx asks to try later, 5xx is final. */
  code: z.int().min(400).max(599),
  message: z.string().default('Refused by the mailbox simulator'),
  /** At the connection, at a recipient's address, or after the content. */
  at: z.enum(['connection', 'recipient', 'message']).default('message'),
  /** By default every time. */
  times: z.int().positive().optional(),
})

export const mailboxFaultsSchema = z.strictObject({
  refuse: refusal.optional(),
  /** Accepts an email only after this time. */
  slow: z.strictObject({ delayMs: z.int().positive().max(600_000), times: z.int().positive().optional() }).optional(),
  /** Closes the SMTP port until the faults are replaced. */
  closed: z.literal(true).optional(),
})

export type MailboxFaults = z.infer<typeof mailboxFaultsSchema>
export type RefusalStage = z.infer<typeof refusal>['at']
