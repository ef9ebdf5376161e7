import { paths } from '#shared/routes.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface ApplicationReinstatedData extends ApplicantEmailData {
  /** Such as APP-2024-000123. */
  applicationNumber: string
}

export const applicationReinstated: EmailTemplate<ApplicationReinstatedData> = {
  subject: ({ applicationNumber }) => `Application ${applicationNumber} is being considered again`,
  body: ({ sender, name, applicationNumber }) => (
    <EmailLayout
      sender={sender}
      title="Your application is being considered again"
      preview={`Application ${applicationNumber}.`}
    >
      <Greeting name={name} />
      <Paragraph>
        Your application in the {sender.exercise} was withdrawn. The registry has taken it up again: it stands as you
        sent it, and you need not send anything.
      </Paragraph>
      <FactTable facts={[['Application ID', applicationNumber]]} />
      <Paragraph>The decision, the details of your exam and any notes appear on your dashboard.</Paragraph>
      <ActionLink href={sender.publicUrl + paths.dashboard}>Open your dashboard</ActionLink>
    </EmailLayout>
  ),
}
