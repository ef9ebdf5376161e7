// Returns of a case, and what was sent before it was corrected.

import { Banner } from '#kit/ui/feedback/banner.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import type { Table } from '#shared/forms/table.ts'
import { linkForStaff, listPhotos } from '#staff/entities/application/application-files.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import caseStyles from '../case.module.css'
import { CaseTables } from '../case-tables.tsx'
import styles from './earlier-submissions.module.css'

/** Where the case is, if it is with the applicant; or that it was corrected. */
export function ReturnMessage({ details: { correction, status, returns, submission, applicant } }: Props) {
  const [newest] = returns
  if (correction)
    return (
      <Banner tone="warning" title={`With the applicant until ${formatDateTime(correction.until)}`}>
        <p className={caseStyles.text}>{correction.reason}</p>
        <p>Until then, or until it is sent again, nothing can be recorded.</p>
      </Banner>
    )
  if (status.stage === 'returned' && newest?.until && newest.submission === submission)
    return (
      <Banner tone="info" title={`Not sent again by ${formatDateTime(newest.until)}`}>
        <p>It stands as it was sent, and can be reviewed.</p>
      </Banner>
    )
  if (submission > 1)
    return (
      <Banner tone="info" title={`Sent again on ${formatDateTime(applicant.submittedAt)}, after a correction`}>
        <p>Earlier versions are under “Earlier” below.</p>
      </Banner>
    )
  return null
}

interface Props {
  details: CaseDetails
}

interface EarlierProps extends Props {
  onOpenFile: (url: string) => void
}

/** Apart from the tables of the newest submission, which stand on the same page. */
const nameEarlier = (table: Table): Table => ({ ...table, title: `${table.title}, as sent before` })

/** Newest first. */
export const EarlierSubmissions = ({ details: { versions, returns }, onOpenFile }: EarlierProps) => (
  <>
    <ol className={caseStyles.history} aria-label="Returns">
      {returns.map(({ at, person, reason, until }) => (
        <li key={at}>
          <p className={caseStyles.entryHead}>
            <strong>
              {until
                ? `${person.name} returned it until ${formatDateTime(until)}`
                : `${person.name} took the return back`}
            </strong>
            <time dateTime={at}>{formatDateTime(at)}</time>
          </p>
          {reason && <p className={caseStyles.text}>{reason}</p>}
        </li>
      ))}
    </ol>
    {versions.toReversed().map(({ submission, submittedAt, renderedTables, photos }) => (
      <details key={submission} className={styles.version}>
        <summary>
          Submission {submission}, sent {formatDateTime(submittedAt)}
        </summary>
        <p className={styles.photos}>
          {listPhotos(photos).map(({ caption, url }) =>
            url ? (
              <a key={caption} href={url} target="_blank" rel="noreferrer">
                {caption}
              </a>
            ) : (
              <span key={caption}>{caption}: none</span>
            ),
          )}
        </p>
        <CaseTables
          tables={linkForStaff(renderedTables).map(nameEarlier)}
          flags={[]}
          onFlag={undefined}
          onOpenFile={onOpenFile}
        />
      </details>
    ))}
  </>
)
