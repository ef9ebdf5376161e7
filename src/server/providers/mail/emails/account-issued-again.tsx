import { formatDateTime } from '#shared/format/dates.ts'
import { getResetPath, paths } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface AccountIssuedAgainData extends ApplicantEmailData {
  userId: string
  /** Works once. */
  code: string
  /** ISO 8601 */
  validUntil: string
}

export const accountIssuedAgain: EmailTemplate<AccountIssuedAgainData> = {
  subject: ({ sender }) => `Your account is waiting: ${sender.exercise}`,
  body: ({ sender, name, userId, code, validUntil }) => (
    <EmailLayout
      sender={sender}
      title="Your account is waiting for you"
      preview={`Choose a password to apply: ${sender.exercise}.`}
    >
      <Greeting name={name} />
      <Paragraph>
        An account has been opened for you in the {sender.exercise}, and you have not logged in yet. If you have our
        first email, its password still works. If not, choose a password of your own now.
      </Paragraph>
      <FactTable
        facts={[
          ['User ID', userId],
          ['The link works once, until', formatDateTime(validUntil)],
        ]}
      />
      <ActionLink href={sender.publicUrl + getResetPath(code)}>Choose a password</ActionLink>
      <SmallPrint>
        After that, ask for a new link with Forgot password at {sender.publicUrl + paths.login}. Keep this email
        private: anyone who has the link can choose the password.
      </SmallPrint>
    </EmailLayout>
  ),
}
