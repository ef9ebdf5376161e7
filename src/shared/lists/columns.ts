// The columns of a staff list, described once: filters, table, URL and export follow from it.

import { publicationKinds, publicationStates } from '../decisions/publications.ts'
import { outcomeLabels, publishedLabels, reviewStages } from '../decisions/stages.ts'
import { stateOptions } from '../reference-data/states.ts'
import { type Permission, staffRoleLabels } from '../roles/permissions.ts'
import { auditActionLabels } from '../staff/labels/audit-actions.ts'
import { emailTemplateLabels } from '../staff/labels/email-templates.ts'

export type ColumnKind = 'text' | 'choice' | 'day' | 'money' | 'flag' | 'number'

/**
 * - `is`: yes or no, or one exact text
 * - `oneOf`: several texts, separated by `|`
 * - `prefix`: how it begins
 * - `between`: two days, as `<key>From` and `<key>To`
 * - `has`: one of the row's marks
 */
export type ColumnFilter = 'none' | 'is' | 'oneOf' | 'prefix' | 'between' | 'has'

export interface StaffColumn {
  readonly label: string
  readonly kind: ColumnKind
  /** Values with their labels, where they are known. */
  readonly options?: Readonly<Record<string, string>>
  /** Values of a filter besides the options. */
  readonly otherValues?: RegExp
  readonly filter: ColumnFilter
  /** The parameters of a filter by two days, when they are not `<key>From` and `<key>To`. */
  readonly parameters?: readonly [from: string, to: string]
  readonly sortable: boolean
  /** Whether an export with it holds personal data. */
  readonly personal: boolean
  /** Besides the permission of the list itself. */
  readonly permission?: Permission
}

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

const column = <const C extends Partial<StaffColumn> & Pick<StaffColumn, 'label' | 'kind'>>(given: C) => ({
  filter: 'none' as ColumnFilter,
  sortable: false,
  personal: false,
  ...given,
})

/** In the order of the table. */
export const applicantListColumns = {
  name: column({ label: 'Name', kind: 'text', sortable: true, personal: true }),
  userId: column({ label: 'User ID', kind: 'text', filter: 'prefix', personal: true }),
  number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
  role: column({ label: 'Post', kind: 'choice', filter: 'oneOf' }),
  school: column({ label: 'School', kind: 'choice', filter: 'oneOf' }),
  department: column({ label: 'Department', kind: 'choice', filter: 'oneOf' }),
  state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: stateOptions }),
  lga: column({ label: 'LGA', kind: 'choice', filter: 'oneOf' }),
  gender: column({ label: 'Gender', kind: 'choice', filter: 'oneOf', options: { m: 'Male', f: 'Female' } }),
  stage: column({ label: 'Stage', kind: 'choice', filter: 'oneOf', options: applicantStages }),
  paid: column({ label: 'Paid', kind: 'flag', filter: 'is' }),
  identified: column({ label: 'NIN verified', kind: 'flag', filter: 'is' }),
  published: column({
    label: 'Published',
    kind: 'choice',
    filter: 'oneOf',
    options: publishedLabels,
  }),
  flags: column({ label: 'Flags', kind: 'choice', filter: 'has', options: applicantFlags }),
  issued: column({ label: 'Issued', kind: 'day', filter: 'between', sortable: true }),
  submitted: column({ label: 'Submitted', kind: 'day', filter: 'between', sortable: true }),
  lastSeen: column({ label: 'Last seen', kind: 'day' }),
  email: column({ label: 'Email', kind: 'text', personal: true, permission: 'applicant:read' }),
  phone: column({ label: 'Phone', kind: 'text', personal: true, permission: 'applicant:read' }),
} as const satisfies Record<string, StaffColumn>

/** In the order of the table. */
export const applicationListColumns = {
  number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
  name: column({ label: 'Name', kind: 'text', sortable: true, personal: true }),
  userId: column({ label: 'User ID', kind: 'text', filter: 'prefix', personal: true }),
  role: column({ label: 'Post', kind: 'choice', filter: 'oneOf' }),
  school: column({ label: 'School', kind: 'choice', filter: 'oneOf' }),
  department: column({ label: 'Department', kind: 'choice', filter: 'oneOf' }),
  state: column({ label: 'State', kind: 'choice', filter: 'oneOf' }),
  lga: column({ label: 'LGA', kind: 'choice', filter: 'oneOf' }),
  gender: column({ label: 'Gender', kind: 'choice', filter: 'oneOf', options: { m: 'Male', f: 'Female' } }),
  submitted: column({ label: 'Submitted', kind: 'day', filter: 'between', sortable: true }),
  stage: column({ label: 'Stage', kind: 'choice', filter: 'oneOf', options: reviewStages }),
  reviews: column({
    label: 'Reviews',
    kind: 'choice',
    filter: 'oneOf',
    options: { 0: 'None', 1: 'One', 2: 'Two or more' },
  }),
  split: column({ label: 'Reviews differ', kind: 'flag', filter: 'is' }),
  onHold: column({ label: 'On hold', kind: 'flag', filter: 'is' }),
  decided: column({
    label: 'Decided',
    kind: 'choice',
    filter: 'oneOf',
    options: { none: 'Not decided', ...outcomeLabels },
  }),
  published: column({
    label: 'Published',
    kind: 'choice',
    filter: 'oneOf',
    options: { none: 'Not published', ...publishedLabels },
  }),
  assigned: column({
    label: 'Assigned to',
    kind: 'choice',
    filter: 'oneOf',
    options: { me: 'Me', nobody: 'Nobody' },
    // The id of a staff member.
    otherValues: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  }),
  meets: column({
    label: 'Meets requirements',
    kind: 'choice',
    options: { meets: 'Yes', falls_short: 'No', unclear: 'Unclear', none: 'Nothing asked' },
  }),
} as const satisfies Record<string, StaffColumn>

