// Saves the form on this device and on the server while the user types. draft-state.ts decides what to save.

import { createStore } from '#kit/browser/store.ts'
import { delays } from '#shared/policy/limits.ts'
import type { DraftContext, DraftSyncDependencies } from './draft-context.ts'
import { createDraftSender } from './draft-sender.ts'
import {
  type DraftState,
  endDraft,
  endTyping,
  hasUnsavedEdits,
  isTyping,
  type NewerDraft,
  recordEdit,
} from './draft-state.ts'
import type { InitialDraft } from './initial-draft.ts'
import { createNewerDrafts } from './newer-drafts.ts'
import { saveAgainOnDevice, saveOnDevice } from './save-on-device.ts'

export interface DraftSync {
  getState(): DraftState
  subscribe(listener: () => void): () => void
  /** To be called on every change of the form. */
  recordEdit(): void
  /** Saves and sends at once, also when only the step has changed. True when the server holds everything. */
  flush(): Promise<boolean>
  /** Saves what can be saved without waiting. */
  saveBeforeClosing(): void
  /** Sends at once if anything is unsent, for example when the connection is back. */
  retry(): void
  /** Another window has overwritten the record on this device. */
  receiveFromDevice(draft: NewerDraft): void
  receiveFromServer(draft: NewerDraft): void
  /** The user's choice between the answers of this window and the newer ones. */
  takeNewer(): void
  overwriteNewer(): void
  hasUnsavedEdits(): boolean
  /** The application was submitted: saves and sends nothing from now on. */
  endDraft(): void
  /** Sends what the last visit left unsent. */
  start(): void
  /** Saves and sends what is left, and does not retry. */
  stop(): void
}

export function createDraftSync(initial: InitialDraft, deps: DraftSyncDependencies): DraftSync {
  const context: DraftContext = { state: initial.state, deps }
  const published = createStore(initial.state)
  /** Subscribers are notified once, of the result and not of the states in between. */
  const run = (action: () => void) => {
    action()
    published.set(context.state)
  }
  const sender = createDraftSender(context, {
    run,
    onOutdated: (newer, unconfirmed) => newerDrafts.resolveConflict(newer, unconfirmed),
  })
  const newerDrafts = createNewerDrafts(context, sender.send)
  let typingTimer: ReturnType<typeof setTimeout> | undefined

  function finishTyping() {
    clearTimeout(typingTimer)
    if (isTyping(context.state)) context.state = endTyping(context.state)
    saveOnDevice(context)
  }

  function saveAfterPause() {
    finishTyping()
    // After a failure the retry timer decides when to send.
    if (context.state.failures === 0) sender.send()
  }

  function saveBeforeClosing() {
    finishTyping()
    sender.send(true)
  }

  return {
    getState: published.get,
    subscribe: published.subscribe,
    recordEdit() {
      run(() => {
        context.state = recordEdit(context.state)
      })
      clearTimeout(typingTimer)
      typingTimer = setTimeout(() => run(saveAfterPause), delays.draftDebounce)
    },
    async flush() {
      run(() => {
        finishTyping()
        saveAgainOnDevice(context)
      })
      await sender.waitForReply()
      run(sender.send)
      await sender.waitForReply()
      return context.state.serverEdit === context.state.lastEdit
    },
    saveBeforeClosing: () => run(saveBeforeClosing),
    retry: () => run(sender.send),
    receiveFromDevice: (draft) => run(() => newerDrafts.receiveFromDevice(draft)),
    receiveFromServer: (draft) => run(() => newerDrafts.receiveFromServer(draft)),
    takeNewer: () => run(newerDrafts.takeNewer),
    overwriteNewer: () => run(newerDrafts.overwriteNewer),
    hasUnsavedEdits: () => hasUnsavedEdits(context.state),
    endDraft: () =>
      run(() => {
        context.state = endDraft(context.state)
      }),
    start() {
      sender.start()
      run(sender.send)
    },
    stop() {
      sender.stop()
      run(saveBeforeClosing)
    },
  }
}
