import { useEffect } from 'react'
import type { UploadQueue } from '#applicant/form/uploads/upload-queue.ts'
import { onReconnect } from '#applicant/offline/connection.ts'
import { sections } from '#shared/application/sections.ts'
import type { DraftSync } from '../draft/draft-sync.ts'

const allSections = Object.keys(sections)

/** Warns before the page closes if edits or files would be lost. Stalled uploads are retried on reconnect. */
export function useLeaveWarning(draftSync: DraftSync, queue: UploadQueue) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      draftSync.saveBeforeClosing()
      const unfinishedUploads = queue.countRunning(allSections) + queue.countStalled(allSections)
      if (!draftSync.hasUnsavedEdits() && unfinishedUploads === 0) return
      event.preventDefault()
      // For browsers before 2023.
      event.returnValue = true
    }
    addEventListener('beforeunload', warn)
    const removeReconnect = onReconnect(queue.retryStalled)
    return () => {
      removeEventListener('beforeunload', warn)
      removeReconnect()
    }
  }, [draftSync, queue])
}
