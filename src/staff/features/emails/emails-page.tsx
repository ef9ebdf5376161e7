// Every email that the portal has begun to send, and what became of it.
import { Link } from 'react-router'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { EmailLogRow } from '#shared/api/staff/logs/emails.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { emailListColumns } from '#shared/lists/columns.ts'
import { EmailState, getEmailLabel } from '#staff/entities/email/email-state.tsx'
import { ResendCell } from '#staff/entities/email/resend-button.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { StaffList } from '#staff/list/staff-list.tsx'

const emailsView: ListView<EmailLogRow> = {
  columns: emailListColumns,
  getDefaultSort: () => '-queued',
  cells: {
    queued: ({ queuedAt }) => formatDateTime(queuedAt),
    template: ({ template, isResent }) => `${getEmailLabel(template)}${isResent ? ' (again)' : ''}`,
    person: ({ userId, staffName }) =>
      userId ? (
        <Link to={`/applicants/${encodeURIComponent(userId)}`}>{userId}</Link>
      ) : (
        (staffName ?? 'A person without an account')
      ),
    address: ({ address }) => address ?? '–',
    state: ({ state }) => <EmailState state={state} />,
    sent: ({ sentAt }) => (sentAt ? formatDateTime(sentAt) : '–'),
    attempts: ({ attempts }) => attempts,
    resend: ({ userId, ...email }) => (userId ? <ResendCell userId={userId} email={email} /> : '–'),
  },
  startColumns: ['queued', 'template', 'person', 'address', 'state', 'resend'],
  getKey: ({ id }) => id,
  getPath: () => null,
  unbroken: ['queued', 'person', 'state', 'sent', 'resend'],
  linkColumn: 'template',
}

export const Component = () => (
  <>
    <PageTitle>Emails</PageTitle>
    <StaffList
      name="emails"
      noun="emails"
      view={emailsView}
      exported="emails"
      searchHint="A user ID, or the whole email address of an applicant or staff member"
      whenEmpty={<p>Nothing has been sent yet. Every email of the portal appears here with what became of it.</p>}
      load={async (query, signal) => (await staffCall('staffEmails', { query, signal })).data}
    />
  </>
)
