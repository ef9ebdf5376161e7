// What the portal has sent to an applicant, and what the applicant has written.

import { Card } from '#kit/ui/layout/card.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { getLabel } from '#shared/format/labels.ts'
import { complaintStates } from '#shared/lists/complaints.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { EmailState, getEmailLabel } from '#staff/entities/email/email-state.tsx'
import { ResendCell } from '#staff/entities/email/resend-button.tsx'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'

export function Emails({ userId, emails }: { userId: string; emails: ApplicantDetails['emails'] }) {
  const may = useMay()
  const mayResend = may('account:recover')
  if (emails.length === 0) return null
  return (
    <Card title="Emails">
      <RowTable
        caption="Emails"
        headings={['Email', 'State', 'When', ...(mayResend ? ['Action'] : [])]}
        phone={{ end: 'State', last: 'Action' }}
        rows={emails.map(({ id, template, state, queuedAt, sentAt }) => ({
          key: id,
          cells: [
            getEmailLabel({ template }),
            <EmailState key="state" state={state} />,
            <ShortMoment key="when" moment={sentAt ?? queuedAt} />,
            <ResendCell key="again" userId={userId} email={{ id, template, state }} />,
          ],
        }))}
      />
    </Card>
  )
}

export function Complaints({ complaints }: Pick<ApplicantDetails, 'complaints'>) {
  if (complaints.length === 0) return null
  return (
    <Card title="Complaints">
      <RowTable
        caption="Complaints"
        headings={['Number', 'State', 'Received']}
        phone={{ end: 'State' }}
        rows={complaints.map(({ number, state, at }) => ({
          key: number,
          cells: [
            <PageLink key="number" to={getEntryPath(staffPaths.complaints, number)}>
              {number}
            </PageLink>,
            getLabel(complaintStates, state),
            <ShortMoment key="received" moment={at} />,
          ],
        }))}
      />
    </Card>
  )
}
