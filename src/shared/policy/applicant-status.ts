// What the dashboard shows about an applicant. Derived each time, never stored.

import { formatExamDate } from './exam.ts'
import { type AccountStatus, hasPaid } from './next-route.ts'
import { publishedOutcomes } from './published-outcomes.ts'

export interface ApplicationResults {
  isVerified: boolean
  cbtResult: { score: number; maximum: number; remark?: string | undefined } | null
  interviewResult: { score: number; maximum: number; remark?: string | undefined } | null
  rejectionReasons: readonly { type: string; reason: string }[]
}

export interface ExamDetails {
  examDate: string | null
  examTime: string | null
  examVenue: string | null
}

export const cardStatuses = ['Not Submitted', 'Completed', 'Pending', 'Verified'] as const

export interface StatusCard {
  title: 'Application status' | 'Document Uploads' | 'Payment'
  status: (typeof cardStatuses)[number]
  done: boolean
}

export function getStatusCards(user: AccountStatus, application: ApplicationResults | null): StatusCard[] {
  const verified = application?.isVerified ?? false
  return [
    { title: 'Application status', status: verified ? 'Completed' : 'Not Submitted', done: verified },
    { title: 'Document Uploads', status: verified ? 'Verified' : 'Pending', done: verified },
    { title: 'Payment', status: hasPaid(user) ? 'Verified' : 'Pending', done: hasPaid(user) },
  ]
}

export const dashboardMessageKinds = ['result', 'exam', 'approved', 'note'] as const

export interface DashboardMessage {
  kind: (typeof dashboardMessageKinds)[number]
  title: string
  text: string
}

/** Once the application is verified: results and exam, as far as known. Before that: the reasons of a rejection. */
export function getDashboardMessages(application: ApplicationResults | null, exam: ExamDetails): DashboardMessage[] {
  if (!application) return []
  if (!application.isVerified)
    return application.rejectionReasons.map(({ type, reason }) => ({
      kind: 'note',
      title: `Note: ${type}`,
      text: reason,
    }))

  const dashboardMessages: DashboardMessage[] = []
  const add = (kind: DashboardMessage['kind'], title: string, text: string | null) => {
    if (text) dashboardMessages.push({ kind, title, text })
  }
  add('result', 'CBT result', formatScore(application.cbtResult))
  add('result', 'Interview result', formatScore(application.interviewResult))
  add('exam', 'Exam date', exam.examDate && formatExamDate(exam.examDate))
  add('exam', 'Exam time', exam.examTime)
  add('exam', 'Exam venue', exam.examVenue)
  add('approved', 'Application Approved', `${publishedOutcomes.verified}.`)
  return dashboardMessages
}

const formatScore = (result: ApplicationResults['cbtResult']) =>
  result && `${result.score} of ${result.maximum}${result.remark ? ` (${result.remark})` : ''}`

export type ApplicationStage = 'Password' | 'Payment' | 'NIN' | 'Form' | 'Submitted'

export interface StageDates {
  passwordChangedAt: string | null
  paidAt: string | null
  ninVerifiedAt: string | null
  /** Null until the application is submitted. */
  submittedAt: string | null
}

export interface Stage {
  name: ApplicationStage
  done: boolean
  /** When it was done; null when it was not, or when that is not known. */
  doneAt: string | null
}

/** The five stages in their order, which of them are done, and since when. */
export function getStages(user: AccountStatus, isFormComplete: boolean, dates: StageDates): Stage[] {
  const { submittedAt } = dates
  const isSubmitted = submittedAt !== null
  const stage = (name: ApplicationStage, done: boolean, doneAt: string | null): Stage => ({
    name,
    done,
    doneAt: done ? doneAt : null,
  })
  return [
    stage('Password', !user.passChange, dates.passwordChangedAt),
    stage('Payment', hasPaid(user), dates.paidAt),
    stage('NIN', user.ninVerify, dates.ninVerifiedAt),
    stage('Form', isFormComplete || isSubmitted, submittedAt),
    stage('Submitted', isSubmitted, submittedAt),
  ]
}
