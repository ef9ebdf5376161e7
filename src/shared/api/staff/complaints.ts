import { z } from 'zod'
import { complaintCategories, complaintStates } from '#shared/lists/columns.ts'
import { filterDay, someOf } from '#shared/lists/filters.ts'
import { messageDirections } from '#shared/staff/complaints.ts'
import { envelope, isoDateTime } from '../contract.ts'
import { cappedCount, type StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'

type State = keyof typeof complaintStates
type Category = keyof typeof complaintCategories
const states = Object.keys(complaintStates) as [State, ...State[]]
const categories = Object.keys(complaintCategories) as [Category, ...Category[]]
const byNumber = z.object({ number: z.string().trim().toUpperCase().min(3).max(30) })

const row = z.object({
  number: z.string(),
  state: z.enum(states),
  category: z.enum(categories).nullable(),
  userId: z.string().nullable(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  receivedAt: isoDateTime,
  excerpt: z.string().describe('How the complaint begins.'),
  assignedTo: z.object({ id: z.string(), name: z.string() }).nullable(),
  version: z.number().int(),
  unanswered: z.number().int().describe('How many complaints of this sender nobody has answered, up to 1,000.'),
})
export type ComplaintRow = z.infer<typeof row>

const thread = row.extend({
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

/** Which complaints, and in which order, without a page of them. */
export const complaintListFilter = z.strictObject({
  exercise: z.coerce
    .number()
    .int()
    .optional()
    .describe("The year: of that exercise's applicants, and those that belong to no account. All by default."),
  state: someOf(complaintStates).optional().describe('One or several, separated by `|`.'),
  category: someOf(complaintCategories).optional().describe('One or several, separated by `|`.'),
  mine: z.enum(['yes']).optional(),
  sender: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .optional()
    .describe('Of one sender: the number of one of the complaints, a user ID or an email address.'),
  receivedFrom: filterDay.optional(),
  receivedTo: filterDay.optional(),
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe("Part of a number, user ID, email address, name or of the complaint's text."),
  sort: z.enum(['received', '-received']).default('-received'),
})

export const staffComplaintContracts = {
  staffComplaints: {
    area: 'Staff: complaints',
    access: 'staff:complaint:answer',
    limits: staffLimits.reads,
    summary: 'The complaints, filtered and in pages',
    query: complaintListFilter.extend({
      grouped: z
        .enum(['yes'])
        .optional()
        .describe('One complaint for each sender: the first in the order of the list.'),
      after: z.string().max(80).optional().describe('`next` of the page before.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: envelope(z.object({ rows: z.array(row), next: z.string().nullable(), count: cappedCount })),
  },
  complaintAssignees: {
    area: 'Staff: complaints',
    access: 'staff:complaint:assign',
    limits: staffLimits.reads,
    summary: 'The people to whom a complaint can be given, by name',
    reply: envelope(z.object({ rows: z.array(z.object({ id: z.string(), name: z.string() })) })),
  },
  staffComplaint: {
    area: 'Staff: complaints',
    access: 'staff:complaint:answer',
    limits: staffLimits.reads,
    summary: 'A complaint with its answers and notes',
    params: byNumber,
    reply: envelope(thread),
  },
  answerComplaint: {
    area: 'Staff: complaints',
    access: 'staff:complaint:answer',
    limits: staffLimits.rareChanges,
    summary: 'Answer a complaint by email, or add an internal note',
    params: byNumber,
    body: z.strictObject({
      direction: z.enum(['out', 'note']),
      body: z
        .string('Write something.')
        .trim()
        .min(1, 'Write something.')
        .max(10_000, 'Use at most 10,000 characters.'),
      version: z.number().int().optional().describe('That the person saw: an answer to another one is refused.'),
    }),
    reply: envelope(thread),
    replyStatus: 201,
  },
  changeComplaint: {
    area: 'Staff: complaints',
    access: 'staff:complaint:assign',
    limits: staffLimits.rareChanges,
    summary: 'Close a complaint, open it again, give it to somebody, or link it to an applicant',
    params: byNumber,
    body: z.strictObject({
      state: z.enum(states).optional(),
      category: z.enum(categories).optional(),
      assignedTo: z.uuid().nullish(),
      applicant: z
        .string()
        .trim()
        .toUpperCase()
        .min(3, 'Enter a user ID.')
        .max(30, 'Enter a user ID.')
        .optional()
        .describe('The user ID of the applicant who wrote it; answers go to that account from then on.'),
      version: z.number('Send the version that you saw.').int(),
    }),
    reply: envelope(thread),
  },
} as const satisfies Record<string, StaffContract>
