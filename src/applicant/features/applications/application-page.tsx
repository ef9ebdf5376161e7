// The application page in its three states: submitted, not paid, or the form.
import { useState } from 'react'
import { useOwnApplication } from '#applicant/entities/application/own-application.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { isTemporary, NetworkError } from '#kit/http/api-error.ts'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { hasPaid } from '#shared/policy/next-route.ts'
import styles from './application-page.module.css'
import { readDraftRecord } from './draft/draft-record.ts'
import { ApplicationForm } from './wizard/application-form.tsx'
import { LazyApplicationNotice, LazyPreview } from './wizard/lazy-parts.tsx'
import { LoadingApplication } from './wizard/loading-application.tsx'

// A complete draft opens with the preview, whose code has been fetched with the page's (app/skeletons.tsx).
LazyPreview.preload()

export function Component() {
  const { user } = useSession()
  if (!user) return null
  return (
    <div className={styles.page}>
      <PageTitle>Application</PageTitle>
      <OwnApplication user={user} />
    </div>
  )
}

function OwnApplication({ user }: { user: User }) {
  const { application, submitted, error, isFailed, retry } = useOwnApplication(user.userId)
  // The form in which Submit was clicked tells how that ended, even if its response is lost and the application turns
  // up by itself; the page for later visits would replace it.
  const [isSubmittedHere, setSubmittedHere] = useState(false)
  // Once open the form stays open, because the user may be writing.
  const correction = application?.correction
  const isOpen = useLatch(correction !== undefined || mayStart(user, submitted, error))
  // When it can be corrected no more, the form says so, and what was typed into it stays in sight.
  const isCorrection = useLatch(correction !== undefined)

  // When the server cannot tell, what this device remembers keeps a second form from opening.
  const isSettled = submitted && (application || isFailed) && !correction
  if (isSettled && !isSubmittedHere && !isCorrection)
    return <LazyApplicationNotice kind="submitted" application={application} />
  if (!hasPaid(user)) return <LazyApplicationNotice kind="not paid" />
  const isRefused = isFailed && !(error instanceof NetworkError)
  const loadError = isRefused && <LazyApplicationNotice kind="failed" onRetry={retry} />
  if (isOpen)
    return (
      <>
        {loadError}
        <ApplicationForm
          user={user}
          isUnknown={submitted === undefined}
          correction={correction}
          // After Submit its answer tells, which may have been lost although the correction has arrived.
          isCorrectionOver={isCorrection && !correction && !isSubmittedHere}
          onRetry={retry}
          onSubmit={setSubmittedHere}
        />
      </>
    )
  return loadError || <LoadingApplication />
}

/** @param submitted undefined while it is not known */
const mayStart = (user: User, submitted: boolean | undefined, error: Error | null) =>
  submitted === false || (submitted === undefined && canStartOffline(user, error))

/** While the server cannot tell whether there is an application, the form opens with the draft of this device. */
function canStartOffline(user: User, error: Error | null): boolean {
  if (error instanceof NetworkError) return true
  return error !== null && isTemporary(error) && readDraftRecord(user.userId) !== null
}

/** True from the first time that `value` is true. */
function useLatch(value: boolean) {
  const [wasTrue, setWasTrue] = useState(value)
  if (value && !wasTrue) setWasTrue(true)
  return wasTrue
}
