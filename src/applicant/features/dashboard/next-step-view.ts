// What the dashboard says of the next step. Without React: the page's HTML says the same before the app's code has loaded.

import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { type OfferState, publishedFinalOutcomes } from '#shared/decisions/offers.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { describeDeadline } from '#shared/messages/deadline.ts'
import { formatExamDate, parseExamDay } from '#shared/policy/exam.ts'
import { decideNextStep, type NextStep, type NextStepKind } from '#shared/policy/next-step.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { paths } from '#shared/routes.ts'

interface Situation {
  user: User
  summary: ApplicationSummary
  /** Null once the application is submitted. */
  progress: ApplicationSummary['form']
  deadline: string | null
  now: Date
}

export interface NextStepLink extends Pick<NextStep['action'], 'label'> {
  /** A page, or a place of this one. Null for the exam as a calendar file. */
  to: NextStep['action']['to'] | null
  /** There is one. */
  isPrimary: boolean
}

export interface NextStepView {
  kind: NextStepKind
  title: string
  /** Labels and texts. */
  facts: readonly (readonly [label: string, text: string])[]
  paragraphs: readonly string[]
  links: readonly NextStepLink[]
}

export function getNextStepView(situation: Situation): NextStepView {
  const { user, summary, progress, deadline, now } = situation
  const { application, exam } = summary
  const { kind, action } = decideNextStep({
    account: user,
    application,
    missingSteps: progress?.missing ?? [],
    examDate: exam?.date ?? null,
    deadline,
    now,
  })
  return {
    kind,
    title: getTitle(kind, summary),
    facts: kind === 'exam' ? getExamFacts(exam) : [],
    paragraphs: describe(kind, situation),
    links: getLinks(kind, action, summary),
  }
}

const titles: Record<Exclude<NextStepKind, 'exam' | 'outcome'>, string> = {
  'change password': 'Change your password',
  pay: 'Pay the application fee',
  'verify NIN': 'Verify your NIN',
  'fill in': 'Complete your application',
  submit: 'Your form is complete',
  'too late': 'The time to submit has passed',
  wait: 'Your application is submitted',
  result: 'Your results',
  answer: 'Answer your offer',
  notes: 'The registry has notes for you',
  correct: 'Correct your application',
  withdrawn: 'Your application is withdrawn',
}

function getTitle(kind: NextStepKind, { application, exam }: ApplicationSummary): string {
  if (kind === 'outcome') return describeOutcome(application?.finalOutcome)
  if (kind === 'exam') return `Your ${nameExam(exam)}`
  return kind === 'wait' && application?.decision === 'verified' ? publishedOutcomes.verified : titles[kind]
}

type FinalOutcome = NonNullable<ApplicationSummary['application']>['finalOutcome']

function describeOutcome(finalOutcome: FinalOutcome | undefined): string {
  if (!finalOutcome) return ''
  const { outcome, offer } = finalOutcome
  if (!offer) return publishedFinalOutcomes[outcome]
  // One that was not answered in time, which the server has not recorded yet.
  return offer.state === 'offered' ? offerTitles.lapsed : offerTitles[offer.state]
}

const offerTitles: Record<Exclude<OfferState, 'offered'>, string> = {
  accepted: 'You have accepted your offer',
  declined: 'You have declined your offer',
  lapsed: 'Your offer was not answered in time',
  withdrawn: 'Your offer has been withdrawn',
}

const nameExam = (exam: ApplicationSummary['exam']) => (exam?.kind === 'interview' ? 'interview' : 'exam')

/** The next step first, and the specification's link to the application. */
function getLinks(kind: NextStepKind, { label, to }: NextStep['action'], { exam }: ApplicationSummary): NextStepLink[] {
  const continueLink = { label: 'Continue Application', to: paths.application }
  if (to === paths.application || kind === 'withdrawn') return [{ label, to, isPrimary: true }]
  // The server can only make an event of a day that it can read.
  const hasCalendar = kind === 'exam' && parseExamDay(exam?.date ?? '') !== null
  return [
    ...(hasCalendar ? [{ label: 'Add to calendar', to: null, isPrimary: true }] : []),
    { label, to, isPrimary: !hasCalendar },
    { ...continueLink, isPrimary: false },
  ]
}

