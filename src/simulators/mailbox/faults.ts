// The faults that the mailbox can be told to have.
import { z } from 'zod'

const refusal = z.strictObject({
  /** The SMTP code: 4xx asks to try later, 5xx is final. */
  code: z.int().min(400).max(599),
  message: z.string().default('Refused by the mailbox simulator'),
  /** When: at the connection, at a recipient's address, or once the mail has been sent. */
  at: z.enum(['connection', 'recipient', 'message']).default('message'),
  /** How often; for ever when left out. */
  times: z.int().positive().optional(),
})

export const mailboxFaults = z.strictObject({
  refuse: refusal.optional(),
  /** Takes a mail only after this time. */
  slow: z.strictObject({ delayMs: z.int().positive().max(600_000), times: z.int().positive().optional() }).optional(),
  /** Closes the SMTP port until the faults are replaced. */
  closed: z.literal(true).optional(),
})

export type MailboxFaults = z.infer<typeof mailboxFaults>
export type Stage = z.infer<typeof refusal>['at']
