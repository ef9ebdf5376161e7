import { useEffect, useRef } from 'react'
import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router'

/** @returns whether the component is still there and its page has not been left, whenever that is asked */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  const here = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the component may stay when the page becomes another one
  useEffect(() => {
    here.current = window.location.pathname
    return () => {
      here.current = null
    }
  }, [pathname])
  // While the page of a link is being loaded this one is still here, but its address has gone.
  return () => here.current === window.location.pathname
}

/** Navigates after something that may take long, unless the user has gone on meanwhile: what is typed there is not lost. */
export function useNavigateFromHere() {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async (to: To, options?: NavigateOptions): Promise<void> => {
    if (isHere()) await navigate(to, options)
  }
}
