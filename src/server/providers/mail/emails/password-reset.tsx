import { getResetPath } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface PasswordResetData extends ApplicantEmailData {
  userId: string
  /** Works once. */
  code: string
  validMinutes: number
}

export const passwordReset: EmailTemplate<PasswordResetData> = {
  subject: () => 'Choose a new password',
  body: ({ sender, name, userId, code, validMinutes }) => (
    <EmailLayout
      sender={sender}
      title="Choose a new password"
      preview={`The link works once, for ${validMinutes} minutes.`}
    >
      <Greeting name={name} />
      <Paragraph>
        You asked for a new password for user ID {userId}. Choose one now. The link works once, and only for{' '}
        {validMinutes} minutes.
      </Paragraph>
      <ActionLink href={sender.publicUrl + getResetPath(code)}>Choose a new password</ActionLink>
      <SmallPrint>If it was not you, ignore this mail. Don't share this link.</SmallPrint>
    </EmailLayout>
  ),
}
