import { formatDate } from '../format/dates.ts'
import type { ExamDetails } from '../policy/applicant-status.ts'
import { formatExamDate } from '../policy/exam.ts'
import type { Fact } from './slip-content.ts'

export const applicationIdLabel = 'Application ID'

/** @param submittedAt ISO 8601 */
export const formatSubmission = (submittedAt: string) => `Submitted on ${formatDate(submittedAt)}`

/** In place of the exam. @param withdrawnAt ISO 8601 */
export const formatWithdrawal = (withdrawnAt: string) => `Withdrawn on ${formatDate(withdrawnAt)}`

export const examTitle = 'Examination'

/** Day, time and venue as far as they are published; empty when no exam is. */
export function getExamFacts({ examDate, examTime, examVenue }: ExamDetails): Fact[] {
  if (!examDate) return []
  const facts: [string, string | null][] = [
    ['Exam date', formatExamDate(examDate)],
    ['Exam time', examTime],
    ['Exam venue', examVenue],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}
