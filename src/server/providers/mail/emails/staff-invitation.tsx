import { getInvitationPath } from '#shared/staff/paths.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { EmailTemplate, StaffEmailData } from './template.ts'

export interface StaffInvitationData extends StaffEmailData {
  /** Works once. */
  code: string
  validHours: number
  /** Without a trailing slash. */
  staffUrl: string
  /** Absent for an invitation; set when a password or authenticator app was lost. */
  isReset?: boolean
}

export const staffInvitation: EmailTemplate<StaffInvitationData> = {
  subject: ({ sender, isReset }) =>
    isReset ? 'Set up your staff sign-in again' : `You are invited to the staff pages of ${sender.shortName}`,
  body: ({ sender, name, code, validHours, staffUrl, isReset }) => (
    <EmailLayout
      sender={sender}
      title={isReset ? 'Set up your sign-in again' : 'Your staff account'}
      preview={`The link works once, for ${validHours} hours.`}
    >
      <Greeting name={name} />
      <Paragraph>
        {isReset
          ? 'An administrator has opened your staff account for a new password and a new authenticator app.'
          : `An account has been opened for you on the staff pages of the ${sender.exercise}.`}{' '}
        Have your phone with an authenticator app at hand: you choose a password of at least 15 characters and connect
        the app.
      </Paragraph>
      <ActionLink href={staffUrl + getInvitationPath(code)}>Set up your sign-in</ActionLink>
      <SmallPrint>
        The link works once, and only for {validHours} hours. Give it to nobody: it stands for you until you have used
        it.
      </SmallPrint>
    </EmailLayout>
  ),
}
