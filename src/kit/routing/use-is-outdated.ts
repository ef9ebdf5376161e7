import { useEffect, useState } from 'react'
import { compareBuild } from './load-with-retry.ts'

/** Whether the server has a newer build: a page that is older than it may fail on a reply that it does not know. */
export function useIsOutdated(): boolean {
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    void compareBuild().then((build) => setOutdated(build === 'newer'))
  }, [])
  return isOutdated
}
