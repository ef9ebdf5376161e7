import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useExercise } from '#applicant/entities/exercise/exercise.ts'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { formatDocumentTitle } from './document-title.ts'

let isFirstPage = true

/**
 * Rendered beside a page: sets the document's title and, except on the first page of a visit, scrolls to the top and
 * focuses the heading, which screen readers then read.
 */
export function NavigationEffects({ title }: { title: string }) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  // Public pages are about the current exercise, the others about the user's own.
  const [current, own] = [useExercise(), useOwnExercise()]
  const documentTitle = formatDocumentTitle(title, /^\/(app|admin|auth)\//.test(pathname) ? own : current)
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path, however it was reached.
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    // On back and forward the browser restores the scroll position.
    if (navigationType !== NavigationType.Pop) scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname, title])

  return null
}
