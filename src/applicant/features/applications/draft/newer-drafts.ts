// Handles answers that another window or computer has saved: takes them over, or lets the user choose.
import { areSameAnswers, digestAnswers } from './answers-digest.ts'
import type { DraftContext } from './draft-context.ts'
import {
  acceptOwnRevision,
  acceptSameAnswers,
  canTakeOver,
  discardDeviceSave,
  isNewer,
  type NewerDraft,
  offerNewer,
  overwriteNewer,
  takeOverNewer,
} from './draft-state.ts'
import { saveAgainOnDevice, saveOnDevice } from './save-on-device.ts'

export function createNewerDrafts(context: DraftContext, send: () => void) {
  const { deps } = context
  const hasSameAnswers = (draft: NewerDraft) => areSameAnswers(draft.answers, deps.readForm())

  function takeOver(draft: NewerDraft) {
    if (hasSameAnswers(draft)) {
      context.state = acceptSameAnswers(context.state, draft)
      return
    }
    context.state = takeOverNewer(context.state, draft)
    deps.replaceForm(draft.answers)
    deps.onTakenOver()
  }

  /** Lets the user choose, unless both drafts are the same. */
  function offer(draft: NewerDraft) {
    if (!hasSameAnswers(draft)) {
      context.state = offerNewer(context.state, draft)
      return
    }
    context.state = acceptSameAnswers(context.state, draft)
    saveAgainOnDevice(context)
  }

  /** @param unconfirmed digests of what this window sent without hearing back */
  function resolveConflict(draft: NewerDraft, unconfirmed: readonly string[]) {
    const isOwn = unconfirmed.includes(digestAnswers(draft.answers))
    if (hasSameAnswers(draft) || !isOwn) return offer(draft)
    context.state = acceptOwnRevision(context.state, draft)
    send()
  }

  return {
    resolveConflict,
    receiveFromDevice(draft: NewerDraft) {
      if (!isNewer(context.state, draft)) return
      if (canTakeOver(context.state)) return takeOver(draft)
      context.state = discardDeviceSave(context.state)
      offer(draft)
    },
    receiveFromServer(draft: NewerDraft) {
      if (!isNewer(context.state, draft)) return
      if (canTakeOver(context.state)) return takeOver(draft)
      if (context.state.sendingEdit === null) resolveConflict(draft, context.state.unconfirmed)
    },
    /** The user chose the newer answers. */
    takeNewer() {
      const { newer } = context.state
      if (!newer) return
      context.state = takeOverNewer(context.state, newer)
      deps.replaceForm(newer.answers)
      saveOnDevice(context)
    },
    /** The user chose the answers of this window. */
    overwriteNewer() {
      context.state = overwriteNewer(context.state)
      saveOnDevice(context)
      send()
    },
  }
}
