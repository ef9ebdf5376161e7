// What Home counts: lists with filters. Who may not read a list, or cannot do what is asked for, gets no count of it.
import { publishedLabels } from '../decisions/stages.ts'
import { listNames } from '../format/labels.ts'
import type { Permission } from '../roles/permissions.ts'
import { getDueDay } from '../staff/complaint-due.ts'
import { applicantList } from './applicants.ts'
import { applicationList } from './applications.ts'
import { joinFilter } from './filter-values.ts'
import type { ListName } from './lists.ts'

export interface HomeList {
  list: ListName
  label: string
  /** Besides the permission of the list. */
  permission: Permission
  /** Of the list behind the link. Where it names an order, the first row has waited longest. */
  query: Readonly<Record<string, string>>
  /** What is counted besides, where the page does not filter by it. */
  further?: Readonly<Record<string, string>>
}

/** What waits for somebody with the permission to do it. */
export const listWaiting = (now: Date): HomeList[] => [
  applications('application:review', 'Applications assigned to you', {
    stage: 'submitted|screening',
    assigned: 'me',
    sort: 'submitted',
  }),
  applications('application:note', 'Applications without a review', { stage: 'submitted', sort: 'submitted' }),
  applications('application:review', 'Applications that need a second review', {
    stage: 'screening',
    reviews: '1',
    sort: 'submitted',
  }),
  applications('application:decide', 'Applications on which reviewers disagree', {
    stage: 'held',
    split: 'yes',
    sort: 'submitted',
  }),
  applications('application:decide', 'Applications held', { stage: 'held', split: 'no', sort: 'submitted' }),
  applications('application:return', 'Applications to be corrected', { stage: 'returned', sort: 'submitted' }),
  applications('publication:make', 'Decisions to be published', {
    decided: 'shortlisted|rejected',
    published: 'none',
    sort: 'submitted',
  }),
  {
    ...publications('publication:approve', 'Publications for your approval', 'proposed'),
    further: { by: 'others' },
  },
  publications('publication:make', 'Publications in draft', 'draft|returned'),
  moneyCases('case:handle', 'Money cases that are open', 'open|asked'),
  {
    ...moneyCases('refund:approve', 'Refunds and write-offs for your approval', 'refund_due|write_off_due'),
    further: { by: 'others' },
  },
  moneyCases('case:handle', 'Refunds approved and not paid out', 'refund_approved'),
  complaints('Complaints without an answer', { state: 'new|open', sort: 'received' }),
  complaints('Complaints due: no answer for three working days', {
    state: 'new|open',
    receivedTo: getDueDay(now),
    sort: 'received',
  }),
  complaints('Complaints assigned to you', { state: 'new|open', assigned: 'me', sort: 'received' }),
  emails('Emails refused by the mail server', { state: 'refused', sort: 'queued' }),
  emails('Emails that could not be sent', { state: 'failed', sort: 'queued' }),
  people('Staff whose roles wait for a second administrator', { waiting: 'yes' }),
  people('Staff who have not accepted the invitation yet', { status: 'invited' }),
  applicants('account:correct', 'Applicants with a correction for your approval', {
    proposed: 'correction',
    sort: 'proposed',
  }),
  applicants('account:issue', 'Applicants with another post or fee for your approval', {
    proposed: 'move',
    sort: 'proposed',
  }),
  applicants('account:correct', 'Applicants whose NIN does not match', { flags: 'nin_mismatch' }),
  applicants('account:hold', 'Applicants on hold', { flags: 'on_hold' }),
]

/** Nothing that they wait for can be done once the exercise is archived; money, complaints, emails and people go on. */
export const listsOfRunningExercise: ReadonlySet<ListName> = new Set(['applicants', 'applications', 'publications'])

const { stage } = applicantList.columns
const stages = listNames(stage.options)

export interface ProgressStep extends HomeList {
  /** For a step of the applicants: the stages of those who have come this far. */
  stages?: readonly (typeof stages)[number][]
}

/** How far the applicants of an exercise are. Each step includes those who went further. */
export const progressSteps: readonly ProgressStep[] = [
  ...stages.map((name, n): ProgressStep => {
    const reached = stages.slice(n)
    const query = n === 0 ? {} : { stage: joinFilter(reached) }
    return { ...applicants('applicant:find', stage.options[name], query), stages: reached }
  }),
  applications('application:read', 'Decided', { decided: 'shortlisted|rejected' }),
  applicants('applicant:find', 'Published', { published: joinFilter(listNames(publishedLabels)) }),
]

/** Lists above which stand the totals of their stages. */
export const listsWithStages = { applicants: applicantList, applications: applicationList } as const
export type ListWithStages = keyof typeof listsWithStages

/** What needs a second person cannot be done while there is only one. */
export const administrators: HomeList = people('Administrators', { role: 'admin', status: 'active' })

function applicants(permission: Permission, label: string, query: HomeList['query']): HomeList {
  return { list: 'applicants', label, permission, query }
}

function applications(permission: Permission, label: string, query: HomeList['query']): HomeList {
  return { list: 'applications', label, permission, query }
}

function publications(permission: Permission, label: string, state: string): HomeList {
  return { list: 'publications', label, permission, query: { state, sort: 'made' } }
}

function moneyCases(permission: Permission, label: string, state: string): HomeList {
  return { list: 'cases', label, permission, query: { state, sort: 'opened' } }
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
