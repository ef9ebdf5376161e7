// What the application page shows instead of the form, or above it.
import { Link } from 'react-router'
import { DeadlineNotice } from '#applicant/entities/exercise/deadline-notice.tsx'
import { useSession } from '#applicant/entities/session/session.ts'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import type { Application, ApplicationCorrection } from '#shared/api/applicant/applications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { splitParagraphs } from '#shared/format/paragraphs.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { getReplyPath } from '#shared/policy/next-step.ts'
import { paths } from '#shared/routes.ts'
import styles from './application-notice.module.css'
import type { SubmitOutcome } from './wizard/submit.ts'

type Props =
  /** `application` is not known while the server cannot tell. */
  | { kind: 'submitted'; application: Application | null | undefined }
  | { kind: 'not paid' }
  /** `refusal` is the kind of the error beside the Submit button, if there is one. `isOver`: nothing can be corrected any more. */
  | {
      kind: 'warnings'
      refusal: SubmitOutcome['kind'] | undefined
      correction: ApplicationCorrection | undefined
      isOver: boolean
    }
  | { kind: 'failed'; onRetry(): void }

export function ApplicationNotice(props: Props) {
  switch (props.kind) {
    case 'submitted':
      return <Submitted application={props.application} />
    case 'not paid':
      return <NotPaid />
    case 'warnings':
      if (props.isOver) return <CorrectionOver />
      return props.correction ? (
        <CorrectionNotice correction={props.correction} />
      ) : (
        <Warnings isNinRefused={props.refusal === 'nin required'} />
      )
    case 'failed':
      return <LoadError onRetry={props.onRetry} />
  }
}

function Submitted({ application }: { application: Application | null | undefined }) {
  if (application?.withdrawnAt)
    return <Withdrawn applicationId={application.applicationId} withdrawnAt={application.withdrawnAt} />
  return (
    <Banner tone="success">
      <p>
        <strong>You have submitted your application.</strong> Preview your application details below.
      </p>
      <p className={styles.action}>
        <ButtonLink to={paths.prints}>Preview Application</ButtonLink>
      </p>
    </Banner>
  )
}

const Withdrawn = ({ applicationId, withdrawnAt }: { applicationId: string; withdrawnAt: string }) => (
  <Banner tone="warning" title={`Your application was withdrawn on ${formatDateTime(withdrawnAt)}, as you asked.`}>
    <p>
      It is not considered any more. If you did not ask for this, or have changed your mind, write to us: the registry
      can take it up again.
    </p>
    <p className={styles.action}>
      <ButtonLink to={getReplyPath(applicationId)}>Contact us</ButtonLink>
    </p>
  </Banner>
)

/** The registry's words, on every step. The deadline of the exercise does not count for a correction. */
const CorrectionNotice = ({ correction: { reason, until } }: { correction: ApplicationCorrection }) => (
  <Banner tone="warning" title={`Correct this and send it again by ${formatDateTime(until)}.`}>
    {splitParagraphs(reason).map(({ place, paragraph }) => (
      <p key={place}>{paragraph}</p>
    ))}
  </Banner>
)

/** Above the form, which stays open: what was typed can still be copied from it. */
const CorrectionOver = () => (
  <Banner tone="warning" role="alert" title="This can no longer be sent.">
    <p>
      The time of your correction has passed, it was sent from another window, or the application was withdrawn. What
      you sent before counts, without what you have changed since. <Link to={paths.contact}>Contact us</Link>
    </p>
  </Banner>
)

/** What stands in the way of submitting, unless the error beside the Submit button says the same. */
function Warnings({ isNinRefused }: { isNinRefused: boolean }) {
  const { user } = useSession()
  // A user that an earlier version stored has no exercise.
  const isTooLate = isPastDeadline(user?.exercise?.deadline ?? null, getServerTime())
  return (
    <>
      <DeadlineNotice
        whenPast={
          <p>
            What you have written can no longer be submitted. <Link to={paths.contact}>Contact us</Link>
          </p>
        }
      />
      {!user?.ninVerify && !isNinRefused && !isTooLate && <NinWarning />}
    </>
  )
}

/** The form can be filled in without a verified NIN, but not submitted. */
const NinWarning = () => (
  <Banner tone="warning" title={refusals.nin_required}>
    <p>
      You can fill in the form meanwhile. <Link to={paths.verifyNin}>Verify your NIN</Link>
    </p>
  </Banner>
)

const NotPaid = () => (
  <Banner tone="warning" title={messages.payment.notPaid}>
    <p className={styles.action}>
      <ButtonLink to={paths.pay}>Go back to Payment</ButtonLink>
    </p>
  </Banner>
)

const LoadError = ({ onRetry }: { onRetry(): void }) => (
  <Banner tone="error" title={messages.loading.applicationError}>
    <p className={styles.action}>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </p>
  </Banner>
)