/**
 * What would tell a decision before it is published. Those who may see no more of an application than its status neither
 * get these columns nor filter by them.
 */
export const unpublishedColumns: readonly (keyof typeof applicationListColumns)[] = [
  'stage',
  'reviews',
  'split',
  'decided',
  'assigned',
  'meets',
]

/** In the order of the table. */
export const publicationListColumns = {
  title: column({ label: 'Title', kind: 'text' }),
  kind: column({ label: 'What', kind: 'choice', filter: 'oneOf', options: publicationKinds }),
  state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: publicationStates }),
  items: column({ label: 'Applications', kind: 'number' }),
  made: column({ label: 'Made', kind: 'day', sortable: true }),
  approved: column({ label: 'Approved', kind: 'day' }),
  published: column({ label: 'Published', kind: 'day' }),
} as const satisfies Record<string, StaffColumn>

export const complaintStates = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  junk: 'Junk',
} as const

export const complaintCategories = {
  login: 'Login',
  payment: 'Payment',
  nin: 'NIN',
  form: 'Form',
  details: 'Details',
  other: 'Other',
} as const

/** In the order of the table. */
export const complaintListColumns = {
  number: column({ label: 'Number', kind: 'text' }),
  sender: column({ label: 'From', kind: 'text', filter: 'is', personal: true }),
  excerpt: column({ label: 'Complaint', kind: 'text', personal: true }),
  state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: complaintStates }),
  category: column({ label: 'Category', kind: 'choice', filter: 'oneOf', options: complaintCategories }),
  mine: column({ label: 'Assigned to', kind: 'choice', filter: 'is', options: { yes: 'Me' } }),
  received: column({ label: 'Received', kind: 'day', filter: 'between', sortable: true }),
} as const satisfies Record<string, StaffColumn>

export const staffStatuses = {
  invited: 'Invited',
  active: 'Active',
  suspended: 'Suspended',
  left: 'Has left',
} as const

/** In the order of the table. */
export const peopleListColumns = {
  name: column({ label: 'Name', kind: 'text', sortable: true }),
  email: column({ label: 'Email', kind: 'text' }),
  role: column({ label: 'Roles', kind: 'choice', filter: 'oneOf', options: staffRoleLabels }),
  status: column({ label: 'Status', kind: 'choice', filter: 'oneOf', options: staffStatuses }),
  waiting: column({ label: 'Waits for approval', kind: 'flag', filter: 'is' }),
  added: column({ label: 'Added', kind: 'day', sortable: true }),
  lastSeen: column({ label: 'Last seen', kind: 'day' }),
} as const satisfies Record<string, StaffColumn>

export const emailStates = {
  queued: 'Being sent',
  sent: 'Sent',
  refused: 'Refused',
  failed: 'Failed',
  withdrawn: 'Not sent, withdrawn',
} as const

/** In the order of the table. */
export const emailListColumns = {
  queued: column({ label: 'Queued', kind: 'day', filter: 'between', parameters: ['from', 'to'], sortable: true }),
  template: column({ label: 'Email', kind: 'choice', filter: 'oneOf', options: emailTemplateLabels }),
  person: column({ label: 'Recipient', kind: 'text', filter: 'is', personal: true }),
  address: column({ label: 'Address', kind: 'text', personal: true }),
  state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: emailStates }),
  sent: column({ label: 'Sent', kind: 'day' }),
  attempts: column({ label: 'Attempts', kind: 'number' }),
  resend: column({ label: 'Send again', kind: 'text' }),
} as const satisfies Record<string, StaffColumn>

/** In the order of the table. */
export const auditListColumns = {
  at: column({ label: 'When', kind: 'day', filter: 'between', parameters: ['from', 'to'] }),
  action: column({ label: 'What', kind: 'choice', filter: 'oneOf', options: auditActionLabels }),
  person: column({ label: 'Who', kind: 'text', filter: 'is' }),
  subject: column({ label: 'Concerning', kind: 'text', filter: 'is', personal: true }),
  reason: column({ label: 'Reason', kind: 'text' }),
  detail: column({ label: 'Details', kind: 'text' }),
  network: column({ label: 'Network', kind: 'text' }),
} as const satisfies Record<string, StaffColumn>
