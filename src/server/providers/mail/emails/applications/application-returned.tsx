import { formatDateTime } from '#shared/format/dates.ts'
import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface ApplicationReturnedData extends ApplicantEmailData {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** What must be corrected, as the registry wrote it; empty when it is taken back. */
  reason: string
  /** ISO 8601; null when the registry has taken the return back. */
  until: string | null
}

export const applicationReturned: EmailTemplate<ApplicationReturnedData> = {
  subject: ({ applicationNumber, until }) =>
    until
      ? `Correct your application ${applicationNumber} by ${formatDateTime(until)}`
      : `Application ${applicationNumber}: nothing more to correct`,
  body: ({ sender, name, applicationNumber, reason, until }) => (
    <EmailLayout
      sender={sender}
      title={until ? 'Please correct your application' : 'You need not correct your application any more'}
      preview={`Application ${applicationNumber}.`}
    >
      <Greeting name={name} />
      {until ? (
        <>
          <Paragraph>
            The registry has read your application in the {sender.exercise} and asks you to correct it. All that you
            sent is filled in already: change what is asked for, and send it again. What you sent stays valid until
            then.
          </Paragraph>
          <FactTable
            facts={[
              ['Application ID', applicationNumber],
              ['Send it again by', `${formatDateTime(until)} (Nigerian time)`],
            ]}
          />
          {splitParagraphs(reason).map(({ place, paragraph }) => (
            <Paragraph key={place}>{paragraph}</Paragraph>
          ))}
          <ActionLink href={sender.publicUrl + paths.application}>Correct and send again</ActionLink>
        </>
      ) : (
        <>
          <Paragraph>
            We asked you to correct your application {applicationNumber} in the {sender.exercise}. That is no longer
            needed: it stays as you sent it, and the registry goes on with it.
          </Paragraph>
          <ActionLink href={sender.publicUrl + paths.dashboard}>Open your dashboard</ActionLink>
        </>
      )}
    </EmailLayout>
  ),
}
