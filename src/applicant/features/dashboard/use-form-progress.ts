import { useEffect, useState } from 'react'
import { readStored } from '#applicant/storage.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import type { FormProgress } from '#shared/application/progress.ts'

type SavedForm = ApplicationSummary['form']

/** The server's figures, unless this device holds newer answers of this user that the server still lacks. */
export function useFormProgress(userId: string, saved: SavedForm): SavedForm {
  const [unsent, setUnsent] = useState<FormProgress | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with newer figures of the server the draft may have been sent, from another tab.
  useEffect(() => {
    const draft = readStored('formData')
    if (draft?.userId !== userId || draft.unsaved === false) return setUnsent(null)
    let isMounted = true
    import('./draft-progress.ts').then(
      ({ getDraftProgress }) => isMounted && setUnsent(getDraftProgress(draft)),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [userId, saved])
  return saved && { ...saved, ...unsent }
}
