// What is saved where, and what must happen next. Pure: the keeper acts, this decides.
//
// Every change of the form is an edit with a number. The device and the server each hold the form as it stood at some
// edit; the work is safe when both, or at least one of them, hold the newest.
import type { Answers } from '#shared/application/sections.ts'
import { clockTime } from '#shared/format/dates.ts'

export interface DraftState {
  readonly edits: number
  /** The newest edit that typing has rested after: what is worth sending. */
  readonly settled: number
  readonly onDevice: number
  readonly onServer: number
  /** The edit that is on its way to the server. */
  readonly sending: number | null
  /** The server's revision that these answers continue. */
  readonly revision: number
  readonly savedAt: string | null
  /** Sends that failed in a row. */
  readonly failures: number
  /** Why nothing is sent until something changes. */
  readonly halted: 'session ended' | 'refused' | 'submitted' | null
  /** Other answers that stand where these would go; nothing is overwritten until the person has chosen. */
  readonly newer: NewerDraft | null
}

export interface NewerDraft {
  readonly answers: Answers
  readonly revision: number
  readonly savedAt: string | null
  /** Only on this device yet: another window has not sent them. */
  readonly pending: boolean
  /** Where they were met: on the device they stand in the place of these. */
  readonly where: 'device' | 'server'
}

/** What came of sending a draft. */
export type SendOutcome =
  | { kind: 'saved'; revision: number; savedAt: string }
  | { kind: 'outdated'; newer: NewerDraft }
  /** The server lost what it held (a backup was restored) and stands at this revision. */
  | { kind: 'vanished'; revision: number }
  | { kind: 'unreachable' }
  | { kind: 'session ended' }
  | { kind: 'refused' }
  | { kind: 'submitted' }

/** Answers that the server holds (or, when `pending`, that only this device holds). */
export const held = ({
  revision,
  savedAt,
  pending,
}: Pick<NewerDraft, 'revision' | 'savedAt' | 'pending'>): DraftState => ({
  edits: 0,
  settled: 0,
  onDevice: pending ? 0 : never,
  onServer: pending ? never : 0,
  sending: null,
  revision,
  savedAt,
  failures: 0,
  halted: null,
  newer: null,
})

const never = -1

export const edited = (state: DraftState): DraftState => ({
  ...state,
  edits: state.edits + 1,
  halted: state.halted === 'refused' ? null : state.halted,
})

/** Typing rested. */
export const settled = (state: DraftState): DraftState => ({ ...state, settled: state.edits })

export const writtenOnDevice = (state: DraftState): DraftState => ({ ...state, onDevice: state.edits })

/** The device is full, or another window wrote over what it held. */
export const lostOnDevice = (state: DraftState): DraftState => ({ ...state, onDevice: never })

/** Answers of another window are not written over; those that wait on the server are in no danger here. */
export const needsDevice = (state: DraftState) =>
  state.newer?.where !== 'device' && state.halted !== 'submitted' && state.onDevice < state.edits

export const needsSending = (state: DraftState) =>
  state.newer === null && state.halted === null && state.sending === null && state.onServer < state.settled

export const sendingBegan = (state: DraftState): DraftState => ({ ...state, sending: state.settled })

export function sendingEnded(state: DraftState, outcome: SendOutcome): DraftState {
  const ended = { ...state, sending: null }
  switch (outcome.kind) {
    case 'saved':
      return {
        ...ended,
        onServer: state.sending ?? state.onServer,
        revision: outcome.revision,
        savedAt: outcome.savedAt,
        failures: 0,
      }
    case 'outdated':
      return { ...ended, failures: 0 }
    case 'vanished':
      return { ...ended, revision: outcome.revision, failures: state.failures + 1 }
    case 'unreachable':
      return { ...ended, failures: state.failures + 1 }
    default:
      return { ...ended, halted: outcome.kind }
  }
}

/** Whether these answers go on from there without anything of this window's being lost. */
export const mayFollow = (state: DraftState) => state.sending === null && state.onServer === state.edits

/** Whether answers found elsewhere are news to this window. */
export const isNews = (state: DraftState, found: NewerDraft) => found.pending || found.revision > state.revision

export const newerFound = (state: DraftState, newer: NewerDraft): DraftState => ({ ...state, newer })

/** The same answers stand on the server under this revision: there is nothing to choose. */
export const foundTheSame = (state: DraftState, same: NewerDraft): DraftState => ({
  ...state,
  newer: null,
  onServer: same.pending ? state.onServer : state.edits,
  revision: Math.max(state.revision, same.revision),
  savedAt: same.savedAt,
})

/** What stands on the server under this revision came from this window: its answer to the sending was lost. */
export const foundMine = (state: DraftState, { revision, savedAt }: NewerDraft): DraftState => ({
  ...state,
  revision,
  savedAt,
})

/** The other answers take the place of these. */
export function newerTaken(state: DraftState, newer: NewerDraft): DraftState {
  const edits = state.edits + 1
  return {
    ...held(newer),
    edits,
    settled: edits,
    onDevice: newer.pending ? edits : never,
    onServer: newer.pending ? never : edits,
  }
}

/** These answers go over the other ones, knowingly. */
export const mineKept = (state: DraftState): DraftState => ({
  ...state,
  newer: null,
  revision: Math.max(state.revision, state.newer?.revision ?? 0),
  settled: state.edits,
  onDevice: never,
  onServer: never,
})

/** The application was submitted: there is no draft any more. */
export const submitted = (state: DraftState): DraftState => ({ ...state, halted: 'submitted', newer: null })

/** Nothing of the newest edit is kept anywhere: closing the page would lose it. */
export const isUnsafe = ({ edits, onDevice, onServer, halted }: DraftState) =>
  halted !== 'submitted' && Math.max(onDevice, onServer) < edits

/** Milliseconds until the next try; doubles up to a minute. */
export const retryDelay = (failures: number) => Math.min(60_000, 2_000 * 2 ** Math.max(0, failures - 1))

export type SavedWords = { tone: 'busy' | 'done' | 'waiting' | 'error'; words: string } | null

/** The quiet line beside the step's title; null while nothing was ever saved. */
export function savedWords(state: DraftState): SavedWords {
  if (state.onServer === state.edits)
    return state.savedAt ? { tone: 'done', words: `Saved ${clockTime(state.savedAt)}` } : null
  if (state.sending !== null || state.settled < state.edits) return { tone: 'busy', words: 'Saving…' }
  if (state.onDevice === state.edits) return { tone: 'waiting', words: 'Saved on this device only' }
  return { tone: 'error', words: 'Not saved. Keep this page open.' }
}
