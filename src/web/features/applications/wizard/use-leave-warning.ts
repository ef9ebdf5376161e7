import { useEffect } from 'react'
import { sections } from '#shared/application/sections.ts'
import type { UploadQueue } from '#web/form/uploads/upload-queue.ts'
import { onLineBack } from '#web/lib/offline/connection.ts'
import type { DraftKeeper } from '../draft/draft-sync.ts'

const everywhere = Object.keys(sections)

/** The browser asks before the page closes, but only when something would really be lost. Files go again when the line is back. */
export function useLeaveWarning(keeper: DraftKeeper, queue: UploadQueue) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      keeper.part()
      const filesInHand = queue.running(everywhere) + queue.stalled(everywhere)
      if (!keeper.isUnsafe() && filesInHand === 0) return
      event.preventDefault()
      // What browsers before 2023 look at.
      event.returnValue = true
    }
    addEventListener('beforeunload', warn)
    const stopWaiting = onLineBack(queue.resume)
    return () => {
      removeEventListener('beforeunload', warn)
      stopWaiting()
    }
  }, [keeper, queue])
}
