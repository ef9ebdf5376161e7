// One application: what was submitted, how it stands, and what can be recorded.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { listNames } from '#shared/format/labels.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { cacheNewest, cacheProgress } from '#staff/entities/application/application-cache.ts'
import { applicationQuery, type CaseDetails } from '#staff/entities/application/application-query.ts'
import { ResultCard } from '#staff/entities/results/result-card.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import styles from './case.module.css'
import { CaseView } from './case-view.tsx'
import { FinalOutcomeCard } from './final-outcome.tsx'
import { useListNeighbors } from './use-list-neighbors.ts'
import { describeRecordFailure, recordCase } from './verdict/record-case.ts'
import { resetDraft, useReviewDraft } from './verdict/use-review-draft.ts'
import type { RecordKind } from './verdict/verdict-panel.tsx'

export function Component() {
  const { number = '' } = useParams()
  const application = useQuery(applicationQuery(number))
  const neighbors = useListNeighbors(number)
  return (
    <QueryResult
      query={application}
      lines={['title', 'block', 'block']}
      loading="Loading the application…"
      title={number}
      missing="There is no such application, it is not within your roles, or you have left it."
      back={<ButtonLink to={staffPaths.applications}>All applications</ButtonLink>}
    >
      {(details) => (
        <>
          <Neighbors {...neighbors} />
          <Case details={details} neighbors={neighbors} />
        </>
      )}
    </QueryResult>
  )
}

type ListNeighbors = ReturnType<typeof useListNeighbors>

const getPath = (number: string) => getEntryPath(staffPaths.applications, number)

const Neighbors = ({ previous, next }: ListNeighbors) =>
  (previous ?? next) && (
    <nav className={styles.neighbors} aria-label="The list">
      {previous && (
        <ButtonLink variant="quiet" aria-keyshortcuts="[" to={getPath(previous)}>
          Previous in the list
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="quiet" aria-keyshortcuts="]" to={getPath(next)}>
          Next in the list
        </ButtonLink>
      )}
    </nav>
  )

function Case({ details, neighbors: { previous, next } }: { details: CaseDetails; neighbors: ListNeighbors }) {
  const { number } = details
  const isShortlisted = details.published?.outcome === 'verified'
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useNavigateFromHere()
  const may = useMay()
  const { draft, change } = useReviewDraft(details)
  const { run, isPending, thrown } = useStaffAction(
    async (kind: RecordKind) => {
      const progress = await recordCase(number, kind, draft)
      resetDraft(client, number, draft, progress.status.version)
      cacheProgress(client, progress)
      return kind === 'review' ? 'Your review is recorded.' : 'The decision is recorded.'
    },
    { onError: (failure) => cacheNewest(client, failure) },
  )
  return (
    <CaseView
      details={details}
      draft={draft}
      onDraft={change}
      onRecord={(kind) => void run(kind)}
      isRecording={isPending}
      problem={thrown ? describeRecordFailure(thrown) : null}
      onRecused={() => void leave(staffPaths.applications, { replace: true })}
      onNext={next ? () => void navigate(getPath(next)) : undefined}
      onPrevious={previous ? () => void navigate(getPath(previous)) : undefined}
    >
      {isShortlisted && may('result:read') && (
        <div className={styles.results}>
          {listNames(sittingKinds).map((kind) => (
            <ResultCard key={kind} number={number} kind={kind} />
          ))}
        </div>
      )}
      {isShortlisted && may('offer:read') && <FinalOutcomeCard number={number} />}
    </CaseView>
  )
}
