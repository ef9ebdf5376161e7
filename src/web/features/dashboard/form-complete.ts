// Whether the form that this device keeps lacks nothing more, so that the line of stages can tell writing from sending.
import { useEffect, useState } from 'react'
import { stored } from '#web/lib/browser/storage.ts'

/** False until that is known, and when this device keeps no form of this person. */
export function useFormComplete(userId: string | undefined): boolean {
  const [isComplete, setComplete] = useState(false)
  useEffect(() => {
    const kept = stored('formData')
    if (!userId || kept?.userId !== userId) return setComplete(false)
    let isCurrent = true
    // The form's whole description is not worth waiting for here.
    import('./draft-validity.ts').then(
      ({ isSound }) => isCurrent && setComplete(isSound(kept)),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [userId])
  return isComplete
}
