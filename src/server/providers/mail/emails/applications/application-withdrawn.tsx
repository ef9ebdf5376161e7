import { formatDateTime } from '#shared/format/dates.ts'
import { getReplyPath } from '#shared/policy/next-step.ts'
import { EmailLayout } from '../components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from '../components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from '../template.ts'

export interface ApplicationWithdrawnData extends ApplicantEmailData {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** ISO 8601 */
  withdrawnAt: string
}

export const applicationWithdrawn: EmailTemplate<ApplicationWithdrawnData> = {
  subject: ({ applicationNumber }) => `Application ${applicationNumber} withdrawn`,
  body: ({ sender, name, applicationNumber, withdrawnAt }) => (
    <EmailLayout
      sender={sender}
      title="Your application was withdrawn"
      preview="If you did not ask for this, write to us at once."
    >
      <Greeting name={name} />
      <Paragraph>
        We have withdrawn your application in the {sender.exercise}, as you asked. It is not considered any more, and an
        outcome that we sent you before no longer holds.
      </Paragraph>
      <FactTable
        facts={[
          ['Application ID', applicationNumber],
          ['Withdrawn', formatDateTime(withdrawnAt)],
        ]}
      />
      <Paragraph>
        If you did not ask for this, or have changed your mind, write to us at once. The registry can take your
        application up again.
      </Paragraph>
      <ActionLink href={sender.publicUrl + getReplyPath(applicationNumber)}>Contact us</ActionLink>
    </EmailLayout>
  ),
}