function describe(kind: NextStepKind, { summary, progress, deadline, now }: Situation): string[] {
  switch (kind) {
    case 'change password':
      return ['Choose a password of your own in place of the one that was issued to you.']
    case 'pay':
      return ['Generate an RRR, then pay online or at a bank branch.']
    case 'verify NIN':
      return [
        'You can fill in the form before, but you can submit it only once your NIN is verified.',
        ...describeProgress(progress),
      ]
    case 'fill in':
      return [...describeProgress(progress), 'We save as you type, so you can stop and continue any time.']
    case 'submit':
      return [
        ...describeProgress(progress),
        'Read your answers once more in the preview, then submit them. Afterwards they can’t be changed.',
      ]
    case 'too late':
      return [`${deadline && describeDeadline(deadline, now)} What you have written can no longer be submitted.`]
    case 'exam':
      return ['Bring your application slip and your payment slip.']
    default:
      return describeSubmitted(kind, summary)
  }
}

function describeSubmitted(kind: NextStepKind, { application, exam }: ApplicationSummary): string[] {
  if (!application) return []
  const { applicationId, submittedAt, decision, cbtResult, interviewResult } = application
  const sent = `Sent ${formatDateTime(submittedAt)}. Your number is ${applicationId}.`
  if (kind === 'result') {
    const results = [
      cbtResult && formatResult('CBT', cbtResult),
      interviewResult && formatResult('Interview', interviewResult),
    ]
    return [`${results.filter(Boolean).join('. ')}.`, sent]
  }
  if (kind === 'answer')
    return [
      `You can accept or decline until ${formatDateTime(application.finalOutcome?.offer?.until ?? '')}. Your answer is final.`,
      sent,
    ]
  if (kind === 'outcome') return [sent]
  if (kind === 'correct')
    return [
      ...splitParagraphs(application.correction?.reason ?? '').map(({ paragraph }) => paragraph),
      `Correct it and send it again by ${formatDateTime(application.correction?.until ?? '')}.`,
      `${sent} It stays valid until you send it again.`,
    ]
  if (kind === 'withdrawn')
    return [
      `It was withdrawn on ${formatDateTime(application.withdrawnAt ?? '')}, as you asked, and is not considered any more.`,
      'If you did not ask for this, or have changed your mind, write to us: the registry can take it up again.',
      sent,
    ]
  if (kind === 'notes') return [`${publishedOutcomes.rejected}. Read the notes below and reply to them.`, sent]
  return [sent, describeWaiting(decision, exam)]
}

function describeWaiting(decision: string, exam: ApplicationSummary['exam']): string {
  if (decision !== 'verified')
    return 'Next, the registry checks it. The decision, your exam and any notes appear on this page.'
  return exam?.date
    ? `Your ${nameExam(exam)} was on ${formatExamDate(exam.date)}. Your results appear on this page.`
    : 'Next, the registry sets the day of your exam. It appears on this page.'
}

const formatResult = (name: string, { score, maximum }: { score: number; maximum: number }) =>
  `${name}: ${score} of ${maximum}`

const getExamFacts = (exam: ApplicationSummary['exam']) =>
  (
    [
      ['Day', exam?.date && formatExamDate(exam.date)],
      ['Time', exam?.time],
      ['Hall', exam?.venue],
    ] as const
  ).flatMap(([label, text]) => (text ? [[label, text] as const] : []))

/** "2 of 7 steps done. Still missing: Experience, Referees." */
function describeProgress(progress: ApplicationSummary['form']): string[] {
  if (!progress) return []
  const { stepsDone, steps, missing } = progress
  const still = missing.length > 0 ? ` Still missing: ${missing.join(', ')}.` : ''
  return [`${stepsDone} of ${steps} steps done.${still}`]
}
