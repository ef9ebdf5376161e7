import { type FinalOutcome, publishedFinalOutcomes } from '#shared/decisions/offers.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { paths } from '#shared/routes.ts'
import type { PublishedFinalOutcome } from '#shared/staff/published-content.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface OfferPublishedData extends ApplicantEmailData, PublishedFinalOutcome {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** Written by the staff for everybody; may be empty. */
  note: string
}

const sentences: Record<FinalOutcome, (exercise: string) => string[]> = {
  selected: (exercise) => [
    `We are pleased to offer you an appointment in the ${exercise}.`,
    'Accept or decline it on your dashboard, where your offer letter is. An offer that is not answered in time ends by itself.',
  ],
  reserve: (exercise) => [
    `You are on the reserve list of the ${exercise}: you may still be offered the post if a place becomes free. We then write to you.`,
  ],
  unsuccessful: (exercise) => [
    `The ${exercise} has ended. We are sorry: you were not selected. We thank you for the time that you gave to it.`,
  ],
}

const aboutBefore = ({ finalOutcome, replaces }: Pick<PublishedFinalOutcome, 'finalOutcome' | 'replaces'>) => {
  if (replaces === 'none') return []
  if (replaces === 'reserve' && finalOutcome === 'selected') return ['A place has become free.']
  return ['What we wrote to you before does not count any more: this does.']
}

export const offerPublished: EmailTemplate<OfferPublishedData> = {
  subject: ({ finalOutcome, applicationNumber }) =>
    `${publishedFinalOutcomes[finalOutcome]}: application ${applicationNumber}`,
  body: ({ sender, name, note, applicationNumber, until, ...outcome }) => (
    <EmailLayout
      sender={sender}
      title={publishedFinalOutcomes[outcome.finalOutcome]}
      preview={`Application ${applicationNumber}.`}
    >
      <Greeting name={name} />
      {[...aboutBefore(outcome), ...sentences[outcome.finalOutcome](sender.exercise)].map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
      <FactTable
        facts={[
          ['Application ID', applicationNumber],
          ['Post', outcome.role],
          ['Department', outcome.department ?? outcome.school],
          ...(until === null ? [] : [['Answer until', formatDateTime(until)] as [string, string]]),
        ]}
      />
      {splitParagraphs(note).map(({ place, paragraph }) => (
        <Paragraph key={place}>{paragraph}</Paragraph>
      ))}
      <ActionLink href={sender.publicUrl + paths.dashboard}>Open your dashboard</ActionLink>
    </EmailLayout>
  ),
}
