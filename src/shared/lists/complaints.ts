// The inbox: what people sent with the contact form.

import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { complaintCategories } from '../staff/complaints.ts'
import { assigneeFilter, column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const complaintStates = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  junk: 'Junk',
} as const
export const complaintStateNames = listNames(complaintStates)

export const complaintCategoryNames = listNames(complaintCategories)

export const complaintList = describeList({
  name: 'complaints',
  label: 'Complaints',
  noun: 'complaints',
  reading: 'complaints_listed',
  permission: 'complaint:answer',
  row: z.object({
    number: z.string(),
    state: z.enum(complaintStateNames),
    category: z.enum(complaintCategoryNames).nullable(),
    userId: z.string().nullable(),
    fullName: z.string().nullable(),
    receivedAt: moment,
    excerpt: z.string().describe('How the complaint begins.'),
    assignedTo: z.object({ id: z.string(), name: z.string() }).nullable(),
    version: z.number().int(),
    unanswered: z.number().int().describe('How many complaints of this sender nobody has answered, up to 1,000.'),
  }),
  columns: {
    number: column({ label: 'Number', kind: 'text' }),
    sender: column({
      label: 'From',
      kind: 'text',
      filter: 'is',
      takes: 'Of one sender: the number of one of the complaints, a user ID or an email address.',
      personal: true,
    }),
    excerpt: column({ label: 'Complaint', kind: 'text', personal: true }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: complaintStates }),
    category: column({ label: 'Category', kind: 'choice', filter: 'oneOf', options: complaintCategories }),
    assigned: column({ label: 'Assigned to', kind: 'choice', ...assigneeFilter }),
    received: column({ label: 'Received', kind: 'day', filter: 'between', sortable: true }),
  },
  defaultColumns: ['number', 'sender', 'excerpt', 'state', 'assigned', 'received'],
  defaultOrder: '-received',
  search: {
    hint: 'Number, user ID, email, name, or words of the complaint',
    takes: "Part of a number, user ID, email address, name or of the complaint's text.",
    max: 200,
  },
  exercise: 'all',
  pageOptions: {
    grouped: z.enum(['yes']).optional().describe('One complaint for each sender: the first in the order of the list.'),
  },
  exported: {
    isNarrowedByRole: true,
    additional: {
      userId: column({ label: 'User ID', kind: 'text', personal: true }),
      email: column({ label: 'Email', kind: 'text', personal: true }),
      text: column({ label: 'Whole complaint', kind: 'text', personal: true }),
    },
  },
})
export type ComplaintRow = RowOf<typeof complaintList>
