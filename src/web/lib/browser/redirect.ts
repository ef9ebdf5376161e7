import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { delays } from '#shared/policy/limits.ts'
import type { Screen } from '#shared/routes.ts'

/** Goes to the screen after the specification's delay, once there is one; leaving the page before calls it off. */
export function useRedirectSoon(to: Screen | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!to) return
    const timer = setTimeout(() => navigate(to), delays.redirect)
    return () => clearTimeout(timer)
  }, [to, navigate])
}
