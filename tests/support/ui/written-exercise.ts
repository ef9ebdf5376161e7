import { onTestFinished, vi } from 'vitest'
import { type ExerciseFacts, initialExercise } from '#shared/reference-data/exercise.ts'

/**
 * What the server writes into the page, until the test ends. Modules that are loaded from now on read it, so that what
 * `visit` opens has others: such tests stand last in a file.
 */
export function writeExercise(exercise: Partial<ExerciseFacts>): void {
  const element = document.getElementById('exercise') as HTMLElement
  const { textContent } = element
  element.textContent = JSON.stringify({ ...initialExercise, ...exercise })
  onTestFinished(() => {
    element.textContent = textContent
  })
  vi.resetModules()
}
