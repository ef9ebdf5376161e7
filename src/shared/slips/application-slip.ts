import { formatDate } from '../format/dates.ts'
import type { ExamDetails } from '../policy/applicant-status.ts'
import { formatExamDate } from '../policy/exam.ts'
import type { Fact } from './slip-content.ts'

export const applicationIdLabel = 'Application ID'

/** @param submittedAt ISO 8601 */
export const formatSubmission = (submittedAt: string) => `Submitted on ${formatDate(submittedAt)}`

/** In place of the exam. @param withdrawnAt ISO 8601 */
export const formatWithdrawal = (withdrawnAt: string) => `Withdrawn on ${formatDate(withdrawnAt)}`

export const examTitles = { cbt: 'Examination', interview: 'Interview' } as const
export type ExamKind = keyof typeof examTitles
const examNames: Record<ExamKind, string> = { cbt: 'Exam', interview: 'Interview' }

/** Day, time and venue as far as they are published; empty when no exam is. */
export function getExamFacts({ examDate, examTime, examVenue }: ExamDetails, kind: ExamKind): Fact[] {
  if (!examDate) return []
  const name = examNames[kind]
  const facts: [string, string | null][] = [
    [`${name} date`, formatExamDate(examDate)],
    [`${name} time`, examTime],
    [`${name} venue`, examVenue],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}
