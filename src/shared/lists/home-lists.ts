// What Home counts: lists with filters. Who may not read a list, or cannot do what is asked for, gets no count of it.
import type { Permission } from '../roles/permissions.ts'
import { getDueDay } from '../staff/complaint-due.ts'
import { applicantList } from './applicants.ts'
import type { ListName } from './lists.ts'

export interface HomeList {
  list: ListName
  label: string
  /** Besides the permission of the list. */
  permission: Permission
  /** Of the list behind the link. */
  query: Readonly<Record<string, string>>
  /** What is counted besides, where the page does not filter by it. */
  further?: Readonly<Record<string, string>>
}

const unanswered = { state: 'new|open', sort: 'received' }

/** In the order of Home. */
export const listHomeCounts = (now: Date): HomeList[] => [
  ...applicationCounts,
  ...publicationCounts,
  complaints('Unanswered', unanswered),
  complaints('Due: no answer for three working days', {
    state: 'new|open',
    receivedTo: getDueDay(now),
    sort: 'received',
  }),
  complaints('Assigned to you', { state: 'new|open', assigned: 'me', sort: 'received' }),
  people('Wait for a second administrator', { waiting: 'yes' }),
  people('Have not accepted the invitation yet', { status: 'invited' }),
  emails('Refused by the mail server', { state: 'refused' }),
  emails('Could not be sent', { state: 'failed' }),
  ...listApplicantCounts(),
]

/** Who has waited longest: the first rows of lists. */
export const oldestLists: readonly HomeList[] = [
  applications('application:review', 'Application in your queue', {
    stage: 'submitted|screening',
    assigned: 'me',
    sort: 'submitted',
  }),
  applications('application:note', 'Application without a review', { stage: 'submitted', sort: 'submitted' }),
  complaints('Complaint without an answer', unanswered),
]

/** What needs a second person cannot be done while there is only one. */
export const administrators: HomeList = people('Administrators', { role: 'admin', status: 'active' })

const applicationCounts: readonly HomeList[] = [
  applications('application:decide', 'Reviewers disagree', { split: 'yes', sort: 'submitted' }),
  applications('application:decide', 'Held', { stage: 'held', sort: 'submitted' }),
  applications('application:decide', 'Decided, not published', {
    decided: 'shortlisted|rejected',
    published: 'none',
    sort: 'submitted',
  }),
  applications('application:note', 'Not reviewed yet', { stage: 'submitted', sort: 'submitted' }),
  applications('application:note', 'Needs a second review', {
    stage: 'screening',
    reviews: '1',
    sort: 'submitted',
  }),
  applications('application:return', 'To be corrected', {
    stage: 'returned',
    sort: 'submitted',
  }),
  applications('application:review', 'Assigned to you', {
    stage: 'submitted|screening',
    assigned: 'me',
    sort: 'submitted',
  }),
]

const publicationCounts: readonly HomeList[] = [
  {
    list: 'publications',
    label: 'Waiting for your approval',
    permission: 'publication:approve',
    query: { state: 'proposed' },
    further: { by: 'others' },
  },
  {
    list: 'publications',
    label: 'Waiting for someone else',
    permission: 'publication:read',
    query: { state: 'proposed' },
  },
  { list: 'publications', label: 'Drafts', permission: 'publication:read', query: { state: 'draft' } },
]

function listApplicantCounts(): HomeList[] {
  const { stage, flags } = applicantList.columns
  const count = (query: HomeList['query'], label: string): HomeList => ({
    list: 'applicants',
    label,
    permission: 'applicant:find',
    query,
  })
  return [
    ...Object.entries(stage.options).map(([value, label]) => count({ stage: value }, label)),
    ...Object.entries(flags.options).map(([value, label]) => count({ flags: value }, label)),
  ]
}

function applications(permission: Permission, label: string, query: HomeList['query']): HomeList {
  return { list: 'applications', label, permission, query }
}

function complaints(label: string, query: HomeList['query']): HomeList {
  return { list: 'complaints', label, permission: 'complaint:answer', query }
}

function people(label: string, query: HomeList['query']): HomeList {
  return { list: 'people', label, permission: 'staff:manage', query }
}

function emails(label: string, query: HomeList['query']): HomeList {
  return { list: 'emails', label, permission: 'account:recover', query }
}
