import { formatDateTime } from '#shared/format/dates.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface ApplicationSubmittedData extends ApplicantEmailData {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** ISO 8601 */
  submittedAt: string
  /** It was returned for correction, and replaces what was sent before. */
  isCorrected?: boolean
}

export const applicationSubmitted: EmailTemplate<ApplicationSubmittedData> = {
  subject: ({ applicationNumber, isCorrected }) =>
    isCorrected ? `Application ${applicationNumber} sent again` : `Application ${applicationNumber} submitted`,
  body: ({ sender, name, applicationNumber, submittedAt, isCorrected }) => (
    <EmailLayout
      sender={sender}
      title={isCorrected ? 'Your corrected application has been received' : 'Your application has been submitted'}
      preview={`Application ${applicationNumber}.`}
    >
      <Greeting name={name} />
      <Paragraph>
        {isCorrected
          ? `Your corrected application in the ${sender.exercise} has been received. It replaces what you sent before, under the same ID. Print the slip again: the slip that you printed before is no longer valid.`
          : `Your application in the ${sender.exercise} has been received. Quote this ID when you write to us.`}
      </Paragraph>
      <FactTable
        facts={[
          ['Application ID', applicationNumber],
          [isCorrected ? 'Sent again' : 'Submitted', formatDateTime(submittedAt)],
        ]}
      />
      <Paragraph>
        The registry will now check it. The decision, the details of your exam and any notes appear on your dashboard.
      </Paragraph>
      <ActionLink href={sender.publicUrl + paths.prints}>Print the application slip</ActionLink>
    </EmailLayout>
  ),
}
