import { formatDateTime } from '#shared/format/dates.ts'
import { EmailLayout } from './components/layout.tsx'
import { Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { EmailTemplate, StaffEmailData } from './template.ts'

/** What happened to a staff account. */
export type StaffNoticeEvent = 'newDevice' | 'credentialsChanged' | 'rolesChanged' | 'administratorAdded'

export interface StaffNoticeData extends StaffEmailData {
  event: StaffNoticeEvent
  /** Such as "Firefox on Windows"; empty where it says nothing. */
  device: string
  /** ISO 8601 */
  at: string
}

const texts: Record<StaffNoticeEvent, { title: string; text: (device: string, at: string) => string }> = {
  newDevice: {
    title: 'You signed in on a new device',
    text: (device, at) => `Somebody signed in to your staff account on ${device}, on ${at}.`,
  },
  credentialsChanged: {
    title: 'Your sign-in was set up again',
    text: (_, at) => `The password and authenticator app of your staff account were replaced on ${at}.`,
  },
  rolesChanged: {
    title: 'Your roles were changed',
    text: (_, at) => `An administrator changed the roles of your staff account on ${at}. Sign in again to use them.`,
  },
  administratorAdded: {
    title: 'An administrator was added on the server',
    text: (_, at) => `Somebody with access to the server added an administrator with a command on ${at}.`,
  },
}

export const staffNotice: EmailTemplate<StaffNoticeData> = {
  subject: ({ event }) => texts[event].title,
  body: ({ sender, name, event, device, at }) => (
    <EmailLayout sender={sender} title={texts[event].title} preview="If it was not you, tell your administrator.">
      <Greeting name={name} />
      <Paragraph>{texts[event].text(device, formatDateTime(at))}</Paragraph>
      <SmallPrint>If you know about it, there is nothing to do. If not, tell your administrator at once.</SmallPrint>
    </EmailLayout>
  ),
}
