// A case on one page: contents, photos and files, requirements, and what one records about it. Usable by keys alone.
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Tabs } from '#kit/ui/layout/tabs.tsx'
import { type RejectionReasonCode, type ReviewPart, rejectionReasons } from '#shared/decisions/rejection-reasons.ts'
import { verdictLabels } from '#shared/decisions/stages.ts'
import { formatDateTime, formatTime } from '#shared/format/dates.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { listApplicationFiles } from '#staff/entities/application/application-files.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import { WithdrawalMessage } from '#staff/entities/application/withdrawal-message.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import styles from './case.module.css'
import { CaseFiles } from './case-files.tsx'
import { CaseHeading } from './case-heading.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CaseTables } from './case-tables.tsx'
import { OpenFile } from './open-file.tsx'
import { Recusals } from './recusal.tsx'
import { RequirementSummary } from './requirement-summary.tsx'
import { EarlierSubmissions, ReturnMessage } from './returns/earlier-submissions.tsx'
import { ReviewKeyHelp } from './review-key-help.tsx'
import { useReviewKeys } from './use-review-keys.ts'
import { useViewers } from './use-viewers.ts'
import { reasonsId } from './verdict/reason-picker.tsx'
import {
  checkDraft,
  chooseVerdict,
  type DraftErrors,
  needsReasons,
  type ReviewDraft,
  toggleFlag,
  toggleReason,
  undoChoice,
} from './verdict/review-draft.ts'
import { type RecordKind, VerdictPanel } from './verdict/verdict-panel.tsx'

interface Props {
  details: CaseDetails
  draft: ReviewDraft
  onDraft: (change: (draft: ReviewDraft) => ReviewDraft) => void
  /** Called when the draft can be recorded. */
  onRecord: (kind: RecordKind) => void
  isRecording: boolean
  /** Why the last attempt was refused. */
  problem: string | null
  onRecused: () => void
  onNext?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  /** Above the contents. */
  children?: ReactNode
}

export function CaseView({
  details,
  draft,
  onDraft,
  onRecord,
  isRecording,
  problem,
  onRecused,
  children,
  ...moves
}: Props) {
  const { may, tables } = details
  const [kind, setKind] = useState<RecordKind>(() => suggestKind(details))
  const [errors, setErrors] = useState<DraftErrors | null>(null)
  const [areReasonsOpen, openReasons] = useFocusedReasons()
  const [openUrl, setOpenUrl] = useState<string | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const viewers = useViewers(details)
  const files = useMemo(() => listApplicationFiles(tables ?? [], details.photos), [tables, details.photos])
  const canRecord = may.review || may.decide
  const recordedKind: RecordKind = may.review ? (may.decide ? kind : 'review') : 'decision'

  function change(made: (draft: ReviewDraft) => ReviewDraft) {
    setErrors(null)
    onDraft(made)
  }
  function record() {
    if (!canRecord) return
    const found = checkDraft(draft, recordedKind)
    setErrors(found)
    if (found) focusError(found)
    else onRecord(recordedKind)
  }
  const flag = canRecord ? (part: ReviewPart) => change((before) => toggleFlag(before, part)) : undefined
  useReviewKeys({
    onVerdict: (verdict) => canRecord && change((before) => chooseVerdict(before, verdict)),
    onReasons: () => canRecord && openReasons(),
    onReason: createReasonKey(draft, change, { canRecord, isOpen: areReasonsOpen, offered: details.reasons }),
    onUndo: () => change(undoChoice),
    onRecord: record,
    onNext: moves.onNext,
    onPrevious: moves.onPrevious,
    onHelp: () => setHelpOpen(true),
  })

  const colleagues = <Colleagues details={details} onOpenFile={setOpenUrl} />
  return (
    <>
      <CaseHeading details={details} onRecused={onRecused} />
      <Messages details={details} viewers={viewers} draft={draft} onDraft={onDraft} />
      {children}
      {tables ? (
        <div className={styles.panes} data-viewing={openUrl !== null || undefined}>
          {openUrl && <OpenFile url={openUrl} files={files} onOpen={setOpenUrl} />}
          <div className={styles.files}>
            <CaseFiles photos={details.photos} files={files} flags={draft.flags} onFlag={flag} onOpen={setOpenUrl} />
          </div>
          <div className={styles.contents}>
            <CaseTables tables={tables} flags={draft.flags} onFlag={flag} onOpenFile={setOpenUrl} />
            {canRecord && colleagues}
          </div>
          <div className={styles.side} data-reading={!canRecord || undefined}>
            <div className={styles.requirements}>
              <RequirementSummary requirements={details.requirements} />
            </div>
            {canRecord ? (
              <VerdictPanel
                {...{ details, tables, draft, errors, problem, areReasonsOpen, isRecording }}
                kind={recordedKind}
                onKind={setKind}
                onChange={change}
                onReasons={openReasons}
                onRecord={record}
              />
            ) : (
              <>
                <OwnReview details={details} />
                {colleagues}
              </>
            )}
          </div>
          <p className={styles.announcement} role="status">
            {draft.verdict ? `${verdictLabels[draft.verdict]} is chosen, not recorded yet.` : ''}
          </p>
        </div>
      ) : (
        <Banner tone="info">Your role sees the status of applications, not their contents.</Banner>
      )}
      {isHelpOpen && <ReviewKeyHelp onClose={() => setHelpOpen(false)} />}
    </>
  )
}

