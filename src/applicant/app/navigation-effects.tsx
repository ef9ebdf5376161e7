import { useLocation } from 'react-router'
import { useExercise } from '#applicant/entities/exercise/exercise.ts'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { PageEffects } from '#kit/routing/page-effects.tsx'
import { formatDocumentTitle } from './document-title.ts'

/** The effects of a page of the applicants, whose document's title names an exercise. */
export function NavigationEffects({ title }: { title: string }) {
  const { pathname } = useLocation()
  // Public pages are about the current exercise, the others about the user's own.
  const [current, own] = [useExercise(), useOwnExercise()]
  const exercise = /^\/(app|admin|auth)\//.test(pathname) ? own : current
  return <PageEffects documentTitle={formatDocumentTitle(title, exercise)} />
}
