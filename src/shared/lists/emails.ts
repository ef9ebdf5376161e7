// Every email that the portal has begun to send, and what became of it.
import { z } from 'zod'
import { listNames } from '../format/labels.ts'
import { emailTemplateLabels, staffEmailEvents } from '../staff/labels/email-templates.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const emailStates = {
  queued: 'Being sent',
  sent: 'Sent',
  refused: 'Refused',
  failed: 'Failed',
  withdrawn: 'Not sent, out of date',
} as const

export const emailList = describeList({
  name: 'emails',
  label: 'Emails',
  noun: 'emails',
  reading: 'emails_listed',
  permission: 'account:recover',
  row: z.object({
    id: z.string(),
    template: z.enum(listNames(emailTemplateLabels)),
    event: z
      .enum(listNames(staffEmailEvents))
      .nullable()
      .describe('What happened; null where the template alone says it.'),
    state: z.enum(listNames(emailStates)),
    userId: z.string().nullable().describe('Of the applicant whom it is about.'),
    staffId: z.string().nullable(),
    staffName: z.string().nullable().describe('Of the staff member who got it.'),
    attempts: z.number().int(),
    queuedAt: moment,
    sentAt: moment.nullable(),
    isResent: z.boolean().describe('A staff member had it sent again.'),
  }),
  columns: {
    queued: column({ label: 'Queued', kind: 'day', filter: 'between', parameters: ['from', 'to'], sortable: true }),
    template: column({ label: 'Email', kind: 'choice', filter: 'oneOf', options: emailTemplateLabels }),
    event: column({ label: 'Event', kind: 'choice', filter: 'oneOf', options: staffEmailEvents }),
    person: column({
      label: 'Recipient',
      kind: 'text',
      filter: 'is',
      takes: 'A user ID, or the id of a staff member.',
      personal: true,
    }),
    address: column({ label: 'Address', kind: 'text', personal: true }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: emailStates }),
    sent: column({ label: 'Sent', kind: 'day' }),
    attempts: column({ label: 'Attempts', kind: 'number' }),
  },
  defaultColumns: ['queued', 'template', 'person', 'address', 'state'],
  defaultOrder: '-queued',
  search: {
    hint: 'A user ID, or the whole email address of an applicant or staff member',
    takes: 'A user ID, or the whole email address of an account or staff member.',
    max: 254,
  },
  furtherFilters: {
    subject: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('The user ID of the applicant whom it is about, as in the audit log.'),
  },
  furtherLabels: { subject: (userId) => `About ${userId}` },
  exported: { isNarrowedByRole: false },
})
export type EmailLogRow = RowOf<typeof emailList>
