// What was chosen and typed for a case stays while the person looks elsewhere.
import type { QueryClient } from '@tanstack/react-query'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { useKept } from '#staff/entities/session/use-kept.ts'
import { createReviewDraft, isDecidedIn, isEmptyDraft, isRecordedIn, type ReviewDraft } from './review-draft.ts'

const draftKey = (number: string) => ['review-draft', number] as const

/** After it was recorded. What was chosen and typed since stays. */
export function resetDraft(client: QueryClient, number: string, recorded: ReviewDraft, version: number): void {
  client.setQueryData<ReviewDraft>(draftKey(number), (newest = recorded) =>
    newest === recorded ? createReviewDraft(version) : { ...newest, version },
  )
}

/** Of one case: a component that uses it is mounted anew for another one. */
export function useReviewDraft(details: CaseDetails) {
  const { number, may, status } = details
  const { id } = useMe()
  const kept = useKept<ReviewDraft>(draftKey(number))
  const { version } = status

  function read(): ReviewDraft {
    const stored = kept.read() ?? createReviewDraft(version)
    // What nobody has worked on yet is simply drawn as it is now.
    if (isEmptyDraft(stored)) return { ...stored, version }
    const isRecorded = (may.decide ? isDecidedIn : isRecordedIn)(details, stored, id)
    return isRecorded ? createReviewDraft(version) : stored
  }

  return {
    draft: read(),
    /** Several changes of one event build on each other. */
    change: (make: (draft: ReviewDraft) => ReviewDraft) => kept.save(make(read())),
  }
}
