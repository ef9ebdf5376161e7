// One's own queue, one case after the other. The following case is loaded ahead, so that it appears at once.

import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { formatCount } from '#shared/format/numbers.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { applicationQuery, type CaseDetails } from '#staff/entities/application/application-query.ts'
import { CaseView } from './case-view.tsx'
import styles from './review-page.module.css'
import { type ReviewQueue, useReviewQueue } from './use-review-queue.ts'
import { describeRecordFailure } from './verdict/record-case.ts'
import { useReviewDraft } from './verdict/use-review-draft.ts'

export function Component() {
  const queue = useReviewQueue()
  const { current } = queue
  return (
    <>
      <QueueBar queue={queue} />
      <Failures queue={queue} />
      {current === undefined && <Waiting queue={queue} />}
      {current === null && <Empty queue={queue} />}
      {current && <QueuedCase key={current} number={current} queue={queue} />}
    </>
  )
}

function QueueBar({ queue }: { queue: ReviewQueue }) {
  const { progress, recording, skipped, current } = queue
  if (!progress) return null
  const done = progress.done + recording.length
  return (
    <div className={styles.bar}>
      <p role="status">
        <strong>
          {formatCount(done)} of {formatCount(progress.total)}
          {progress.more && '+'} today
        </strong>
        {recording.length > 0 && ', recording…'}
        {skipped.length > 0 && `, ${skipped.length} skipped`}
      </p>
      <progress className={styles.progress} max={Math.max(progress.total, 1)} value={done} aria-hidden="true" />
      <Actions>
        {queue.goBack && (
          <Button variant="secondary" aria-keyshortcuts="[" onClick={queue.goBack}>
            Previous
          </Button>
        )}
        {current && (
          <Button variant="secondary" aria-keyshortcuts="]" onClick={queue.skip}>
            Skip
          </Button>
        )}
      </Actions>
    </div>
  )
}

/** The only copy of these errors: they stay until the person goes back to the case. */
const Failures = ({ queue: { failures, open } }: { queue: ReviewQueue }) =>
  failures.map(({ number, error }) => (
    <Banner key={number} tone="error" title={number}>
      <p>{describeRecordFailure(error)} What you chose and typed is kept.</p>
      <Button variant="secondary" onClick={() => open(number)}>
        Go back to {number}
      </Button>
    </Banner>
  ))

function Waiting({ queue: { error, reload } }: { queue: ReviewQueue }) {
  if (!error) return <Skeleton lines={['title', 'block', 'block']} label="Loading the next case…" />
  return (
    <>
      <PageTitle>Review</PageTitle>
      <Banner tone="error" title="The queue could not be loaded">
        <p>{describeFailure(error)}</p>
        <Button variant="secondary" onClick={() => reload()}>
          Try again
        </Button>
      </Banner>
    </>
  )
}

const Empty = ({ queue: { skipped, reload } }: { queue: ReviewQueue }) => (
  <>
    <PageTitle>Review</PageTitle>
    <Banner tone="success" role="status" title="Nothing waits for you">
      {skipped.length > 0
        ? 'Except the cases that you skipped.'
        : 'Applications come here when they are assigned to you, or wait for a review within your roles.'}
    </Banner>
    <Actions>
      {skipped.length > 0 && <Button onClick={() => reload({ withSkipped: true })}>Show the skipped cases</Button>}
      <Button variant="secondary" onClick={() => reload()}>
        Look again
      </Button>
      <ButtonLink variant="secondary" to={staffPaths.applications}>
        All applications
      </ButtonLink>
    </Actions>
  </>
)

interface QueuedCaseProps {
  number: string
  queue: ReviewQueue
}

function QueuedCase({ number, queue }: QueuedCaseProps) {
  const application = useQuery(applicationQuery(number))
  return (
    <>
      <QueryResult
        query={application}
        lines={['title', 'block', 'block']}
        loading={`Loading ${number}…`}
        title={number}
        missing="This case is no longer yours to review."
      >
        {(details) => <DraftedCase details={details} queue={queue} />}
      </QueryResult>
      {application.error && !application.data && (
        <Actions>
          <Button variant="secondary" onClick={queue.skip}>
            Next case
          </Button>
        </Actions>
      )}
    </>
  )
}

interface DraftedCaseProps {
  details: CaseDetails
  queue: ReviewQueue
}

function DraftedCase({ details, queue }: DraftedCaseProps) {
  useFocusedHeading()
  const { draft, change } = useReviewDraft(details)
  return (
    <CaseView
      details={details}
      draft={draft}
      onDraft={change}
      onRecord={(kind) => queue.record(details, kind, draft)}
      isRecording={queue.recording.includes(details.number)}
      problem={null}
      onRecused={() => queue.drop(details.number)}
      onNext={queue.skip}
      onPrevious={queue.goBack}
    />
  )
}

let isFirstCase = true

/** A new case is read from its beginning; the first one is the page's own to announce. */
function useFocusedHeading() {
  useLayoutEffect(() => {
    if (isFirstCase) isFirstCase = false
    else {
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
  }, [])
}
