// Everybody with an account in the exercise.
import { z } from 'zod'
import { publishedLabels } from '../decisions/stages.ts'
import { listNames } from '../format/labels.ts'
import { genders } from '../reference-data/option-lists.ts'
import { stateOptions } from '../reference-data/states.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

const applicantStages = {
  issued: 'Account issued',
  entered: 'Password changed',
  paid: 'Paid',
  identified: 'NIN verified',
  submitted: 'Submitted',
} as const

const applicantFlags = {
  nin_mismatch: 'NIN does not match',
  payment_differs: 'Payment differs',
  complaint: 'Open complaint',
  on_hold: 'On hold',
} as const

export const applicantList = describeList({
  name: 'applicants',
  label: 'Applicants',
  noun: 'applicants',
  reading: 'applicants_listed',
  permission: 'applicant:find',
  row: z.object({
    userId: z.string(),
    name: z.string(),
    number: z.string().nullable(),
    role: z.string(),
    school: z.string(),
    department: z.string().nullable(),
    state: z.string(),
    lga: z.string(),
    gender: z.enum(listNames(genders)),
    stage: z.enum(listNames(applicantStages)),
    paid: z.boolean(),
    identified: z.boolean(),
    published: z.enum(listNames(publishedLabels)).nullable(),
    flags: z.array(z.enum(listNames(applicantFlags))),
    issued: moment,
    submitted: moment.nullable(),
    proposed: moment.nullable().describe('Since when a change of the account waits for a second person.'),
    lastSeen: moment.nullable(),
    opens: z.boolean().describe('Whether the person may read the page of the applicant.'),
  }),
  columns: {
    name: column({ label: 'Name', kind: 'text', sortable: true, personal: true }),
    userId: column({ label: 'User ID', kind: 'text', filter: 'prefix', personal: true }),
    number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
    role: column({ label: 'Post', kind: 'choice', filter: 'oneOf' }),
    school: column({ label: 'School', kind: 'choice', filter: 'oneOf' }),
    department: column({ label: 'Department', kind: 'choice', filter: 'oneOf' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: stateOptions }),
    lga: column({ label: 'LGA', kind: 'choice', filter: 'oneOf' }),
    gender: column({ label: 'Gender', kind: 'choice', filter: 'oneOf', options: genders }),
    stage: column({ label: 'Stage', kind: 'choice', filter: 'oneOf', options: applicantStages }),
    paid: column({ label: 'Paid', kind: 'flag', filter: 'is' }),
    identified: column({ label: 'NIN verified', kind: 'flag', filter: 'is' }),
    published: column({ label: 'Published', kind: 'choice', filter: 'oneOf', options: publishedLabels }),
    flags: column({ label: 'Flags', kind: 'choice', filter: 'has', options: applicantFlags }),
    issued: column({ label: 'Issued', kind: 'day', filter: 'between', sortable: true }),
    submitted: column({
      label: 'Submitted',
      kind: 'day',
      filter: 'between',
      sortable: true,
      orderedRows: 'Only those who have submitted',
    }),
    proposed: column({
      label: 'Change proposed',
      kind: 'day',
      filter: 'oneOf',
      options: { correction: 'Correction, by others', move: 'Post or fee, by others' },
      takes: 'What waits for a second person; the reader has not proposed it.',
      sortable: true,
      orderedRows: 'Only those with a proposed change',
    }),
    lastSeen: column({ label: 'Last seen', kind: 'day' }),
  },
  defaultColumns: ['name', 'userId', 'role', 'state', 'stage', 'flags', 'issued', 'submitted'],
  /** In the order of the days of submission that it asks for, a page is found at once, however many applicants there are. */
  defaultOrder: ({ submittedFrom, submittedTo }) => (submittedFrom || submittedTo ? '-submitted' : '-issued'),
  search: {
    hint: 'User ID, application number, RRR, email, phone number or name',
    takes:
      'A user ID, application number, RRR, email address, phone number or name, or how it begins. What a name finds is in the order of names.',
    isInOrderOfNames: true,
    max: 200,
  },
  exercise: 'current',
  // Contact data stand on the page of each applicant, and in files; a list of hundreds needs none.
  exported: {
    isNarrowedByRole: false,
    additional: {
      email: column({ label: 'Email', kind: 'text', personal: true, permission: 'applicant:read' }),
      phone: column({ label: 'Phone', kind: 'text', personal: true, permission: 'applicant:read' }),
    },
  },
})
export type ApplicantRow = RowOf<typeof applicantList>
