// One's own queue, one case after the other. The following case is loaded ahead, so that it appears at once.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { describeFailure } from '../../lib/staff-call.ts'
import { Actions } from '../../ui/actions.tsx'
import { applicationQuery, type CaseDetails } from '../applications/application-query.ts'
import { CaseView } from './case-view.tsx'
import { describeRecordFailure } from './record-case.ts'
import { createReviewDraft, isEmptyDraft, type ReviewDraft } from './review-draft.ts'
import styles from './review-page.module.css'
import { type ReviewQueue, useReviewQueue } from './use-review-queue.ts'

export function Component() {
  // In memory only: drafts are about applicants.
  const [drafts, setDrafts] = useState<Readonly<Record<string, ReviewDraft>>>({})
  const queue = useReviewQueue((number) => setDrafts(({ [number]: _recorded, ...others }) => others))
  const { current } = queue
  return (
    <>
      <QueueBar queue={queue} />
      <Failures queue={queue} />
      {current === undefined && <Waiting queue={queue} />}
      {current === null && <Empty queue={queue} />}
      {current && (
        <QueuedCase
          key={current}
          number={current}
          queue={queue}
          draft={drafts[current]}
          onDraft={(draft) => setDrafts((before) => ({ ...before, [current]: draft }))}
        />
      )}
    </>
  )
}

function QueueBar({ queue }: { queue: ReviewQueue }) {
  const { progress, recording, skipped, current } = queue
  if (!progress) return null
  const done = progress.done + recording
  return (
    <div className={styles.bar}>
      <p role="status">
        <strong>
          {done.toLocaleString('en-NG')} of {progress.total.toLocaleString('en-NG')}
          {progress.more && '+'} today
        </strong>
        {recording > 0 && ' · Recording…'}
        {skipped.length > 0 && ` · ${skipped.length} skipped`}
      </p>
      <progress className={styles.progress} max={Math.max(progress.total, 1)} value={done} aria-hidden="true" />
      <Actions>
        {queue.goBack && (
          <Button variant="quiet" aria-keyshortcuts="[" onClick={queue.goBack}>
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
    <Banner key={number} tone="error" role="alert" title={number}>
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
      <Banner tone="error" role="alert" title="The queue could not be loaded">
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
      <ButtonLink variant="secondary" to="/applications">
        All applications
      </ButtonLink>
    </Actions>
  </>
)

interface QueuedCaseProps {
  number: string
  queue: ReviewQueue
  draft: ReviewDraft | undefined
  onDraft: (draft: ReviewDraft) => void
}

function QueuedCase({ number, queue, draft, onDraft }: QueuedCaseProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(applicationQuery(number))
  if (data) return <DraftedCase details={data} queue={queue} draft={draft} onDraft={onDraft} />
  if (isPending) return <Skeleton lines={['title', 'block', 'block']} label={`Loading ${number}…`} />
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <>
      <PageTitle>{number}</PageTitle>
      <Banner tone={isMissing ? 'info' : 'error'} role="alert">
        {isMissing ? 'This case is no longer yours to review.' : describeFailure(error)}
      </Banner>
      <Actions>
        {!isMissing && (
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        )}
        <Button variant="secondary" onClick={queue.skip}>
          Next case
        </Button>
      </Actions>
    </>
  )
}

interface DraftedCaseProps extends Omit<QueuedCaseProps, 'number'> {
  details: CaseDetails
}

function DraftedCase({ details, queue, draft, onDraft }: DraftedCaseProps) {
  useFocusedHeading()
  const [first] = useState(() => draft ?? createReviewDraft(details.status.version))
  const current = draft ?? first
  // The newest draft for several changes of one event.
  const newest = useRef(current)
  newest.current = current
  // What nobody has worked on yet is simply shown as it is now.
  const known = isEmptyDraft(current) ? { ...current, version: details.status.version } : current
  return (
    <CaseView
      details={details}
      draft={known}
      onDraft={(change) => {
        newest.current = change(isEmptyDraft(newest.current) ? known : newest.current)
        onDraft(newest.current)
      }}
      onRecord={(kind) => queue.record(details, kind, current)}
      isRecording={false}
      problem={null}
      onRecused={queue.drop}
      onNext={queue.skip}
      onPrevious={queue.goBack}
    />
  )
}

let isFirstCase = true

/** A new case is read from its beginning; the first one is the page's own to announce. */
function useFocusedHeading() {
  useEffect(() => {
    if (isFirstCase) isFirstCase = false
    else {
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
  }, [])
}
