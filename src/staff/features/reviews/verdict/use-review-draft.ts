// What was chosen and typed for a case stays while the person looks elsewhere. In memory only, since it is about an
// applicant; signing out forgets it with everything else.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createReviewDraft, isEmptyDraft, type ReviewDraft } from './review-draft.ts'

const draftsKey = 'review-draft'
export const draftKey = (number: string) => [draftsKey, number] as const

/** Of one case: a component that uses it is mounted anew for another one. @param version of the case on the page */
export function useReviewDraft(number: string, version: number) {
  const client = useQueryClient()
  const [stored, setStored] = useState(
    () => client.getQueryData<ReviewDraft>(draftKey(number)) ?? createReviewDraft(version),
  )
  // What nobody has worked on yet is simply drawn as it is now.
  const toKnown = (draft: ReviewDraft) => (isEmptyDraft(draft) ? { ...draft, version } : draft)

  function store(draft: ReviewDraft) {
    client.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY })
    setStored(client.setQueryData<ReviewDraft>(draftKey(number), draft) ?? draft)
  }

  return {
    draft: toKnown(stored),
    /** Several changes of one event build on each other. */
    change: (make: (draft: ReviewDraft) => ReviewDraft) =>
      store(make(toKnown(client.getQueryData<ReviewDraft>(draftKey(number)) ?? stored))),
    /** After it was recorded. What was chosen and typed since stays. */
    reset(recorded: ReviewDraft, version: number) {
      const newest = client.getQueryData<ReviewDraft>(draftKey(number)) ?? recorded
      store(newest === recorded ? createReviewDraft(version) : { ...newest, version })
    },
  }
}