/** The chair reviews like others, until there is a review to decide with. */
const suggestKind = ({ reviews, status }: CaseDetails): RecordKind =>
  reviews.some(({ round }) => round === status.round) ? 'decision' : 'review'

/** Open from the key or button on; then the first reason has the focus. */
function useFocusedReasons(): [boolean, () => void] {
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests > 0) document.querySelector<HTMLElement>(`#${reasonsId} input`)?.focus()
  }, [requests])
  return [requests > 0, () => setRequests((before) => before + 1)]
}

/** After the errors are on the page. */
function focusError({ verdict }: DraftErrors) {
  const control = verdict ? 'input[type="radio"][value]' : `#${reasonsId} [aria-invalid="true"], #${reasonsId} input`
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`main form ${control}`)?.focus())
}

/** Undefined while the reasons are not on the page. */
function createReasonKey(
  draft: ReviewDraft,
  change: (made: (draft: ReviewDraft) => ReviewDraft) => void,
  { canRecord, isOpen, offered }: { canRecord: boolean; isOpen: boolean; offered: CaseDetails['reasons'] },
) {
  if (!canRecord || !(isOpen || needsReasons(draft))) return undefined
  return (code: RejectionReasonCode) => {
    if (!draft.reasons[code] && !offered.some((reason) => reason.code === code)) return
    change((before) => toggleReason(before, code))
    if (rejectionReasons[code].needsNote) focusNote(code)
  }
}

/** Where the person says more, once it is on the page; without the reason it is not. */
const focusNote = (code: RejectionReasonCode) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${reasonsId} [name="${code}-note"]`)?.focus())

interface MessagesProps extends Pick<Props, 'details' | 'draft' | 'onDraft'> {
  viewers: CaseDetails['viewers']
}

function Messages({ details, viewers, draft, onDraft }: MessagesProps) {
  const { status, hold } = details
  return (
    <>
      {details.withdrawal ? <WithdrawalMessage withdrawal={details.withdrawal} /> : <ReturnMessage details={details} />}
      {hold && (
        <Banner tone="warning" title="The applicant is on hold">
          <p>
            {hold.madeBy} put the applicant on hold on {formatDateTime(hold.at)}: {hold.reason}
          </p>
          <p>Nothing can be recorded or published until the hold ends.</p>
        </Banner>
      )}
      {viewers.length > 0 && (
        <Banner tone="info" role="status">
          {viewers
            .map(({ person, since }) => `${person.name} has this case open since ${formatTime(since)}.`)
            .join(' ')}{' '}
          You can go on, or take another one.
        </Banner>
      )}
      {draft.version !== status.version && (
        <Banner tone="warning" role="alert" title="Somebody changed this case meanwhile">
          <p>You see the newest state now. Nothing of yours is recorded yet; what you chose and typed is kept.</p>
          <Button variant="secondary" onClick={() => onDraft((before) => ({ ...before, version: status.version }))}>
            I have seen it
          </Button>
        </Banner>
      )}
    </>
  )
}

interface ColleaguesProps {
  details: CaseDetails
  onOpenFile: (url: string) => void
}

const Colleagues = ({ details, onOpenFile }: ColleaguesProps) => (
  <Card title="Notes and history">
    <Tabs
      label="About the case"
      tabs={[
        { name: 'notes', label: `Notes (${details.notes.length})`, panel: <CaseNotes details={details} /> },
        { name: 'history', label: 'History', panel: <CaseHistory details={details} /> },
        ...(details.returns.length > 0
          ? [
              {
                name: 'earlier',
                label: 'Earlier',
                panel: <EarlierSubmissions details={details} onOpenFile={onOpenFile} />,
              },
            ]
          : []),
        ...(details.recusals.length > 0
          ? [{ name: 'recused', label: 'Recused', panel: <Recusals details={details} /> }]
          : []),
      ]}
    />
  </Card>
)

function OwnReview({
  details: { reviews, decided, status, correction, withdrawal, isSecondPerson },
}: {
  details: CaseDetails
}) {
  const { id } = useMe()
  const own = reviews.find(({ person, round }) => person.id === id && round === status.round)
  return (
    <Card title="Review">
      {own?.verdict ? (
        <p>
          You recorded “{verdictLabels[own.verdict]}” on {formatDateTime(own.at)}.
        </p>
      ) : withdrawal ? (
        <p>The application is withdrawn. Nothing is recorded about it.</p>
      ) : correction ? (
        <p>The application is with the applicant for correction.</p>
      ) : !decided && !isSecondPerson ? (
        <p>{staffErrors.second_person_related.message}</p>
      ) : (
        <p>{decided ? 'The case is decided.' : 'There is nothing for you to record here.'}</p>
      )}
    </Card>
  )
}
