import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { type FinalOutcome, publishedFinalOutcomes } from '#shared/decisions/offers.ts'
import { type PublicationState, publicationStates } from '#shared/decisions/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatExamDate } from '#shared/policy/exam.ts'
import { type PublishedOutcome, publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import {
  type PublishedContent,
  type PublishedFinalOutcome,
  type PublishedOutcomeContent,
  type PublishedResult,
  type PublishedSeat,
  type SeatChange,
  seatChanges,
} from '#shared/staff/published-content.ts'
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

const seatKinds: Record<SeatChange, StatusKind> = { new: 'done', moved: 'new', cancelled: 'wrong', uninvited: 'wrong' }

/** What an applicant reads. */
export function PublishedText({ publishes }: { publishes: PublishedContent }) {
  if ('change' in publishes) return <SeatText seat={publishes} />
  if ('score' in publishes) return <ResultText result={publishes} />
  return 'finalOutcome' in publishes ? <FinalOutcomeText {...publishes} /> : <OutcomeText {...publishes} />
}

const ResultText = ({ result: { score, maximum, remark, isCorrection } }: { result: PublishedResult }) => (
  <>
    {isCorrection && (
      <span className={styles.outcome}>
        <Status kind="new">Correction</Status>
      </span>
    )}
    <p>
      {score} of {maximum}
      {remark && ` (${remark})`}
    </p>
  </>
)

const finalOutcomeKinds: Record<FinalOutcome, StatusKind> = {
  selected: 'done',
  reserve: 'waiting',
  unsuccessful: 'wrong',
}

const FinalOutcomeText = ({ finalOutcome, role, until }: PublishedFinalOutcome) => (
  <>
    <span className={styles.outcome}>
      <Status kind={finalOutcomeKinds[finalOutcome]}>{publishedFinalOutcomes[finalOutcome]}</Status>
    </span>
    <p>
      {role}
      {until !== null && `, to be answered until ${formatDateTime(until)}`}
    </p>
  </>
)

const SeatText = ({ seat: { change, examDate, examTime, examVenue, batch } }: { seat: PublishedSeat }) => (
  <>
    <span className={styles.outcome}>
      <Status kind={seatKinds[change]}>{seatChanges[change]}</Status>
    </span>
    <p>
      {formatExamDate(examDate)}, {examTime}
      <br />
      {examVenue} ({batch})
    </p>
  </>
)

const OutcomeText = ({ outcome, reasons }: PublishedOutcomeContent) => (
  <>
    <span className={styles.outcome}>
      <Status kind={outcomeKinds[outcome]}>{publishedOutcomes[outcome]}</Status>
    </span>
    {reasons.map(({ type, reason }) => (
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

/** Whether the server is still at work on it. */
const isMoving = ({ state, publishAt, counts }: PublicationDetails): boolean =>
  state === 'publishing' ||
  (state === 'approved' && (publishAt === null || Date.parse(publishAt) <= Date.now())) ||
  countHandledEmails(counts) < counts.done

const movingMs = 1_500
const waitingMs = 60_000

/** After how many milliseconds the page reads it again; false while nothing becomes of it by itself. */
export function getPollMs(publication: PublicationDetails): number | false {
  if (isMoving(publication)) return movingMs
  // Its moment comes while the page is open.
  return publication.state === 'approved' && waitingMs
}
