// Sends the form to the server, one request at a time, and retries while the server cannot be reached.
import { digestAnswers } from './answers-digest.ts'
import type { DraftContext } from './draft-context.ts'
import {
  beginSending,
  endSending,
  getRetryDelay,
  type NewerDraft,
  needsSending,
  type SendOutcome,
} from './draft-state.ts'
import { saveAgainOnDevice } from './save-on-device.ts'

interface SenderOptions {
  /** Runs an action and notifies subscribers of its result. */
  run(action: () => void): void
  /** The server holds a newer revision. `unconfirmed`: digests of what this window sent before. */
  onOutdated(newer: NewerDraft, unconfirmed: readonly string[]): void
}

export function createDraftSender(context: DraftContext, { run, onOutdated }: SenderOptions) {
  const { deps } = context
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let request: Promise<void> = Promise.resolve()
  let isStopped = false

  /** Does nothing when the server holds everything, or must not be asked. */
  function send(isPageClosing = false) {
    if (!needsSending(context.state)) return
    clearTimeout(retryTimer)
    const answers = deps.readForm()
    context.state = beginSending(context.state, digestAnswers(answers))
    saveAgainOnDevice(context)
    const { revision } = context.state
    request = deps.send({ answers, revision, isPageClosing }).then((outcome) => run(() => handleOutcome(outcome)))
  }

  function handleOutcome(outcome: SendOutcome) {
    // The submission has ended the draft; a refusal of an older save is no news.
    if (context.state.stoppedBy === 'submitted') return
    const { unconfirmed } = context.state
    context.state = endSending(context.state, outcome)
    switch (outcome.kind) {
      case 'unreachable':
      case 'missing':
        return retryLater()
      case 'submitted':
        return deps.onSubmittedElsewhere()
      case 'outdated':
        return onOutdated(outcome.newer, unconfirmed)
      case 'saved':
        saveAgainOnDevice(context)
        send()
    }
  }

  function retryLater() {
    if (isStopped) return
    retryTimer = setTimeout(() => run(send), getRetryDelay(context.state.failures))
  }

  return {
    send,
    /** Resolves when the running request has ended. */
    waitForReply: () => request,
    start() {
      isStopped = false
    },
    stop() {
      isStopped = true
      clearTimeout(retryTimer)
    },
  }
}
