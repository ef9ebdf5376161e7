// A change of settings in three steps: typed, looked at with its effects, saved or proposed.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import type { ExerciseDetails, ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { parseLocalDateTime, unfinishedDate } from '#shared/format/local-time.ts'
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
 * @param hasEdits whether something is typed that is not saved
 */
export function useExerciseChange(newest: ExerciseDetails, hasEdits: boolean, onChanged: OnChanged) {
  const client = useQueryClient()
  // What the person saw: a newer state must not slip below what is typed without a word.
  const [base, setBase] = useState(newest)
  const [reviewed, setReviewed] = useState<ReviewedChange | null>(null)
  const [isMeanwhile, setMeanwhile] = useState(false)
  const [terms, setTerms] = useState(noTerms)
  if (!hasEdits && !reviewed && newest.version > base.version) setBase(newest)
  const { year, version } = base

  async function review(changes: SettingChanges, given: TypedTerms) {
    setTerms(given)
    const body = { ...changes, ...toBody(given) }
    const { data } = await staffCall('previewExercise', { params: { year }, body })
    setReviewed({ changes, ...data })
  }

  const preview = useAction((changes: SettingChanges) => review(changes, noTerms))
  const reassess = useAction(async (given: TypedTerms) => {
    if (reviewed) await review(reviewed.changes, given)
  })
  const save = useAction(
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
    /** The effects with other terms. */
    reassess,
    save,
    goBack: () => setReviewed(null),
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
