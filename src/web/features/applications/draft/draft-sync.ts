// Keeps the form: watches it, and writes it to the device and the server as draft-state.ts decides.
import type { Answers } from '#shared/application/sections.ts'
import { delays } from '#shared/policy/limits.ts'
import type { DraftRecord } from './draft-record.ts'
import {
  type DraftState,
  edited,
  foundMine,
  foundTheSame,
  isNews,
  isUnsafe,
  lostOnDevice,
  mayFollow,
  mineKept,
  type NewerDraft,
  needsDevice,
  needsSending,
  newerFound,
  newerTaken,
  retryDelay,
  type SendOutcome,
  sendingBegan,
  sendingEnded,
  settled,
  submitted,
  writtenOnDevice,
} from './draft-state.ts'
import type { Opening } from './initial-state.ts'
import { digestOf, sameAnswers } from './same-answers.ts'

/** The world around a keeper. */
export interface DraftWorld {
  readForm(): Answers
  replaceForm(answers: Answers): void
  /** False when the device would not store it. */
  write(record: Omit<DraftRecord, 'step'>): boolean
  /** Never rejects. `parting`: the page is going away, and the call must outlive it. */
  send(draft: { answers: Answers; revision: number; parting: boolean }): Promise<SendOutcome>
  /** Another window's answers were taken over while nothing of this window's was unsaved. */
  followed(): void
  submittedElsewhere(): void
}

export interface DraftKeeper {
  state(): DraftState
  subscribe(tell: () => void): () => void
  /** The form has changed. */
  edited(): void
  /** Writes, also when only the step has changed, and sends at once; true when the server holds everything. */
  flush(): Promise<boolean>
  /** The page is going away: what can still be done without waiting. */
  part(): void
  /** The line is back, or may be. */
  retry(): void
  /** Another window wrote its answers over what this device held. */
  foundOnDevice(found: NewerDraft): void
  /** The server was asked, and holds these. */
  foundOnServer(found: NewerDraft): void
  takeNewer(): void
  keepMine(): void
  isUnsafe(): boolean
  /** The application was submitted: nothing is written or sent any more. */
  submitted(): void
  /** Sends what the last visit left behind. */
  open(): void
  /** Writes and sends what is left, and tries no more. */
  close(): void
}

/** Older ones were overwritten by newer ones, if they ever came. */
const mostUnanswered = 20

export function createDraftKeeper({ state: opened, sent: sentBefore }: Opening, world: DraftWorld): DraftKeeper {
  let state = opened
  let resting: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let onItsWay: Promise<void> = Promise.resolve()
  /** Sent since the server last answered: it may hold any of these (digests). */
  let unanswered: readonly string[] = sentBefore
  let isClosed = false
  const listeners = new Set<() => void>()

  function become(next: DraftState) {
    state = next
  }

  /** Listeners hear of what came of it, not of the steps between. */
  function then<T>(act: () => T): T {
    const before = state
    const result = act()
    if (state !== before) for (const tell of listeners) tell()
    return result
  }

  function writeDown() {
    if (!needsDevice(state)) return
    const { revision, savedAt, onServer, edits } = state
    const written = world.write({
      answers: world.readForm(),
      revision,
      savedAt,
      pending: onServer < edits,
      sent: unanswered,
    })
    become(written ? writtenOnDevice(state) : lostOnDevice(state))
  }

  function rest() {
    clearTimeout(resting)
    if (state.settled < state.edits) become(settled(state))
    writeDown()
  }

  function send(parting = false) {
    if (!needsSending(state)) return
    clearTimeout(retrying)
    become(sendingBegan(state))
    const { revision } = state
    const answers = world.readForm()
    unanswered = [...new Set([...unanswered, digestOf(answers)])].slice(-mostUnanswered)
    noteOnDevice()
    onItsWay = world.send({ answers, revision, parting }).then((outcome) => then(() => finish(outcome)))
  }

  function finish(outcome: SendOutcome) {
    // A draft that was overtaken by the submission is refused, and no news.
    if (state.halted === 'submitted') return
    become(sendingEnded(state, outcome))
    if (outcome.kind === 'unreachable' || outcome.kind === 'vanished') return tryLater()
    const sent = unanswered
    unanswered = []
    if (outcome.kind === 'submitted') return world.submittedElsewhere()
    if (outcome.kind === 'outdated') return meetServer(outcome.newer, sent)
    if (outcome.kind !== 'saved') return
    noteOnDevice()
    send()
  }

  function tryLater() {
    if (!isClosed) retrying = setTimeout(() => then(send), retryDelay(state.failures))
  }

  /** The device learns what the server holds, or may hold, and under which revision. */
  function noteOnDevice() {
    if (state.newer || state.settled < state.edits) return
    become(lostOnDevice(state))
    writeDown()
  }

  /** The server refused to go on from our revision. An answer that was lost on the line is no other window's doing. */
  function meetServer(found: NewerDraft, sent: readonly string[]) {
    if (sameAnswers(found.answers, world.readForm())) return meet(found)
    if (!sent.includes(digestOf(found.answers))) return meet(found)
    become(foundMine(state, found))
    send()
  }

  function meet(found: NewerDraft) {
    if (!sameAnswers(found.answers, world.readForm())) return become(newerFound(state, found))
    become(foundTheSame(state, found))
    noteOnDevice()
  }

  function follow(found: NewerDraft) {
    if (sameAnswers(found.answers, world.readForm())) return become(foundTheSame(state, found))
    become(newerTaken(state, found))
    world.replaceForm(found.answers)
    world.followed()
  }

  function foundOnDevice(found: NewerDraft) {
    if (!isNews(state, found)) return
    if (mayFollow(state)) return follow(found)
    become(lostOnDevice(state))
    meet(found)
  }

  function foundOnServer(found: NewerDraft) {
    if (!isNews(state, found)) return
    if (mayFollow(state)) return follow(found)
    if (state.sending === null) meetServer(found, unanswered)
  }

  function takeNewer() {
    const { newer } = state
    if (!newer) return
    become(newerTaken(state, newer))
    world.replaceForm(newer.answers)
    writeDown()
  }

  function keepMine() {
    become(mineKept(state))
    writeDown()
    send()
  }

  function restAndNote() {
    rest()
    noteOnDevice()
  }

  function restAndSend() {
    rest()
    if (state.failures === 0) send()
  }

  function part() {
    rest()
    send(true)
  }

  return {
    state: () => state,
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    edited() {
      then(() => become(edited(state)))
      clearTimeout(resting)
      resting = setTimeout(() => then(restAndSend), delays.draftDebounce)
    },
    async flush() {
      then(restAndNote)
      await onItsWay
      then(send)
      await onItsWay
      return state.onServer === state.edits
    },
    part: () => then(part),
    retry: () => then(send),
    foundOnDevice: (found) => then(() => foundOnDevice(found)),
    foundOnServer: (found) => then(() => foundOnServer(found)),
    takeNewer: () => then(takeNewer),
    keepMine: () => then(keepMine),
    isUnsafe: () => isUnsafe(state),
    submitted: () => then(() => become(submitted(state))),
    open() {
      isClosed = false
      then(send)
    },
    close() {
      isClosed = true
      clearTimeout(retrying)
      then(part)
    },
  }
}
