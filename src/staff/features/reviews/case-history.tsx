// What happened to a case so far: reviews, the decision, and what is published.

import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { reviewParts } from '#shared/decisions/rejection-reasons.ts'
import { outcomeLabels, verdictLabels } from '#shared/decisions/stages.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { getLabel } from '#shared/format/labels.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import styles from './case.module.css'

type RecordedReason = ApplicationProgress['reviews'][number]['reasons'][number]

export function CaseHistory({ details }: { details: CaseDetails }) {
  const { applicant, reviews, decided, published, status, versions, withdrawals } = details
  return (
    <ol className={styles.history}>
      {versions.map(({ submission, submittedAt }) => (
        <Entry
          key={submission}
          title={`${applicant.name} submitted the application${submission > 1 ? ' again' : ''}`}
          at={submittedAt}
        />
      ))}
      <Entry
        title={`${applicant.name} submitted the application${versions.length > 0 ? ' again, corrected' : ''}`}
        at={applicant.submittedAt}
      />
      {reviews.map(({ id, person, verdict, at, reasons, note, round }) => (
        <Entry
          key={id}
          title={
            verdict
              ? `${person.name}: ${verdictLabels[verdict]}`
              : `${person.name} recorded a review. You see it when you have recorded yours.`
          }
          at={at}
          reasons={reasons}
          note={note}
        >
          {round < status.round && <p className={styles.small}>Of an earlier round: it does not count any more.</p>}
        </Entry>
      ))}
      {decided && (
        <Entry
          title={`Decided: ${outcomeLabels[decided.outcome]}, by ${decided.decidedBy.name}${
            decided.secondedBy ? ` with ${decided.secondedBy.name}` : ''
          }`}
          at={decided.at}
          reasons={decided.reasons}
        />
      )}
      {withdrawals.toReversed().map(({ event, person, at, reason }) => (
        <Entry
          key={`${event} ${at}`}
          title={`${person.name} ${event === 'withdrawn' ? 'withdrew the application' : 'reinstated the application'}`}
          at={at}
          note={reason}
        />
      ))}
      {published && (
        <li>
          <strong>Published: the applicant reads “{publishedOutcomes[published.outcome]}”.</strong>
        </li>
      )}
    </ol>
  )
}

interface EntryProps {
  title: string
  at: string
  reasons?: readonly RecordedReason[]
  note?: string
  children?: React.ReactNode
}

const Entry = ({ title, at, reasons = [], note, children }: EntryProps) => (
  <li>
    <p className={styles.entryHead}>
      <strong>{title}</strong>
      <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
    {children}
    {reasons.length > 0 && (
      <ul>
        {reasons.map((reason) => (
          <li key={`${reason.code} ${reason.about} ${reason.entry}`}>{describeReason(reason)}</li>
        ))}
      </ul>
    )}
    {note && <p className={styles.text}>{note}</p>}
  </li>
)

function describeReason({ reason, about, entry }: RecordedReason): string {
  const part = about && getLabel(reviewParts, about)
  return part ? `${reason} (${part}${entry ? ` ${entry}` : ''})` : reason
}
