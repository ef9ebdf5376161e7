// In the head of every page.
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '#kit/ui/layout/icon.tsx'
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
      {/* What a phone has room for, under the transparent field. */}
      <span className={styles.year} aria-hidden="true">
        {exercise.year}
        <Icon icon={ChevronDown} size="small" />
      </span>
    </div>
  )
}
