import { useEffect, useState } from 'react'

const tickMs = 20_000

/** The time, moving on by itself; null in the first render, which has to be the same as the prerendered page. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    const update = () => setNow(new Date())
    update()
    const timer = setInterval(update, tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
