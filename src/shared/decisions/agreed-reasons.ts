// The reasons of a rejection on which two persons agree. An applicant reads no others, unless the chair decides on them.
import { type RejectionReasonCode, type ReviewPart, rejectionReasons } from './rejection-reasons.ts'

export interface GivenReason {
  code: RejectionReasonCode
  type: string
  reason: string
  about?: ReviewPart
  entry?: number
  note?: string
}

/**
 * What both reviews name. A note, a part or an entry that only one of them has is left out; a reason that says little without
 * its note counts only with the same one.
 * @param own in the words of today
 */
export const findAgreedReasons = (own: readonly GivenReason[], other: readonly GivenReason[]): GivenReason[] =>
  own.flatMap((reason) => {
    const same = other.filter(({ code }) => code === reason.code)
    const closest = same.find(({ note }) => note === reason.note) ?? same[0]
    return closest ? (findCommonPart(reason, closest) ?? []) : []
  })

function findCommonPart(own: GivenReason, { about, entry, note }: GivenReason): GivenReason | null {
  const { needsNote } = rejectionReasons[own.code]
  const isSameNote = own.note === note
  if (needsNote && !isSameNote) return null
  const isSameEntry = own.about === about && own.entry === entry
  return {
    code: own.code,
    type: own.type,
    reason: isSameNote ? own.reason : getSentence(own),
    ...(own.about !== undefined && own.about === about && { about }),
    ...(own.entry !== undefined && isSameEntry && { entry: own.entry }),
    ...(own.note !== undefined && isSameNote && { note: own.note }),
  }
}

/** What is recorded is the sentence, with the note behind it. */
const getSentence = ({ reason, note }: GivenReason): string =>
  note !== undefined && reason.endsWith(` ${note}`) ? reason.slice(0, -note.length - 1) : reason
