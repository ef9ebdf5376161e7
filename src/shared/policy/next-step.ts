// The one thing that an applicant should do next. Derived each time, never stored.
import { getDay } from '../format/days.ts'
import { type AppPath, paths } from '../routes.ts'
import type { ApplicationResults } from './applicant-status.ts'
import { isOpenForCorrection } from './correction.ts'
import { isPastDeadline } from './deadline.ts'
import { parseExamDay, toIsoDay } from './exam.ts'
import { type AccountStatus, hasPaid } from './next-route.ts'

export interface ApplicationOutcome extends ApplicationResults {
  applicationId: string
  decision: 'pending' | 'verified' | 'rejected'
  /** While it is returned. */
  correction?: { reason: string; until: string } | undefined
  /** While it is withdrawn. */
  withdrawnAt?: string | undefined
  /** Once it is published. */
  finalOutcome?: { outcome: string; offer: PublishedOffer | null } | null | undefined
}

interface PublishedOffer {
  state: string
  /** Until when it can be answered. */
  until: string
}

export interface ApplicantSituation {
  account: AccountStatus
  /** Null while none was submitted. */
  application: ApplicationOutcome | null
  /** The titles of the form's steps in which something is missing. */
  missingSteps: readonly string[]
  /** As staff wrote it; null while it is not announced. */
  examDate: string | null
  deadline: string | null
  now: Date
}

export const nextStepKinds = [
  'change password',
  'pay',
  'verify NIN',
  'fill in',
  'submit',
  /** Not submitted in time. */
  'too late',
  'wait',
  'exam',
  'result',
  /** To answer an offer. */
  'answer',
  /** The final outcome, with an offer that is settled, if there was one. */
  'outcome',
  'notes',
  'correct',
  'withdrawn',
] as const
export type NextStepKind = (typeof nextStepKinds)[number]

export interface NextStep {
  kind: NextStepKind
  action: { label: string; to: AppPath | `${AppPath}?${string}` | typeof offerPlace }
}

/** The first that applies, in the order of the recruitment. */
export function decideNextStep(situation: ApplicantSituation): NextStep {
  const { account, application } = situation
  if (account.passChange) return step('change password', 'Change your password', paths.updatePassword)
  if (!hasPaid(account)) return step('pay', 'Pay the application fee', paths.pay)
  return application ? decideAfterSubmission(application, situation) : decideBeforeSubmission(situation)
}

function decideBeforeSubmission({ account, missingSteps, deadline, now }: ApplicantSituation): NextStep {
  if (isPastDeadline(deadline, now)) return step('too late', 'Contact us', paths.contact)
  if (!account.ninVerify) return step('verify NIN', 'Verify your NIN', paths.verifyNin)
  if (missingSteps.length > 0) return step('fill in', 'Continue Application', paths.application)
  return step('submit', 'Check and submit', `${paths.application}?step=6`)
}

function decideAfterSubmission(application: ApplicationOutcome, { examDate, now }: ApplicantSituation): NextStep {
  if (application.withdrawnAt) return step('withdrawn', 'Contact us', getReplyPath(application.applicationId))
  if (isOpenForCorrection(application.correction?.until ?? null, now))
    return step('correct', 'Correct and send again', paths.application)
  if (application.decision === 'rejected')
    return step('notes', 'Reply to the registry', getReplyPath(application.applicationId))
  const print = (kind: NextStepKind) => step(kind, 'Print your slips', paths.prints)
  if (application.decision !== 'verified') return print('wait')
  const { finalOutcome } = application
  if (isOpenForAnswer(finalOutcome?.offer, now)) return step('answer', 'Answer the offer', offerPlace)
  if (finalOutcome) return print('outcome')
  if (examDate && !isOver(examDate, now)) return print('exam')
  return print(application.cbtResult || application.interviewResult ? 'result' : 'wait')
}

/** Where the dashboard shows the offer. */
export const offerPlace = '#offer'

/** At the very moment of the date an offer can still be answered. */
export const isOpenForAnswer = (
  offer: { state: string; until: string | Date } | null | undefined,
  now: Date,
): boolean => offer?.state === 'offered' && !isPastDeadline(offer.until, now)

/** The contact form, filled in with the number of the application that it is about. */
export const getReplyPath = (applicationId: string) =>
  `${paths.contact}?about=${encodeURIComponent(applicationId)}` as const

/** An exam stays ahead until its day has ended in Nigeria. A date that cannot be read is never over. */
function isOver(examDate: string, now: Date): boolean {
  const day = parseExamDay(examDate)
  return day !== null && toIsoDay(day) < (getDay(now) ?? '')
}

const step = (kind: NextStepKind, label: string, to: NextStep['action']['to']): NextStep => ({
  kind,
  action: { label, to },
})
