// What a reviewer has chosen and typed for one case, before it is recorded. Pure: the screens only draw it.
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { type RejectionReasonCode, type ReviewPart, rejectionReasons } from '#shared/decisions/rejection-reasons.ts'
import { stageOfVerdict, type Verdict } from '#shared/decisions/stages.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'

export interface DraftReason {
  about: ReviewPart | null
  /** The number of the entry in its section, from 1. */
  entry: number | null
  note: string
}

interface Choices {
  verdict: Verdict | null
  reasons: Partial<Record<RejectionReasonCode, DraftReason>>
  /** Parts that were flagged while reading. */
  flags: readonly ReviewPart[]
}

export interface ReviewDraft extends Choices {
  /** For colleagues. */
  note: string
  /** The version of the case that the person knows. */
  version: number
  /** Earlier choices, the newest last; undo takes them back. */
  earlier: readonly Choices[]
}

export const createReviewDraft = (version: number): ReviewDraft => ({
  verdict: null,
  reasons: {},
  flags: [],
  note: '',
  version,
  earlier: [],
})

export const isEmptyDraft = ({ verdict, reasons, flags, note }: ReviewDraft): boolean =>
  verdict === null && Object.keys(reasons).length === 0 && flags.length === 0 && note.trim() === ''

/** Whether it is the person's review of this round: recorded by a try whose answer was lost. */
export const isRecordedIn = (
  { reviews, status }: Pick<ApplicationProgress, 'reviews' | 'status'>,
  { verdict, note }: ReviewDraft,
  ownId: string,
): boolean =>
  reviews.some(
    (one) =>
      one.person.id === ownId && one.round === status.round && one.verdict === verdict && one.note === note.trim(),
  )

/** Whether it is the person's decision, the only change since the draft: recorded by a try whose answer was lost. */
export const isDecidedIn = (
  { decided, notes, status }: Pick<CaseDetails, 'decided' | 'notes' | 'status'>,
  { verdict, note, version }: ReviewDraft,
  ownId: string,
): boolean =>
  verdict !== null &&
  version === status.version - 1 &&
  decided?.decidedBy.id === ownId &&
  decided.outcome === stageOfVerdict[verdict] &&
  (note.trim() === '' || notes.some(({ person, text }) => person.id === ownId && text === note.trim()))

const change = (draft: ReviewDraft, choices: Partial<Choices>): ReviewDraft => {
  const { verdict, reasons, flags, earlier } = draft
  return { ...draft, ...choices, earlier: [...earlier, { verdict, reasons, flags }] }
}

export const chooseVerdict = (draft: ReviewDraft, verdict: Verdict): ReviewDraft =>
  draft.verdict === verdict ? draft : change(draft, { verdict })

/** A flag that is taken away leaves the reasons; they are chosen by themselves. */
export const toggleFlag = (draft: ReviewDraft, part: ReviewPart): ReviewDraft =>
  change(draft, {
    flags: draft.flags.includes(part) ? draft.flags.filter((flag) => flag !== part) : [...draft.flags, part],
  })

/** A reason is about its usual part, or about the only one that is flagged; that part is flagged with it. */
export function toggleReason(draft: ReviewDraft, code: RejectionReasonCode): ReviewDraft {
  const { [code]: chosen, ...others } = draft.reasons
  if (chosen) return change(draft, { reasons: others })
  const [onlyFlag] = draft.flags.length === 1 ? draft.flags : []
  const about = rejectionReasons[code].about ?? onlyFlag ?? null
  const flags = about === null || draft.flags.includes(about) ? draft.flags : [...draft.flags, about]
  return change(draft, { reasons: { ...others, [code]: { about, entry: null, note: '' } }, flags })
}

/** Typing is not taken back by undo. */
export function changeReason(
  draft: ReviewDraft,
  code: RejectionReasonCode,
  changes: Partial<DraftReason>,
): ReviewDraft {
  const reason = draft.reasons[code]
  return reason ? { ...draft, reasons: { ...draft.reasons, [code]: { ...reason, ...changes } } } : draft
}

/** Takes back the last choice; what was typed for a reason that stays is kept. */
export function undoChoice(draft: ReviewDraft): ReviewDraft {
  const last = draft.earlier.at(-1)
  if (!last) return draft
  const reasons = Object.fromEntries(
    listChosen(last.reasons).map(([code, reason]) => [
      code,
      { ...reason, note: draft.reasons[code]?.note ?? reason.note },
    ]),
  )
  return { ...draft, ...last, reasons, earlier: draft.earlier.slice(0, -1) }
}

const listChosen = (reasons: Choices['reasons']) => Object.entries(reasons) as [RejectionReasonCode, DraftReason][]

const firstKey = 'a'.charCodeAt(0)

/** Each reason has a key by its place in the catalogue, from `a` on. `r` and `u` are other keys of a review. */
export const reasonKeys: Readonly<Partial<Record<string, RejectionReasonCode>>> = Object.fromEntries(
  (Object.keys(rejectionReasons) as RejectionReasonCode[]).map((code, place) => [
    String.fromCharCode(firstKey + place),
    code,
  ]),
)

/** Whether the reasons are on the page: for every verdict but a shortlisting. */
export const needsReasons = ({ verdict }: Pick<ReviewDraft, 'verdict'>): boolean =>
  verdict !== null && verdict !== 'shortlist'

/** Reasons whose part is flagged, or that are chosen; then the others. */
export function sortReasons({ flags, reasons }: Pick<ReviewDraft, 'flags' | 'reasons'>): {
  linked: RejectionReasonCode[]
  others: RejectionReasonCode[]
} {
  const codes = Object.keys(rejectionReasons) as RejectionReasonCode[]
  const isLinked = (code: RejectionReasonCode) => {
    const { about } = rejectionReasons[code]
    return reasons[code] !== undefined || (about !== null && flags.includes(about))
  }
  return { linked: codes.filter(isLinked), others: codes.filter((code) => !isLinked(code)) }
}

export interface DraftErrors {
  verdict?: string
  reasons?: string
  /** By the reason's code. */
  notes: Partial<Record<RejectionReasonCode, string>>
}

/** Null when it can be recorded. A decision without reasons takes those of the review that agrees. */
export function checkDraft(
  { verdict, reasons, note }: ReviewDraft,
  kind: 'review' | 'decision' = 'review',
): DraftErrors | null {
  if (verdict === null || (kind === 'decision' && verdict === 'return'))
    return { verdict: 'Choose a verdict.', notes: {} }
  if (verdict === 'shortlist') return null
  const chosen = listChosen(reasons)
  if (verdict === 'reject' && kind === 'review' && chosen.length === 0)
    return { reasons: 'Choose at least one reason.', notes: {} }
  if (verdict === 'return' && chosen.length === 0 && note.trim() === '')
    return { reasons: 'Say what must be corrected: choose a reason or write a note.', notes: {} }
  const notes = Object.fromEntries(
    chosen
      .filter(([code, reason]) => rejectionReasons[code].needsNote && reason.note.trim() === '')
      .map(([code]) => [code, 'Say more: the applicant reads it after the sentence.']),
  )
  return Object.keys(notes).length > 0 ? { notes } : null
}

/** As the calls take them; a shortlisting has no reasons. */
export const toChosenReasons = ({ verdict, reasons }: ReviewDraft) =>
  verdict === 'shortlist'
    ? []
    : listChosen(reasons).map(([code, { about, entry, note }]) => ({
        code,
        ...(about && { about }),
        ...(about && entry && { entry }),
        ...(note.trim() && { note: note.trim() }),
      }))
