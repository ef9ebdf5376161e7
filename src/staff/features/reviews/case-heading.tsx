// The head of a case: whose it is, how it stands, and what can be done with it besides recording a verdict.

import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#kit/ui/actions/button.tsx'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { publishedLabels, reviewStages } from '#shared/decisions/stages.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { getLabel } from '#shared/format/labels.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { FoldedActionBar } from '#staff/entities/action-bar/action-bar.tsx'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import styles from './case.module.css'
import { RecusalDialog } from './recusal.tsx'
import { ReturnActions } from './returns/return-actions.tsx'
import { WithdrawalActions } from './withdrawals/withdrawal-actions.tsx'

const stageKinds: Record<keyof typeof reviewStages, StatusKind> = {
  submitted: 'open',
  screening: 'waiting',
  returned: 'waiting',
  held: 'waiting',
  shortlisted: 'done',
  rejected: 'wrong',
  withdrawn: 'open',
}

const publishedKinds: Record<'verified' | 'rejected', StatusKind> = { verified: 'done', rejected: 'wrong' }

/** All that those may know who see the status alone. */
const describePublished = (published: CaseDetails['published']): string =>
  published ? `Published: ${publishedLabels[published.outcome]}` : 'Submitted, no outcome published'

interface Props {
  details: CaseDetails
  onRecused: () => void
}

export function CaseHeading({ details, onRecused }: Props) {
  const { number, applicant, status, tables, published } = details
  const { name, userId, role, school, department, state, lga, submittedAt } = applicant
  return (
    <EntryHead title={name}>
      {tables ? (
        <>
          <Status kind={stageKinds[status.stage]}>{reviewStages[status.stage]}</Status>
          <span>
            {status.reviews} of {status.reviewsNeeded} reviews{status.split && ', and the reviewers disagree'}
          </span>
        </>
      ) : (
        <Status kind={published ? publishedKinds[published.outcome] : 'open'}>
          {status.stage === 'withdrawn' ? reviewStages.withdrawn : describePublished(published)}
        </Status>
      )}
      <span>{number}</span>
      <span>
        {role}, {department ?? school}
      </span>
      <span>
        {getLabel(stateOptions, state)}, {lga}
      </span>
      <span>Submitted {formatDateTime(submittedAt)}</span>
      {status.assignedTo && <span>Assigned to {status.assignedTo.name}</span>}
      <Link to={getEntryPath(staffPaths.applicants, userId)}>{userId}</Link>
      <CaseActs details={details} onRecused={onRecused} />
    </EntryHead>
  )
}

/** What is seldom done with a case. */
function CaseActs({ details, onRecused }: Props) {
  const { note, return: mayReturn, takeBack, withdraw, reinstate } = details.may
  const [isRecusing, setRecusing] = useState(false)
  const recusal = note && (
    <Button variant="quiet" className={styles.act} onClick={() => setRecusing(true)}>
      I have a conflict of interest
    </Button>
  )
  const isMore = mayReturn || takeBack || withdraw || reinstate
  // Once it was there it stays, with the dialog that is open in it, though a colleague has put the applicant on hold.
  const [isFolded, setFolded] = useState(isMore)
  if (isMore && !isFolded) setFolded(true)
  return (
    <>
      {isFolded ? (
        <div className={styles.acts}>
          <FoldedActionBar first={null} grave={<WithdrawalActions details={details} />}>
            {recusal}
            <ReturnActions details={details} />
          </FoldedActionBar>
        </div>
      ) : (
        recusal
      )}
      {isRecusing && <RecusalDialog number={details.number} onRecused={onRecused} onClose={() => setRecusing(false)} />}
    </>
  )
}
