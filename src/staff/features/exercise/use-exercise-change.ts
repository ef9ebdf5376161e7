// A change of settings in three steps: typed, looked at with its effects, saved or proposed.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExerciseDetails, ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import type { ApiError } from '#web/lib/http/api-error.ts'
import { hasCode, staffCall } from '../../lib/staff-call.ts'
import type { OnChanged } from './exercise-page.tsx'
import type { SettingChanges } from './settings.ts'

interface ReviewedChange {
  changes: SettingChanges
  effects: readonly ExerciseEffect[]
  secondPerson: boolean
}

export type SettingsChange = ReturnType<typeof useExerciseChange>

export function useExerciseChange(first: ExerciseDetails, onChanged: OnChanged) {
  const client = useQueryClient()
  // What the person saw: a newer state must not slip below what is typed without a word.
  const [base, setBase] = useState(first)
  const [reviewed, setReviewed] = useState<ReviewedChange | null>(null)
  const [isMeanwhile, setMeanwhile] = useState(false)
  const { year, version } = base

  const preview = useAction(async (changes: SettingChanges) => {
    const { data } = await staffCall('previewExercise', { params: { year }, body: changes })
    setReviewed({ changes, ...data })
  })
  const save = useAction(
    async ({ changes }: ReviewedChange) => {
      const { data } = await staffCall('changeExercise', { params: { year }, body: { ...changes, version } })
      await onChanged(data.proposal ? 'Proposed. Somebody else must approve it.' : 'The settings are changed.')
    },
    {
      onError(error) {
        if (!hasCode(error, 'changed_meanwhile')) return
        const newest = (error as ApiError).data as ExerciseDetails
        client.setQueryData(['exercise', year], newest)
        setBase(newest)
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
    save,
    goBack: () => setReviewed(null),
  }
}
