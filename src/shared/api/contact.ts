import { z } from 'zod'
import { textLimits } from '../policy/limits.ts'
import { type Contract, emptyData, envelope } from './contract.ts'

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
    summary: 'Send a complaint: existing applicants by user ID, new ones by name and email',
    body: z.object({
      userId: optionalText,
      complain: z
        .string('Complaint is required.')
        .max(textLimits.contactMessage, `Complaint must be at most ${textLimits.contactMessage} characters.`),
      fullname: optionalText,
      email: optionalText,
    }),
    reply: envelope(emptyData),
    replyStatus: 201,
  },
} as const satisfies Record<string, Contract>
