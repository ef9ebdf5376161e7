import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { type PublicationState, publicationStates } from '#shared/decisions/publications.ts'
import { type PublishedOutcome, publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import styles from './publication-page.module.css'

const stateKinds: Record<PublicationState, StatusKind> = {
  draft: 'open',
  proposed: 'waiting',
  approved: 'new',
  publishing: 'waiting',
  published: 'done',
  returned: 'wrong',
}

export const PublicationStatus = ({ state }: { state: PublicationState }) => (
  <Status kind={stateKinds[state]}>{publicationStates[state]}</Status>
)

const outcomeKinds: Record<PublishedOutcome, StatusKind> = { verified: 'done', rejected: 'wrong', pending: 'open' }

/** What an applicant reads, with the reasons. */
export const OutcomeText = ({
  publishes,
}: {
  publishes: { outcome: PublishedOutcome; reasons: { type: string; reason: string }[] }
}) => (
  <>
    <span className={styles.outcome}>
      <Status kind={outcomeKinds[publishes.outcome]}>{publishedOutcomes[publishes.outcome]}</Status>
    </span>
    {publishes.reasons.map(({ type, reason }) => (
      <p key={`${type} ${reason}`}>
        {type}: {reason}
      </p>
    ))}
  </>
)

/** Emails of which nothing more will become. */
export const countHandledEmails = ({
  emailsSent,
  emailsFailed,
  emailsWithdrawn,
}: PublicationDetails['counts']): number => emailsSent + emailsFailed + emailsWithdrawn

/** Whether the server is still at work on it, so that the page reads it again. */
export const isMoving = ({ state, publishAt, counts }: PublicationDetails): boolean =>
  state === 'publishing' ||
  (state === 'approved' && (publishAt === null || Date.parse(publishAt) <= Date.now())) ||
  (state === 'published' && countHandledEmails(counts) < counts.done)
