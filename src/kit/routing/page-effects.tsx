import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

let isFirstPage = true

/** For the whole app: after a link was followed no page is the first one, although the page before may never have loaded. */
export function useFirstPageEnd() {
  const { key } = useLocation()
  const navigationType = useNavigationType()
  // Before the effects of a page that is there at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation, of which two may be of one type.
  useLayoutEffect(() => {
    if (navigationType === NavigationType.Push) isFirstPage = false
  }, [key, navigationType])
}

/**
 * Rendered beside a page: sets the document's title and, except on the first page of a visit, scrolls to the top and
 * focuses the heading, which screen readers then read.
 */
export function PageEffects({ documentTitle }: { documentTitle: string }) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const visiblePath = useRef('')

  useEffect(() => {
    document.title = documentTitle
    if (visiblePath.current === pathname) return undefined
    visiblePath.current = pathname
    if (isFirstPage) {
      isFirstPage = false
      return undefined
    }
    // On back and forward the browser restores the scroll position.
    if (navigationType !== NavigationType.Pop) scrollTo(0, 0)
    return focusHeading()
  }, [pathname, documentTitle, navigationType])

  return null
}

/** Now, or as soon as what the page loads is there, unless the person has moved on. @returns how to stop waiting */
function focusHeading(): (() => void) | undefined {
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.focus({ preventScroll: true })
    return heading !== null
  }
  if (focus()) return undefined
  const observer = new MutationObserver(() => {
    const isElsewhere = document.activeElement !== document.body && !document.activeElement?.closest('nav')
    if (isElsewhere || focus()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
