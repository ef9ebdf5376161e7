import { useEffect } from 'react'
import { sections } from '#shared/application/sections.ts'
import type { UploadQueue } from '#web/form/uploads/upload-queue.ts'
import type { DraftKeeper } from './draft/draft-keeper.ts'

const everywhere = Object.keys(sections)

/** The browser asks before the page closes, but only when something would really be lost. Files go again when the line is back. */
export function useLeaveWarning(keeper: DraftKeeper, queue: UploadQueue) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      keeper.part()
      if (!keeper.isUnsafe() && queue.running(everywhere) === 0) return
      event.preventDefault()
      // What browsers before 2023 look at.
      event.returnValue = true
    }
    addEventListener('beforeunload', warn)
    addEventListener('online', queue.retryOffline)
    return () => {
      removeEventListener('beforeunload', warn)
      removeEventListener('online', queue.retryOffline)
    }
  }, [keeper, queue])
}
