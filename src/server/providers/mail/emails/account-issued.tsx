import { paths } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface AccountIssuedData extends ApplicantEmailData {
  userId: string
  /** The only password that is ever sent by email: it must be changed at the first login. */
  initialPassword: string
}

export const accountIssued: EmailTemplate<AccountIssuedData> = {
  subject: ({ sender }) => `Your account: ${sender.exercise}`,
  body: ({ sender, name, userId, initialPassword }) => (
    <EmailLayout sender={sender} title="Your account is ready" preview={`Log in to apply: ${sender.exercise}.`}>
      <Greeting name={name} />
      <Paragraph>
        An account has been opened for you in the {sender.exercise}. Log in with this user ID and password; the first
        time you will be asked to choose a password of your own.
      </Paragraph>
      <FactTable
        facts={[
          ['User ID', userId],
          ['Initial password', initialPassword],
        ]}
      />
      <ActionLink href={sender.publicUrl + paths.login}>Log in</ActionLink>
      <SmallPrint>Keep this email private. Anyone who has it can log in until you change the password.</SmallPrint>
    </EmailLayout>
  ),
}
