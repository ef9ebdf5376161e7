import { z } from 'zod'
import { messages } from '#shared/messages/web-messages.ts'
import { findComplaintError } from '#shared/policy/complaint.ts'
import { envelope } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

const optionalText = z
  .string()
  .trim()
  .max(254)
  .nullish()
  .transform((value) => value || null)

export const contactContracts = {
  createComplaint: {
    area: 'Contact',
    access: 'public',
    limits: limits.complaint,
    summary: 'Send a complaint: existing applicants by user ID, new ones by name and email',
    body: z.object({
      userId: optionalText,
      complain: z.string(messages.contact.empty).superRefine((text, { addIssue }) => {
        const error = findComplaintError(text)
        if (error) addIssue({ code: 'custom', message: messages.contact[error] })
      }),
      fullname: optionalText,
      email: optionalText,
    }),
    reply: envelope(z.object({ number: z.string().describe('C-2026-00012') })),
    replyStatus: 201,
  },
} as const satisfies Record<string, ApplicantContract>
