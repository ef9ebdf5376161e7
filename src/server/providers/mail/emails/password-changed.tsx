import { formatDateTime } from '#shared/format/dates.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, Greeting, Paragraph } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface PasswordChangedData extends ApplicantEmailData {
  userId: string
  /** ISO 8601 */
  changedAt: string
}

export const passwordChanged: EmailTemplate<PasswordChangedData> = {
  subject: () => 'Your password was changed',
  body: ({ sender, name, userId, changedAt }) => (
    <EmailLayout
      sender={sender}
      title="Your password was changed"
      preview="If it was not you, choose a new one at once."
    >
      <Greeting name={name} />
      <Paragraph>
        The password of user ID {userId} was changed on {formatDateTime(changedAt)}. You have been logged out on all
        other devices.
      </Paragraph>
      <Paragraph>If it was you, there is nothing to do. If it was not, choose a new password at once.</Paragraph>
      <ActionLink href={sender.publicUrl + paths.forgotPassword}>It was not me</ActionLink>
    </EmailLayout>
  ),
}
