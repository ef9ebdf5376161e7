// What the dashboard tells about an applicant. Derived each time, never stored (specification, section 4).

import { type Screen, screens } from '../routes.ts'
import { hasPaid, type Standing, screenAfterLogin } from './next-route.ts'

export interface Results {
  isVerified: boolean
  cbtResult: { score: number; maximum: number; remark?: string | undefined } | null
  interviewResult: { score: number; maximum: number; remark?: string | undefined } | null
  rejectionReasons: readonly { type: string; reason: string }[]
}

export interface Exam {
  examDate: string | null
  examTime: string | null
  examVenue: string | null
}

export interface Card {
  title: 'Application status' | 'Document Uploads' | 'Payment'
  status: 'Not Submitted' | 'Completed' | 'Pending' | 'Verified'
  done: boolean
}

export function statusCards(user: Standing, application: Results | null): Card[] {
  const verified = application?.isVerified ?? false
  return [
    { title: 'Application status', status: verified ? 'Completed' : 'Not Submitted', done: verified },
    { title: 'Document Uploads', status: verified ? 'Verified' : 'Pending', done: verified },
    { title: 'Payment', status: hasPaid(user) ? 'Verified' : 'Pending', done: hasPaid(user) },
  ]
}

export interface Notice {
  kind: 'result' | 'exam' | 'approved' | 'note'
  title: string
  text: string
}

/** Results and the exam once verified, each only when present; before that the reasons of a rejection. */
export function dashboardNotices(application: Results | null, exam: Exam): Notice[] {
  if (!application) return []
  if (!application.isVerified)
    return application.rejectionReasons.map(({ type, reason }) => ({
      kind: 'note',
      title: `Note: ${type}`,
      text: reason,
    }))

  const notices: Notice[] = []
  const tell = (kind: Notice['kind'], title: string, text: string | null) => {
    if (text) notices.push({ kind, title, text })
  }
  tell('result', 'CBT result', scoreWords(application.cbtResult))
  tell('result', 'Interview result', scoreWords(application.interviewResult))
  tell('exam', 'Exam date', exam.examDate)
  tell('exam', 'Exam time', exam.examTime)
  tell('exam', 'Exam venue', exam.examVenue)
  tell('approved', 'Application Approved', 'Your application has been approved.')
  return notices
}

const scoreWords = (result: Results['cbtResult']) =>
  result && `${result.score} of ${result.maximum}${result.remark ? ` (${result.remark})` : ''}`

export type Stage = 'Password' | 'Payment' | 'NIN' | 'Form' | 'Submitted'

/** The five-stage line: what is done, in the order in which it is asked for. */
export function stages(
  user: Standing,
  form: { complete: boolean; submitted: boolean },
): { name: Stage; done: boolean }[] {
  return [
    { name: 'Password', done: !user.passChange },
    { name: 'Payment', done: hasPaid(user) },
    { name: 'NIN', done: user.ninVerify },
    { name: 'Form', done: form.complete || form.submitted },
    { name: 'Submitted', done: form.submitted },
  ]
}

/** The one thing to do next. */
export function nextTask(user: Standing, submitted: boolean): { words: string; to: Screen } {
  if (user.passChange || !hasPaid(user)) {
    const to = screenAfterLogin(user)
    return { words: user.passChange ? 'Change your password' : 'Pay the application fee', to }
  }
  if (submitted) return { words: 'Print your slips', to: screens.prints }
  if (!user.ninVerify) return { words: 'Verify your NIN', to: screens.verifyNin }
  return { words: 'Continue your application', to: screens.application }
}
