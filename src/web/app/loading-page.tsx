import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

let isFirstPage = true

/**
 * Stands beside a page and acts when it is drawn: its title in the browser and, except on the first page of a visit,
 * its top in view and the focus on its heading, which screen readers then read.
 */
export function Arrival({ title }: { title: string }) {
  const { pathname } = useLocation()
  const cause = useNavigationType()

  // biome-ignore lint/correctness/useExhaustiveDependencies: one arrival for each address, however it was reached.
  useEffect(() => {
    document.title = title
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    // Back and forward keep the place that the browser remembers.
    if (cause !== NavigationType.Pop) scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname, title])

  return null
}
