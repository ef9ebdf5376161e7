// What staff see of a case, field by field, so that a new column is not sent by accident.

import type { RecordedReason } from '#server/database/schema/decisions/reviews.ts'
import type { findHold } from '#server/domain/holds.ts'
import { findCurrentWithdrawal, type Withdrawal } from '#server/domain/withdrawals.ts'
import type {
  ApplicationDetails,
  ApplicationProgress,
  ApplicationStatus,
} from '#shared/api/staff/applications/application-details.ts'
import { type DerivedFacts, derivedFacts, formatDerivedFact } from '#shared/application/derived.ts'
import type { RejectionReasonCode } from '#shared/decisions/rejection-reasons.ts'
import type { RequirementSuggestion } from '#shared/decisions/requirements.ts'
import type { ReviewRules } from '#shared/decisions/stages.ts'
import type { TableCell } from '#shared/forms/table.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import type { ExerciseText } from '#shared/staff/exercise-texts.ts'
import type {
  CaseContents,
  CaseDecision,
  CaseReview,
  CaseStatus,
  CaseSummary,
  findPublished,
  listNotes,
} from './case-store.ts'
import type { CaseEvent, CaseRecusal, CaseViewer } from './people-store.ts'
import type { CaseReturn, CaseVersion, ReturnState } from './returns/return-store.ts'

/** How much of a case somebody may see. */
export interface Reader {
  staffId: string
  /** Of the status only, nothing of what is not published. */
  isLimited: boolean
  /** Reviews, and does not decide: other verdicts of the round stay hidden until the own one is recorded. */
  isBlind: boolean
}

export interface ProgressRecord {
  summary: CaseSummary
  status: CaseStatus
  reviews: readonly CaseReview[]
  decisions: readonly CaseDecision[]
  published: Awaited<ReturnType<typeof findPublished>>
  rules: ReviewRules
  returned: ReturnState | null
  /** Newest first. */
  withdrawals: readonly Withdrawal[]
  now: Date
}

export function presentProgress(record: ProgressRecord, reader: Reader): ApplicationProgress {
  const { summary, published, decisions } = record
  const withdrawal = findCurrentWithdrawal(record.withdrawals)
  const decision = decisions.find((one) => one.decision.id === record.status.status.decisionId)
  return {
    number: summary.number,
    status: presentStatus(record, reader),
    reviews: reader.isLimited ? [] : presentReviews(record, reader),
    decided: reader.isLimited || !decision ? null : presentDecision(decision),
    published:
      published && published.decision !== 'pending'
        ? { outcome: published.decision, reasons: published.reasons.map(({ type, reason }) => ({ type, reason })) }
        : null,
    correction: presentOpenReturn(record),
    withdrawal: withdrawal && presentWithdrawal(withdrawal),
  }
}

/** The applicant knows of it, so it is no secret of the panel. */
const presentOpenReturn = ({ returned, now }: ProgressRecord): ApplicationProgress['correction'] =>
  returned?.until && isOpenForCorrection(returned.until, now)
    ? { reason: returned.reason ?? '', until: returned.until.toISOString() }
    : null

function presentStatus(
  { status: { status, assignee }, rules }: ProgressRecord,
  { isLimited }: Reader,
): ApplicationStatus {
  const reviewsNeeded = rules.shortlistReviews
  // Constant, because a rising version would reveal a decision. The applicant knows of a withdrawal.
  if (isLimited) {
    const stage = status.stage === 'withdrawn' ? 'withdrawn' : 'screening'
    return { stage, version: 1, round: 1, reviews: 0, reviewsNeeded, split: false, assignedTo: null }
  }
  return {
    stage: status.stage,
    version: status.version,
    round: status.round,
    reviews: status.reviewCount,
    reviewsNeeded,
    split: status.isSplit,
    assignedTo: status.assignedTo ? { id: status.assignedTo, name: assignee ?? '' } : null,
  }
}

function presentReviews({ reviews, status: { status } }: ProgressRecord, { staffId, isBlind }: Reader) {
  const isOpen = status.stage === 'submitted' || status.stage === 'screening'
  const hasOwn = reviews.some(({ review }) => review.round === status.round && review.staffId === staffId)
  return reviews.map(({ review, person }) => {
    const isHidden = isBlind && isOpen && !hasOwn && review.round === status.round
    return {
      id: review.id,
      round: review.round,
      person: { id: review.staffId, name: person },
      at: review.at.toISOString(),
      verdict: isHidden ? null : review.verdict,
      reasons: isHidden ? [] : review.reasons.map(presentReason),
      note: isHidden ? '' : review.note,
    }
  })
}

const presentReason = ({ code, type, reason, about, entry, note }: RecordedReason) => ({
  code,
  type,
  reason,
  about: about ?? null,
  entry: entry ?? null,
  note: note ?? null,
})

const presentDecision = ({ decision, decidedBy, secondedBy }: CaseDecision) => ({
  outcome: decision.outcome,
  reasons: decision.reasons.map(presentReason),
  decidedBy: { id: decision.decidedBy, name: decidedBy },
  secondedBy: decision.secondedBy ? { id: decision.secondedBy, name: secondedBy ?? '' } : null,
  at: decision.at.toISOString(),
})

