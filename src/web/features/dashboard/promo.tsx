import type { ReactNode } from 'react'
import type { ApplicationSummary } from '#shared/api/applications.ts'
import { getCallUrl } from '#shared/api/calls.ts'
import type { FormProgress } from '#shared/application/progress.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatDeadline } from '#shared/format/deadline.ts'
import { formatExamDate, parseExamDay } from '#shared/policy/exam.ts'
import type { NextStep, NextStepKind } from '#shared/policy/next-step.ts'
import { paths } from '#shared/routes.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { classNames } from '#web/ui/styles/classes.ts'
import styles from './promo.module.css'

interface Props {
  next: NextStep
  summary: ApplicationSummary
  /** Null once the application is submitted. */
  progress: FormProgress | null
  deadline: string | null
}

const titles: Record<NextStepKind, string> = {
  'change password': 'Change your password',
  pay: 'Pay the application fee',
  'verify NIN': 'Verify your NIN',
  'fill in': 'Complete your application',
  submit: 'Your form is complete',
  'too late': 'The time to submit has passed',
  wait: 'Your application is submitted',
  exam: 'Your exam',
  result: 'Your results',
  notes: 'The registry has notes for you',
}

/** The next step as the primary button, and the specification's link to the application. */
export function Promo(props: Props) {
  const { next, summary } = props
  const isContinue = next.action.to === paths.application
  // The server can only make an event of a day that it can read.
  const hasCalendar = next.kind === 'exam' && parseExamDay(summary.exam?.date ?? '') !== null
  return (
    <section className={styles.promo} aria-labelledby="promo">
      <div className={styles.text}>
        <h2 id="promo">{getTitle(next.kind, summary)}</h2>
        {describe(props)}
      </div>
      <div className={styles.actions}>
        {hasCalendar && (
          <a href={getCallUrl('examCalendar')} className={classNames(buttonClass('primary'), styles.primary)}>
            Add to calendar
          </a>
        )}
        {!isContinue && (
          <ButtonLink to={next.action.to} className={classNames(hasCalendar ? styles.secondary : styles.primary)}>
            {next.action.label}
          </ButtonLink>
        )}
        <ButtonLink to={paths.application} className={classNames(isContinue ? styles.primary : styles.secondary)}>
          Continue Application
        </ButtonLink>
      </div>
    </section>
  )
}

const getTitle = (kind: NextStepKind, { application }: ApplicationSummary) =>
  kind === 'wait' && application?.decision === 'verified' ? 'Your application is approved' : titles[kind]

function describe({ next, summary, progress, deadline }: Props): ReactNode {
  switch (next.kind) {
    case 'change password':
      return <p>Choose a password of your own in place of the one that was issued to you.</p>
    case 'pay':
      return <p>Generate an RRR, then pay online or at a bank branch.</p>
    case 'verify NIN':
      return (
        <>
          <p>You can fill in the form before, but you can submit it only once your NIN is verified.</p>
          <Progress progress={progress} steps={summary.form?.steps} />
        </>
      )
    case 'fill in':
      return (
        <>
          <Progress progress={progress} steps={summary.form?.steps} />
          <p>We save as you type, so you can stop and continue any time.</p>
        </>
      )
    case 'submit':
      return (
        <>
          <Progress progress={progress} steps={summary.form?.steps} />
          <p>Read your answers once more in the preview, then submit them. Afterwards they can’t be changed.</p>
        </>
      )
    case 'too late':
      return (
        <p>
          Application {deadline && formatDeadline(deadline, new Date())}. What you have written is kept, but it can no
          longer be submitted.
        </p>
      )
    default:
      return <Submitted kind={next.kind} summary={summary} />
  }
}

function Submitted({ kind, summary: { application, exam } }: { kind: NextStepKind; summary: ApplicationSummary }) {
  if (!application) return null
  const { applicationId, submittedAt, decision, cbtResult, interviewResult } = application
  const sent = (
    <p>
      Sent {formatDateTime(submittedAt)}. Your number is {applicationId}.
    </p>
  )
  if (kind === 'exam') return <ExamFacts exam={exam} />
  if (kind === 'result')
    return (
      <>
        <p>
          {[cbtResult && formatResult('CBT', cbtResult), interviewResult && formatResult('Interview', interviewResult)]
            .filter(Boolean)
            .join('. ')}
          .
        </p>
        {sent}
      </>
    )
  if (kind === 'notes')
    return (
      <>
        <p>Your application could not be approved as it is. Read the notes below and reply to them.</p>
        {sent}
      </>
    )
  return (
    <>
      {sent}
      <p>{describeWaiting(decision, exam)}</p>
    </>
  )
}

function describeWaiting(decision: string, exam: ApplicationSummary['exam']): string {
  if (decision !== 'verified')
    return 'Next, the registry checks it. The decision, your exam and any notes appear on this page.'
  return exam?.date
    ? `Your exam was on ${formatExamDate(exam.date)}. Your results appear on this page.`
    : 'Next, the registry sets the day of your exam. It appears on this page.'
}

const formatResult = (name: string, { score, maximum }: { score: number; maximum: number }) =>
  `${name}: ${score} of ${maximum}`

function ExamFacts({ exam }: Pick<ApplicationSummary, 'exam'>) {
  const facts = [
    ['Day', exam?.date && formatExamDate(exam.date)],
    ['Time', exam?.time],
    ['Hall', exam?.venue],
  ] as const
  return (
    <>
      <dl className={styles.exam}>
        {facts.map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
      <p>Bring your application slip and your payment slip.</p>
    </>
  )
}

/** "2 of 7 steps done. Still missing: Experience, Referees." */
function Progress({ progress, steps }: { progress: FormProgress | null; steps: number | undefined }) {
  if (!progress || !steps) return null
  const { stepsDone, missing } = progress
  return (
    <p>
      {stepsDone} of {steps} steps done.{missing.length > 0 && ` Still missing: ${missing.join(', ')}.`}
    </p>
  )
}
