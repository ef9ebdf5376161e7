// In the head of every page.
import { useId } from 'react'
import { describeExercise, useChosenExercise } from '../entities/exercise/chosen-exercise.ts'
import { useMe } from '../entities/session/staff-session.ts'
import styles from './exercise-switcher.module.css'

export function ExerciseSwitcher() {
  const { exercises } = useMe()
  const { exercise, current, choose } = useChosenExercise()
  const id = useId()
  if (!exercise) return null
  return (
    <div className={styles.switcher} data-other={!exercise.isCurrent || undefined}>
      <label htmlFor={id}>Exercise</label>
      <select id={id} value={exercise.year} onChange={({ target }) => choose(Number(target.value))}>
        {exercises.map((one) => (
          <option key={one.year} value={one.year}>
            {describeExercise(one, current?.year)}
          </option>
        ))}
      </select>
    </div>
  )
}