export interface CaseRecord extends ProgressRecord {
  contents: CaseContents
  facts: DerivedFacts
  suggestion: RequirementSuggestion
  texts: readonly ExerciseText[]
  notes: Awaited<ReturnType<typeof listNotes>>
  events: readonly CaseEvent[]
  returns: readonly CaseReturn[]
  versions: readonly CaseVersion[]
  recusals: readonly CaseRecusal[]
  viewers: readonly CaseViewer[]
  hold: Awaited<ReturnType<typeof findHold>>
  /** Whether the reader counts as another person than all of these. */
  checkSecondPerson: (others: readonly string[]) => boolean
  isSecondPerson: boolean
  may: ApplicationDetails['may']
}

export function presentCase(record: CaseRecord, reader: Reader): ApplicationDetails {
  const { summary, contents, facts, hold, isSecondPerson, may } = record
  const { isLimited } = reader
  const allow = <Row>(rows: readonly Row[]): readonly Row[] => (isLimited ? [] : rows)
  return {
    ...presentProgress(record, reader),
    applicant: {
      userId: contents.userId,
      name: [contents.surname, contents.firstName, contents.middleName].filter(Boolean).join(' '),
      school: summary.school,
      department: summary.department,
      role: summary.role,
      state: contents.state,
      lga: contents.lga,
      gender: contents.gender,
      submittedAt: contents.submittedAt.toISOString(),
    },
    renderedTables: isLimited ? null : contents.renderedTables.map(presentTable),
    photos: isLimited
      ? { submitted: null, nin: null }
      : { submitted: contents.photoFileId, nin: contents.ninPhotoFileId },
    derived: isLimited ? [] : presentFacts(facts),
    requirements: isLimited ? null : record.suggestion,
    reasons: allow(record.texts).flatMap(presentOfferedReason),
    notes: allow(record.notes).map(presentNote),
    decisions: allow(record.decisions).map(presentDecision),
    history: allow(record.events).map(presentEvent),
    submission: record.returned?.submission ?? 1,
    returns: allow(record.returns).map(presentReturn),
    withdrawals: record.withdrawals.map((row) => ({ event: row.event, ...presentWithdrawal(row) })),
    versions: allow(record.versions).map(presentVersion),
    recusals: allow(record.recusals).map((recusal) => ({
      ...presentRecusal(recusal),
      isSecondPerson: record.checkSecondPerson([recusal.staffId]),
    })),
    viewers: allow(record.viewers).map(presentViewer),
    hold: hold && { reason: hold.reason, madeBy: hold.madeBy, at: hold.madeAt.toISOString() },
    isSecondPerson,
    may,
  }
}

const presentTable = ({ name, title, layout, headings, rows, none }: CaseContents['renderedTables'][number]) => ({
  name,
  title,
  layout,
  headings,
  rows: rows.map((cells) => cells.map(presentCell)),
  none,
})

const presentCell = (cell: TableCell) => (typeof cell === 'string' ? cell : { text: cell.text, files: [...cell.files] })

const presentFacts = (facts: DerivedFacts) =>
  Object.entries(derivedFacts).map(([key, { label }]) => ({
    key,
    label,
    value: facts[key] ?? null,
    text: formatDerivedFact(key, facts[key]),
  }))

const presentOfferedReason = ({ kind, code, title, text, isOffered }: ExerciseText) =>
  kind === 'reason' && isOffered ? [{ code: code as RejectionReasonCode, type: title, sentence: text }] : []

export const presentNote = ({ note, person }: CaseRecord['notes'][number]) => ({
  id: String(note.id),
  person: { id: note.staffId, name: person },
  text: note.text,
  pinned: note.isPinned,
  at: note.at.toISOString(),
})

const presentEvent = ({ at, action, person }: CaseEvent) => ({ at: at.toISOString(), action, person })

const presentReturn = ({ row, person }: CaseReturn) => ({
  submission: row.submission,
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
  person: { id: row.returnedBy, name: person },
  at: row.at.toISOString(),
})

const presentWithdrawal = ({ reason, madeBy, name, at }: Withdrawal) => ({
  reason,
  person: { id: madeBy, name },
  at: at.toISOString(),
})

const presentVersion = ({ submission, submittedAt, renderedTables, photoFileId, ninPhotoFileId }: CaseVersion) => ({
  submission,
  submittedAt: submittedAt.toISOString(),
  renderedTables: renderedTables.map(presentTable),
  photos: { submitted: photoFileId, nin: ninPhotoFileId },
})

const presentRecusal = ({ id, staffId, name, reason, at }: CaseRecusal) => ({
  id,
  person: { id: staffId, name },
  reason,
  at: at.toISOString(),
})

export const presentViewer = ({ id, name, since, until }: CaseViewer) => ({
  person: { id, name },
  since: since.toISOString(),
  until: until.toISOString(),
})
