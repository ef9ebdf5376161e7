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
  /** `signInReset`: what the person signed in with was lost. */
  event: 'invited' | 'signInReset'
}

export const staffInvitation: EmailTemplate<StaffInvitationData> = {
  subject: ({ sender, event }) =>
    event === 'signInReset'
      ? 'Set up your staff sign-in again'
      : `You are invited to the staff pages of ${sender.shortName}`,
  body: ({ sender, name, code, validHours, staffUrl, event }) => (
    <EmailLayout
      sender={sender}
      title={event === 'signInReset' ? 'Set up your sign-in again' : 'Your staff account'}
      preview={`The link works once, for ${validHours} hours.`}
    >
      <Greeting name={name} />
      <Paragraph>
        {event === 'signInReset'
          ? 'Your staff account is open for setting up your sign-in again. Passwords and passkeys from before stop working then.'
          : `An account has been opened for you on the staff pages of the ${sender.exercise}.`}{' '}
        Open the link on the device that you work with: it makes a passkey, or you choose a password of at least 15
        characters and connect an authenticator app on your phone.
      </Paragraph>
      <ActionLink href={staffUrl + getInvitationPath(code)}>Set up your sign-in</ActionLink>
      <SmallPrint>
        The link works once, and only for {validHours} hours. Do not share it: anybody who uses it first signs in as
        you.
      </SmallPrint>
    </EmailLayout>
  ),
}
