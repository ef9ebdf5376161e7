import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

let isFirstPage = true

/**
 * Rendered beside a page: sets the document's title and, except on the first page of a visit, scrolls to the top and
 * focuses the heading, which screen readers then read.
 */
export function PageEffects({ title }: { title: string }) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const visiblePath = useRef('')

  useEffect(() => {
    document.title = `${title} – Staff – Academic staff recruitment`
    if (visiblePath.current === pathname) return
    visiblePath.current = pathname
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    // On back and forward the browser restores the scroll position.
    if (navigationType !== NavigationType.Pop) scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname, title, navigationType])

  return null
}
