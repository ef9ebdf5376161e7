// What was done, by whom, to whom.
import { z } from 'zod'
import { listNames } from '../format/labels.ts'
import { auditActionLabels, auditActorLabels, auditKinds, auditSubjectKinds } from '../staff/labels/audit-actions.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const auditList = describeList({
  name: 'audit',
  label: 'Audit events',
  noun: 'events',
  permission: 'audit:read',
  row: z.object({
    id: z.string(),
    at: moment,
    actor: z.enum(listNames(auditActorLabels)),
    action: z.enum(listNames(auditActionLabels)),
    person: z.object({ id: z.string(), name: z.string() }).nullable().describe('Who of the staff it was.'),
    userId: z.string().nullable().describe('Of the applicant whom it concerns.'),
    subject: z
      .object({
        kind: z.enum(auditSubjectKinds),
        id: z.string(),
        name: z.string().nullable().describe('Of a staff member.'),
      })
      .nullable(),
    reason: z.string().nullable(),
    network: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()).describe('Calls and errors in the words of this document.'),
  }),
  columns: {
    at: column({ label: 'When', kind: 'day', filter: 'between', parameters: ['from', 'to'] }),
    action: column({
      label: 'What',
      kind: 'choice',
      filter: 'oneOf',
      options: auditActionLabels,
      exportedAs: 'auditSentence',
      // The sentence names whom it concerns.
      personal: true,
    }),
    kind: column({ label: 'Kind', kind: 'choice', filter: 'oneOf', options: auditKinds }),
    person: column({
      label: 'Who',
      kind: 'text',
      filter: 'is',
      takes: 'The id or email address of a staff member.',
    }),
    subject: column({
      label: 'Concerning',
      kind: 'text',
      filter: 'is',
      takes:
        'A user ID, the email address of a staff member, or the id of another subject, such as the number of a complaint.',
      exportedAs: 'auditSubject',
      personal: true,
    }),
    reason: column({ label: 'Reason', kind: 'text' }),
    detail: column({ label: 'Details', kind: 'text', exportedAs: 'auditDetail' }),
    network: column({ label: 'Network', kind: 'text' }),
  },
  // The page tells the action as a sentence, with who did it and whom it concerns.
  defaultColumns: ['at', 'action', 'reason', 'detail'],
  defaultOrder: '-at',
  search: {
    hint: 'A user ID, the number of a complaint, or the email address of a staff member',
    takes: 'What `person` or `subject` takes.',
    max: 100,
  },
  exported: { isNarrowedByRole: true, omitted: ['kind'] },
})
export type AuditRow = RowOf<typeof auditList>
