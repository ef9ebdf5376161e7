import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { titleAt } from './matched.ts'

/** After a change of page: its title in the browser, its top in view, and the focus on its heading, which screen readers then read. */
export function usePageChange() {
  const { pathname } = useLocation()
  const cause = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    document.title = titleAt(pathname)
    if (shown.current === pathname) return
    shown.current = pathname
    // Back and forward keep the place that the browser remembers.
    if (cause !== NavigationType.Pop) scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname, cause])
}
