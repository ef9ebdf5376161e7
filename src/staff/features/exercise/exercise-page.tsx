// The frame of every page about one exercise: the chosen one, the changes that wait for a second person, and the page.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { useIsHere } from '#kit/routing/use-is-here.ts'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { describeExercise, useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { getPostsKey } from '#staff/entities/exercise/exercise-posts.ts'
import { useIsLimited, useSessionActions } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { FirstExercise } from './first-exercise.tsx'
import { Proposals } from './proposals.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import styles from './settings-page.module.css'
import type { OnChanged } from './use-exercise-change.ts'

interface Props {
  title: string
  /** The page begins anew after a change of it; what is typed stays when another exercise was prepared. */
  children: (exercise: ExerciseDetails, onChanged: OnChanged, onPrepared: OnChanged) => ReactNode
}

export function ExercisePage({ title, children }: Props) {
  const isLimited = useIsLimited('settings:change')
  const { exercise, current } = useChosenExercise()
  if (!exercise)
    return (
      <>
        <PageTitle>{title}</PageTitle>
        {isLimited ? <Banner tone="info">Your roles count in no exercise.</Banner> : <FirstExercise />}
      </>
    )
  return (
    <>
      <div className={styles.head}>
        <PageTitle>{title}</PageTitle>
        <p className={styles.sub}>
          {exercise.title}, {describeExercise(exercise, current?.year)}
        </p>
      </div>
      <SettingsMenu />
      <ChosenExercise key={exercise.year} year={exercise.year}>
        {children}
      </ChosenExercise>
    </>
  )
}

function ChosenExercise({ year, children }: Pick<Props, 'children'> & { year: number }) {
  const client = useQueryClient()
  const { refresh } = useSessionActions()
  const isHere = useIsHere()
  // A page begins anew with what was saved.
  const [generation, setGeneration] = useState(0)
  const queryKey = ['exercise', year]
  const exercise = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await staffCall('staffExercise', { params: { year }, signal })).data,
  })

  /** After a decision, or when another exercise was prepared: what is typed below is kept. */
  async function readAgain(message: string) {
    await Promise.all([
      client.invalidateQueries({ queryKey }),
      client.invalidateQueries({ queryKey: getPostsKey(year) }),
      client.invalidateQueries({ queryKey: ['counts'] }),
      refresh(),
    ])
    toast.success(message)
    if (isHere()) scrollTo(0, 0)
  }

  async function noteChange(message: string) {
    await readAgain(message)
    setGeneration((before) => before + 1)
  }

  return (
    <QueryResult
      query={exercise}
      lines={['block', 'block']}
      loading="Loading the settings…"
      failed="The settings could not be loaded"
      missing="There is no such exercise, or not within your roles."
    >
      {(data) => (
        <>
          <Proposals exercise={data} onDecided={readAgain} />
          <div key={generation} className={styles.page}>
            {children(data, noteChange, readAgain)}
          </div>
        </>
      )}
    </QueryResult>
  )
}
