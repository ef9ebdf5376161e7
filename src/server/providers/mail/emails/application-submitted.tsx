import { formatDateTime } from '#shared/format/dates.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface ApplicationSubmittedData extends ApplicantEmailData {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** ISO 8601 */
  submittedAt: string
}

export const applicationSubmitted: EmailTemplate<ApplicationSubmittedData> = {
  subject: ({ applicationNumber }) => `Application ${applicationNumber} submitted`,
  body: ({ sender, name, applicationNumber, submittedAt }) => (
    <EmailLayout
      sender={sender}
      title="Your application has been submitted"
      preview={`Application ${applicationNumber}.`}
    >
      <Greeting name={name} />
      <Paragraph>
        Your application in the {sender.exercise} has been received. Quote this ID when you write to us.
      </Paragraph>
      <FactTable
        facts={[
          ['Application ID', applicationNumber],
          ['Submitted', formatDateTime(submittedAt)],
        ]}
      />
      <ActionLink href={sender.publicUrl + paths.prints}>Print the application slip</ActionLink>
    </EmailLayout>
  ),
}
