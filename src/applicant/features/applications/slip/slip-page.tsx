// The application slip, to read and to print.
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useApplicationSummary } from '#applicant/entities/application/application-summary.ts'
import { DownloadLink } from '#applicant/entities/application/download-link.tsx'
import { useSession } from '#applicant/entities/session/session.ts'
import { NetworkError, serverMessage } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { paths } from '#shared/routes.ts'
import { ApplicationSlip } from './application-slip.tsx'
import { applicationSnapshot } from './application-snapshot.ts'
import styles from './slip-page.module.css'

export function Component() {
  const { user } = useSession()
  const { summary } = useApplicationSummary(user?.userId ?? '')
  // The account is read once per visit of the app; the exam may have been moved since.
  const exam = summary ? presentExam(summary.exam) : user
  const { data: application, error, isPending, isFetching, refetch } = useQuery(applicationSnapshot)
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>Application slip</PageTitle>
        {application && (
          <div className={styles.actions}>
            <Button onClick={() => print()}>
              <Icon icon={Printer} />
              Print
            </Button>
            <DownloadLink call="applicationSlip" />
            {exam?.examDate && !application.withdrawnAt && <DownloadLink call="examCalendar" />}
          </div>
        )}
      </div>
      {isPending && <Skeleton lines={['title', 'line', 'line', 'block', 'block']} />}
      {error && !application && (
        <Banner tone="error" title={describeFailure(error)}>
          <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {application === null && !error && (
        <Banner tone="info" title="No Application. Go to the application page.">
          <p>{messages.slip.none}</p>
          <ButtonLink to={paths.application}>Back to Application</ButtonLink>
        </Banner>
      )}
      {application && exam && (
        <ApplicationSlip application={application} exam={exam} examKind={summary?.exam?.kind ?? 'cbt'} />
      )}
    </div>
  )
}

const presentExam = (exam: ApplicationSummary['exam']) => ({
  examDate: exam?.date ?? null,
  examTime: exam?.time ?? null,
  examVenue: exam?.venue ?? null,
})

/** The server's message if it has one; otherwise those of the specification (section 8). */
const describeFailure = (error: Error) =>
  error instanceof NetworkError ? messages.slip.failed : serverMessage(error) || messages.slip.unexpected
