// In which state a publication is, and what happens next.

import { Banner } from '#kit/ui/feedback/banner.tsx'
import { ProgressBar } from '#kit/ui/feedback/progress-bar.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { useIsArchived } from '#staff/entities/exercise/use-may-change.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { countHandledEmails } from './publication-state.tsx'

export function PublicationProgress({ publication }: { publication: PublicationDetails }) {
  const { state, counts, publishAt, returnedBy, returnedAt, returnReason, isSecondPerson } = publication
  const may = useMay()
  const isArchived = useIsArchived(publication.exercise)
  if (isArchived && state !== 'published')
    return (
      <Banner tone="info" title="Not published">
        <p>{staffErrors.exercise_archived.message} Nothing of this is published any more.</p>
      </Banner>
    )
  switch (state) {
    case 'draft':
      return (
        <Banner tone="info" title={`A draft with ${formatCounted(counts.items, 'application')}`}>
          <p>Only staff can see this draft. Send it to a colleague for approval.</p>
        </Banner>
      )
    case 'proposed':
      return (
        <Banner
          tone="warning"
          title={`${formatCounted(counts.items, 'application waits', 'applications wait')} for ${isSecondPerson && may('publication:approve') ? 'your approval' : 'the approval of another person'}`}
        >
          <p>Applicants see nothing before that.</p>
        </Banner>
      )
    case 'approved':
      return (
        <Banner tone="info" role="status" title="Approved">
          <p>{publishAt ? `It is published on ${formatDateTime(publishAt)}.` : 'It is published in a moment.'}</p>
        </Banner>
      )
    case 'publishing':
      return (
        <Card title="Being published">
          <p role="status">
            {counts.items === 1
              ? '1 application becomes visible'
              : `${formatCount(counts.items)} applications become visible together`}
            . You can leave this page.
          </p>
          <ProgressBar label="Publishing" fraction={null} />
        </Card>
      )
    case 'returned':
      return (
        <Banner tone="warning" title={`Sent back${returnedBy ? ` by ${returnedBy.name}` : ''}`}>
          <p>
            {returnReason}
            {returnedAt && ` (${formatDateTime(returnedAt)})`}
          </p>
        </Banner>
      )
    case 'published':
      return <Published publication={publication} />
  }
}

/** ", 2 could not be delivered, 1 was not sent because the application was withdrawn or returned". */
function formatUnsent({ emailsFailed, emailsWithdrawn }: PublicationDetails['counts']): string {
  const failed = emailsFailed > 0 ? `, ${formatCount(emailsFailed)} could not be delivered` : ''
  if (emailsWithdrawn === 0) return failed
  const withdrawn =
    emailsWithdrawn === 1
      ? '1 was not sent because the application was withdrawn or returned'
      : `${formatCount(emailsWithdrawn)} were not sent because the applications were withdrawn or returned`
  return `${failed}, ${withdrawn}`
}

function Published({ publication: { counts, publishedAt } }: { publication: PublicationDetails }) {
  const { done, skipped, emailsSent } = counts
  const handled = countHandledEmails(counts)
  return (
    <>
      <Banner
        tone="success"
        title={`${formatCounted(done, 'application')} published${publishedAt ? ` on ${formatDateTime(publishedAt)}` : ''}`}
      >
        {skipped > 0 && (
          <p>{formatCounted(skipped, 'application was', 'applications were')} skipped. The reasons are below.</p>
        )}
        {handled >= done && (
          <p>
            {formatCounted(emailsSent, 'email was', 'emails were')} sent
            {formatUnsent(counts)}.
          </p>
        )}
      </Banner>
      {handled < done && (
        <Card title="Sending the emails">
          <p role="status">
            {formatCount(emailsSent)} of {formatCount(done)} sent
            {formatUnsent(counts)}. You can leave this page.
          </p>
          <ProgressBar label="Emails sent" fraction={handled / done} />
        </Card>
      )}
    </>
  )
}
