// Every email that the portal has begun to send, and what became of it.

import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type EmailLogRow, emailList } from '#shared/lists/emails.ts'
import { staffEmailEvents } from '#shared/staff/labels/email-templates.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { EmailState, getEmailLabel } from '#staff/entities/email/email-state.tsx'
import { ResendCell } from '#staff/entities/email/resend-button.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { AddressCell } from './address-cell.tsx'

const emailsView: ListView<EmailLogRow, typeof emailList> = {
  list: emailList,
  cells: {
    queued: ({ queuedAt }) => <ShortMoment moment={queuedAt} />,
    template: (email) => `${getEmailLabel(email)}${email.isResent ? ' (again)' : ''}`,
    event: ({ event }) => event && getLabel(staffEmailEvents, event),
    person: ({ userId, staffName }) =>
      userId ? (
        <PageLink to={getEntryPath(staffPaths.applicants, userId)}>{userId}</PageLink>
      ) : (
        (staffName ?? 'A person without an account')
      ),
    address: (email) => <AddressCell id={email.id} label={getEmailLabel(email)} />,
    state: ({ state }) => <EmailState state={state} />,
    sent: ({ sentAt }) => <ShortMoment moment={sentAt} />,
    attempts: ({ attempts }) => attempts,
  },
  getKey: ({ id }) => id,
  getPath: () => null,
  noWrap: ['queued', 'person', 'state', 'sent'],
  linkColumn: 'template',
  phone: { title: 'template', facts: ['queued', 'person'], status: 'state' },
  action: {
    label: 'Send again',
    render: ({ userId, ...email }) => userId && <ResendCell userId={userId} email={email} />,
  },
}

export const Component = () => (
  <>
    <PageHead title="Emails" />
    <StaffList
      view={emailsView}
      whenEmpty={<p>Nothing has been sent yet. Every email of the portal appears here with what became of it.</p>}
      load={async (query, signal) => (await staffCall('staffEmails', { query, signal })).data}
    />
  </>
)
