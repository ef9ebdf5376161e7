import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { formatDateTime } from '#shared/format/dates.ts'

/** When a slip is printed. Its page may have been open for long before. */
export function PrintMoment() {
  const [moment, setMoment] = useState(getServerTime)
  useEffect(() => {
    // At once: the browser prints what is there when this returns.
    const renew = () => flushSync(() => setMoment(getServerTime()))
    addEventListener('beforeprint', renew)
    return () => removeEventListener('beforeprint', renew)
  }, [])
  return `Printed ${formatDateTime(moment)}.`
}
