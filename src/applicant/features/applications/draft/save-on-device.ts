// Saves the form in this browser.
import type { DraftContext } from './draft-context.ts'
import { discardDeviceSave, isTyping, needsDeviceSave, recordDeviceSave } from './draft-state.ts'

/** Does nothing when the newest edit is saved already. */
export function saveOnDevice(context: DraftContext) {
  if (!needsDeviceSave(context.state)) return
  const { revision, savedAt, serverEdit, lastEdit, unconfirmed } = context.state
  const isSaved = context.deps.saveRecord({
    answers: context.deps.readForm(),
    revision,
    savedAt,
    isUnsent: serverEdit < lastEdit,
    unconfirmed,
  })
  context.state = isSaved ? recordDeviceSave(context.state) : discardDeviceSave(context.state)
}

/** Saves again because the revision changed, or what was sent. While the user types, the next pause saves it anyway. */
export function saveAgainOnDevice(context: DraftContext) {
  if (context.state.newer || isTyping(context.state)) return
  context.state = discardDeviceSave(context.state)
  saveOnDevice(context)
}
