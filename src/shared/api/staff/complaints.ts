import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { complaintCategoryNames, complaintList, complaintStateNames } from '#shared/lists/complaints.ts'
import { messageDirections } from '#shared/staff/complaints.ts'
import { describeMaxLength, maxComplaintMessage } from '#shared/staff/text-limits.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byNumber, seenVersion } from './requests.ts'

const { row } = complaintList

const thread = row.extend({
  email: z.string().nullable(),
  text: z.string(),
  isLinked: z.boolean().describe('Whether it belongs to an account; the user ID may be only typed.'),
  canAnswer: z.boolean().describe('Whether an address is known.'),
  messages: z.array(
    z.object({
      direction: z.enum(messageDirections),
      body: z.string(),
      person: z.string().nullable(),
      at: isoDateTime,
    }),
  ),
  others: z
    .array(row.pick({ number: true, state: true, receivedAt: true, excerpt: true }))
    .describe('The newest other complaints of this sender: of the same account, or from the same email address.'),
  moreOthers: z.boolean().describe('There are more than these.'),
})
export type ComplaintThread = z.infer<typeof thread>

export const staffComplaintContracts = {
  staffComplaints: createListContract(complaintList, {
    area: 'Staff: complaints',
    summary: 'The complaints, filtered and in pages',
  }),
  complaintAssignees: {
    area: 'Staff: complaints',
    access: 'staff:complaint:assign',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'The people to whom a complaint can be given, by name',
    reply: envelope(z.object({ rows: z.array(z.object({ id: z.string(), name: z.string() })) })),
  },
  staffComplaint: {
    area: 'Staff: complaints',
    access: 'staff:complaint:answer',
    scope: 'complaint',
    limits: staffLimits.reads,
    summary: 'A complaint with its answers and notes',
    params: byNumber,
    reply: envelope(thread),
  },
  answerComplaint: {
    area: 'Staff: complaints',
    access: 'staff:complaint:answer',
    scope: 'complaint',
    limits: staffLimits.rareChanges,
    summary: 'Answer a complaint by email, or add an internal note',
    params: byNumber,
    body: z.strictObject({
      direction: z.enum(['out', 'note']),
      body: z
        .string('Write something.')
        .trim()
        .min(1, 'Write something.')
        .max(maxComplaintMessage, describeMaxLength(maxComplaintMessage)),
      version: seenVersion.optional().describe('That the person saw: an answer to another one is refused.'),
    }),
    reply: envelope(thread),
    replyStatus: 201,
  },
  changeComplaint: {
    area: 'Staff: complaints',
    access: 'staff:complaint:assign',
    scope: 'complaint',
    limits: staffLimits.rareChanges,
    summary: 'Close a complaint, open it again, give it to somebody, or link it to an applicant',
    params: byNumber,
    body: z.strictObject({
      state: z.enum(complaintStateNames).optional(),
      category: z.enum(complaintCategoryNames).optional(),
      assignedTo: uuid().nullish(),
      applicant: z
        .string()
        .trim()
        .toUpperCase()
        .min(3, 'Enter a user ID.')
        .max(30, 'Enter a user ID.')
        .optional()
        .describe('The user ID of the applicant who wrote it; answers go to that account from then on.'),
      version: seenVersion,
    }),
    reply: envelope(thread),
  },
} as const satisfies Record<string, StaffContract>
