import { formatDateTime } from '#shared/format/dates.ts'
import type { StaffEmailEvent } from '#shared/staff/labels/email-templates.ts'
import { EmailLayout } from './components/layout.tsx'
import { Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { StaffInvitationData } from './staff-invitation.tsx'
import type { EmailTemplate, StaffEmailData } from './template.ts'

/** What happened to a staff account, or to what its person has planned. */
type StaffNoticeEvent = Exclude<StaffEmailEvent, StaffInvitationData['event']>

export interface StaffNoticeData extends StaffEmailData {
  event: StaffNoticeEvent
  /** Such as "Firefox on Windows", or the name of a passkey; empty where it says nothing. */
  device: string
  /** Why something was not possible. */
  reason?: string
  /** ISO 8601 */
  at: string
}

interface Notice {
  title: string
  text: (data: Pick<StaffNoticeData, 'device' | 'reason'>, at: string) => string
  /** What to do; whom to tell by default. */
  advice?: string
}

const texts: Record<StaffNoticeEvent, Notice> = {
  newDevice: {
    title: 'You signed in on a new device',
    text: ({ device }, at) => `Somebody signed in to your staff account on ${device}, on ${at}.`,
  },
  credentialsChanged: {
    title: 'Your sign-in was set up again',
    text: (_, at) =>
      `What you sign in with to your staff account was set up again on ${at}; passwords and passkeys from before no longer work.`,
  },
  rolesChanged: {
    title: 'Your roles were changed',
    text: (_, at) => `An administrator changed the roles of your staff account on ${at}. Sign in again to use them.`,
  },
  suspendedUnused: {
    title: 'Your staff account is suspended',
    text: (_, at) => `Nobody used your staff account for a long time, so it was suspended on ${at}.`,
    advice: 'If you still need it, ask your administrator to activate it again.',
  },
  passwordChanged: {
    title: 'Your password was changed',
    text: (_, at) =>
      `The password of your staff account was changed on ${at}. Your sessions on other devices have ended.`,
  },
  recoveryCodesReplaced: {
    title: 'You have new recovery codes',
    text: (_, at) => `New recovery codes were made for your staff account on ${at}. The earlier ones no longer work.`,
  },
  passkeyAdded: {
    title: 'A passkey was added to your account',
    text: ({ device }, at) =>
      `The passkey “${device}” was added to your staff account on ${at}. It signs in without a password.`,
  },
  passkeyRemoved: {
    title: 'A passkey was removed from your account',
    text: ({ device }, at) =>
      `The passkey “${device}” was removed from your staff account on ${at}. It no longer signs in.`,
  },
  administratorAdded: {
    title: 'An administrator was added on the server',
    text: (_, at) => `Somebody with access to the server added an administrator with a command on ${at}.`,
  },
  manyPersonsRead: {
    title: 'A colleague has read the data of very many people',
    text: ({ reason }) => reason ?? '',
    advice: 'Ask what it was for. The audit log has which lists they read, and with which filters.',
  },
  plannedChangeFailed: {
    title: 'A planned change of settings was not possible',
    text: ({ reason }, at) => `A change of settings was planned for ${at}, and could not be made: ${reason}`,
    advice: 'The settings stay as they were. Open the settings of the exercise to change them.',
  },
}

const defaultAdvice = 'If you know about it, there is nothing to do. If not, tell your administrator at once.'

export const staffNotice: EmailTemplate<StaffNoticeData> = {
  subject: ({ event }) => texts[event].title,
  body({ sender, name, event, at, ...data }) {
    const { title, text, advice = defaultAdvice } = texts[event]
    return (
      <EmailLayout sender={sender} title={title} preview={advice}>
        <Greeting name={name} />
        <Paragraph>{text(data, formatDateTime(at))}</Paragraph>
        <SmallPrint>{advice}</SmallPrint>
      </EmailLayout>
    )
  },
}
