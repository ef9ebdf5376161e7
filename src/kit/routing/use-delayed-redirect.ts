import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { delays } from '#shared/policy/limits.ts'

/** Goes to the path after the specification's delay, unless the user leaves the page before; null does nothing. */
export function useDelayedRedirect(to: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!to) return
    const { href } = window.location
    const timer = setTimeout(() => {
      // While the page of a link is being loaded this one is still here, but its address has gone.
      if (window.location.href === href) navigate(to)
    }, delays.redirect)
    return () => clearTimeout(timer)
  }, [to, navigate])
}
