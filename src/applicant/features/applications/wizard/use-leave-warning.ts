import { useEffect } from 'react'
import type { UploadQueue } from '#applicant/form/uploads/upload-queue.ts'
import { onReconnect } from '#applicant/offline/connection.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import { sections } from '#shared/application/sections.ts'
import type { DraftSync } from '../draft/draft-sync.ts'

const stoppedUploads = 'Files that were still being sent when the form was left are not in it. Choose them again there.'
const allSections = Object.keys(sections)

/**
 * Warns before the page closes if edits or files would be lost. Stalled uploads are retried on reconnect. Those that have not
 * ended when the form is left end then, and the applicant is told: their links would go into no form.
 */
export function useLeaveWarning(draftSync: DraftSync, queue: UploadQueue) {
  useEffect(() => {
    const hasUploads = () => queue.countRunning(allSections) + queue.countStalled(allSections) > 0
    const warn = (event: BeforeUnloadEvent) => {
      draftSync.saveBeforeClosing()
      if (!draftSync.hasUnsavedEdits() && !hasUploads()) return
      event.preventDefault()
      // For browsers before 2023.
      event.returnValue = true
    }
    addEventListener('beforeunload', warn)
    const removeReconnect = onReconnect(queue.retryStalled)
    return () => {
      removeEventListener('beforeunload', warn)
      removeReconnect()
      if (hasUploads()) toast.warning(stoppedUploads)
      queue.removeUnless()
    }
  }, [draftSync, queue])
}
