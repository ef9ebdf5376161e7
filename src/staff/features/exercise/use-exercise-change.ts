// A change of settings in three steps: typed, looked at with its effects, saved or proposed.

import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { hasCode } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import type { ExerciseDetails, ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { parseLocalDateTime, unfinishedDate } from '#shared/format/local-time.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { SettingChanges } from './settings.ts'

/** Reads everything again, and says what was done. */
export type OnChanged = (message: string) => Promise<void>

interface ReviewedChange {
  changes: SettingChanges
  effects: readonly ExerciseEffect[]
  secondPerson: boolean
  /** Whom a new fee or charge could concern. */
  unpaid: { accounts: number; withoutRrr: number } | null
}

/** As they are typed. */
interface TypedTerms {
  /** Of the date and time control; empty for at once. */
  moment: string
  applyToUnpaid: boolean
}

const noTerms: TypedTerms = { moment: '', applyToUnpaid: false }

const toBody = ({ moment, applyToUnpaid }: TypedTerms) => ({
  effectiveAt: moment === unfinishedDate ? moment : parseLocalDateTime(moment),
  applyToUnpaid,
})

export type SettingsChange = ReturnType<typeof useExerciseChange>

/**
 * @param newest as it was read last
 * @param typed what is not saved, the same object as long as it is the same; null for nothing
 */
export function useExerciseChange(newest: ExerciseDetails, typed: unknown, onChanged: OnChanged) {
  const client = useQueryClient()
  // What the person saw: a newer state must not slip below what is typed without a word.
  const [base, setBase] = useState(newest)
  const [reviewed, setReviewed] = useState<ReviewedChange | null>(null)
  const [isMeanwhile, setMeanwhile] = useState(false)
  const [terms, setTerms] = useState(noTerms)
  // As drawn last, for answers that arrive later.
  const drawn = useRef({ typed, terms, reviewed })
  useLayoutEffect(() => {
    drawn.current = { typed, terms, reviewed }
  })
  if (typed === null && !reviewed && newest.version > base.version) setBase(newest)
  const { year, version } = base

  async function assess(changes: SettingChanges, given: TypedTerms): Promise<ReviewedChange> {
    const body = { ...changes, ...toBody(given) }
    const { data } = await staffCall('previewExercise', { params: { year }, body })
    return { changes, ...data }
  }

  const preview = useAction(async (changes: SettingChanges) => {
    const assessed = await assess(changes, noTerms)
    // Who types on is not taken away from it, and would lose it with what is saved.
    if (drawn.current.typed !== typed) {
      const isDiscarded = drawn.current.typed === null
      if (!isDiscarded)
        toast.info('You went on with your changes, so the review did not open. Choose it again when you are done.')
      return
    }
    setReviewed(assessed)
    // A moment that was given at an earlier look holds for this one too. Where it has passed meanwhile, its control says so.
    const kept = terms.moment === unfinishedDate ? noTerms : { ...noTerms, moment: terms.moment }
    setTerms(kept)
    if (kept.moment !== '') void reassess.run(assessed, kept)
  })
  async function assessAgain({ changes }: ReviewedChange, given: TypedTerms): Promise<void> {
    const assessed = await assess(changes, given)
    // Who has gone back meanwhile stays there.
    setReviewed((now) => (now?.changes === changes ? assessed : now))
    // Other terms may have been given meanwhile, or another change looked at.
    const { reviewed, terms } = drawn.current
    if (reviewed && (reviewed.changes !== changes || terms !== given)) await assessAgain(reviewed, terms)
  }
  const reassess = useAction(assessAgain)
  const save = useStaffAction(
    async ({ changes }: ReviewedChange) => {
      const body = { ...changes, ...toBody(terms), version }
      const { data } = await staffCall('changeExercise', { params: { year }, body })
      await onChanged(describeOutcome(data))
    },
    {
      onError(error) {
        if (!hasCode(error, 'changed_meanwhile')) return
        const theirs = error.data as ExerciseDetails
        client.setQueryData(['exercise', year], theirs)
        setBase(theirs)
        setMeanwhile(true)
        setReviewed(null)
      },
    },
  )
  return {
    /** The settings below what is typed. */
    base,
    /** Somebody else has changed the settings since the page was read; `base` is the newest now. */
    isMeanwhile,
    reviewed,
    preview,
    terms,
    /** Looks at the effects with other terms. */
    giveTerms(given: TypedTerms) {
      setTerms(given)
      if (reviewed) void reassess.run(reviewed, given)
    },
    reassess,
    save,
    goBack() {
      setReviewed(null)
      // They are of the change as it was.
      reassess.clearError()
      save.clearError()
    },
  }
}

function describeOutcome({
  proposal,
  planned,
}: {
  proposal?: string | undefined
  planned?: string | undefined
}): string {
  if (proposal) return 'Proposed. Somebody else must approve it.'
  return planned ? 'Planned. It takes effect at its moment.' : 'The settings are changed.'
}
