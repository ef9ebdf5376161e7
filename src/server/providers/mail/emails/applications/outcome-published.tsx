import { formatDate } from '#shared/format/dates.ts'
import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { type PublishedOutcome, publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface OutcomePublishedData extends ApplicantEmailData {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  outcome: PublishedOutcome
  reasons: { type: string; reason: string }[]
  /** Another outcome was published before by mistake. */
  isCorrection: boolean
  /** Written by the staff for everybody; may be empty. */
  note: string
  /** ISO 8601 */
  publishedAt: string
}

const firstSentences: Record<PublishedOutcome, (exercise: string) => string> = {
  verified: (exercise) =>
    `We have checked your application in the ${exercise}, and you are on the shortlist. Your dashboard says what comes next.`,
  rejected: (exercise) =>
    `We have considered your application in the ${exercise} with care. We are sorry: it was not successful.`,
  pending: (exercise) =>
    `Your application in the ${exercise} is being considered again. We write to you as soon as there is a decision.`,
}

const correction =
  'The outcome that we sent you before was a mistake. Please do not rely on it any more; we apologise for it. What follows is correct.'

const getSubject = ({ applicationNumber, isCorrection }: OutcomePublishedData) =>
  isCorrection
    ? `Correction: the outcome of your application ${applicationNumber}`
    : `The outcome of your application ${applicationNumber}`

export const outcomePublished: EmailTemplate<OutcomePublishedData> = {
  subject: getSubject,
  body: ({ sender, name, applicationNumber, outcome, reasons, isCorrection, note, publishedAt }) => (
    <EmailLayout sender={sender} title={publishedOutcomes[outcome]} preview={`Application ${applicationNumber}.`}>
      <Greeting name={name} />
      {isCorrection && <Paragraph>{correction}</Paragraph>}
      <Paragraph>{firstSentences[outcome](sender.exercise)}</Paragraph>
      <FactTable
        facts={[
          ['Application ID', applicationNumber],
          ['Published', formatDate(publishedAt)],
        ]}
      />
      {reasons.map(({ type, reason }) => (
        <Paragraph key={`${type} ${reason}`}>
          <strong>{type}:</strong> {reason}
        </Paragraph>
      ))}
      {splitParagraphs(note).map(({ place, paragraph }) => (
        <Paragraph key={place}>{paragraph}</Paragraph>
      ))}
      <ActionLink href={sender.publicUrl + paths.dashboard}>Open your dashboard</ActionLink>
    </EmailLayout>
  ),
}
