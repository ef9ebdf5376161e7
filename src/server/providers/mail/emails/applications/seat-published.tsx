import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { formatExamDate } from '#shared/policy/exam.ts'
import { paths } from '#shared/routes.ts'
import { isWithoutSeat, type PublishedSeat, type SeatChange } from '#shared/staff/published-content.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface SeatPublishedData extends ApplicantEmailData, PublishedSeat {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** Written by the staff for everybody; may be empty. */
  note: string
}

const what: Record<SittingKind, string> = { cbt: 'computer-based test', interview: 'interview' }

const titles: Record<SeatChange, (kind: string) => string> = {
  new: (kind) => `Your ${kind}`,
  moved: (kind) => `Your ${kind} has moved`,
  cancelled: (kind) => `Your ${kind} is cancelled`,
  uninvited: (kind) => `You are no longer invited to the ${kind}`,
}

const firstSentences: Record<SeatChange, (kind: string, exercise: string) => string> = {
  new: (kind, exercise) => `You have a seat for the ${kind} of the ${exercise}.`,
  moved: (kind, exercise) =>
    `Your seat for the ${kind} of the ${exercise} has changed. What we sent you before does not count any more: this does.`,
  cancelled: (kind, exercise) =>
    `The ${kind} of the ${exercise} to which you were invited does not take place as we wrote. Please do not travel to it. We write to you as soon as there is another date.`,
  uninvited: (kind, exercise) =>
    `You are no longer invited to the ${kind} of the ${exercise}: your application is not on the shortlist any more. Please do not travel to it.`,
}

const lastSentences: Record<SeatChange, string> = {
  new: 'Print your application slip and your payment slip, and bring both. You are not let in without them.',
  moved: 'Print your application slip again: it names the new day and place. Bring it with your payment slip.',
  cancelled: '',
  uninvited: '',
}

function getFacts({
  change,
  examDate,
  examTime,
  reportTime,
  examVenue,
  address,
  batch,
  applicationNumber,
}: SeatPublishedData) {
  const facts: [string, string][] = [
    ['Application ID', applicationNumber],
    [isWithoutSeat(change) ? 'Was planned for' : 'Day', formatExamDate(examDate)],
  ]
  if (isWithoutSeat(change)) return facts
  return [
    ...facts,
    ['Be there by', reportTime],
    ['Start', examTime],
    ['Place', examVenue],
    ['Address', address],
    ['Batch', batch],
  ] satisfies [string, string][]
}

export const seatPublished: EmailTemplate<SeatPublishedData> = {
  subject: ({ change, kind, applicationNumber }) => `${titles[change](what[kind])}: application ${applicationNumber}`,
  body: ({ sender, name, note, ...seat }) => {
    const kind = what[seat.kind]
    return (
      <EmailLayout sender={sender} title={titles[seat.change](kind)} preview={`Application ${seat.applicationNumber}.`}>
        <Greeting name={name} />
        <Paragraph>{firstSentences[seat.change](kind, sender.exercise)}</Paragraph>
        <FactTable facts={getFacts({ sender, name, note, ...seat })} />
        {[lastSentences[seat.change], note].flatMap(splitParagraphs).map(({ paragraph }) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <ActionLink href={sender.publicUrl + paths.dashboard}>Open your dashboard</ActionLink>
      </EmailLayout>
    )
  },
}
