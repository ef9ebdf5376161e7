// Which edits are saved where, and what has to be saved next. Pure; draft-sync.ts acts on it.
//
// Edits are numbered. Device and server each hold the form as it was at some edit. No work is lost while at least one
// of them holds the newest edit.
import type { Answers } from '#shared/application/sections.ts'
import { formatTime } from '#shared/format/dates.ts'

export interface DraftState {
  readonly lastEdit: number
  /** The newest edit after which typing paused: what is worth sending. */
  readonly editToSend: number
  readonly deviceEdit: number
  readonly serverEdit: number
  /** The edit of the running request; null when there is none. */
  readonly sendingEdit: number | null
  /** Digests of the answers sent since the server last replied: it may hold any of them. */
  readonly unconfirmed: readonly string[]
  /** The server's revision that these answers are based on. */
  readonly revision: number
  readonly savedAt: string | null
  /** Failed requests in a row. */
  readonly failures: number
  /** Why nothing is sent at present. */
  readonly stoppedBy: 'session ended' | 'refused' | 'submitted' | null
  /** Another window's or computer's answers. Neither side is overwritten until the user has chosen. */
  readonly newer: NewerDraft | null
}

export interface NewerDraft {
  readonly answers: Answers
  readonly revision: number
  readonly savedAt: string | null
  /** Only on this device so far: another window has not sent it yet. */
  readonly isUnsent: boolean
  readonly foundOn: 'device' | 'server'
}

export type SendOutcome =
  | { kind: 'saved'; revision: number; savedAt: string }
  | { kind: 'outdated'; newer: NewerDraft }
  /** The server has no draft: a backup was restored. */
  | { kind: 'missing'; revision: number }
  | { kind: 'unreachable' }
  | { kind: 'session ended' }
  | { kind: 'refused' }
  | { kind: 'submitted' }

/** More digests are not kept: the oldest drafts were overwritten by newer ones if they ever arrived. */
const maxUnconfirmed = 20

/** The number of no edit. */
const none = -1

/** Of answers that the server holds, or, if `isUnsent`, only this device. */
export const initialDraftState = (
  { revision, savedAt, isUnsent }: Pick<NewerDraft, 'revision' | 'savedAt' | 'isUnsent'>,
  unconfirmed: readonly string[] = [],
): DraftState => ({
  lastEdit: 0,
  editToSend: 0,
  deviceEdit: isUnsent ? 0 : none,
  serverEdit: isUnsent ? none : 0,
  sendingEdit: null,
  unconfirmed,
  revision,
  savedAt,
  failures: 0,
  stoppedBy: null,
  newer: null,
})

export const recordEdit = (state: DraftState): DraftState => ({
  ...state,
  lastEdit: state.lastEdit + 1,
  stoppedBy: state.stoppedBy === 'refused' ? null : state.stoppedBy,
})

export const isTyping = (state: DraftState) => state.editToSend < state.lastEdit

export const endTyping = (state: DraftState): DraftState => ({ ...state, editToSend: state.lastEdit })

export const recordDeviceSave = (state: DraftState): DraftState => ({ ...state, deviceEdit: state.lastEdit })

/** The device is full, its record is out of date, or another window has overwritten it. */
export const discardDeviceSave = (state: DraftState): DraftState => ({ ...state, deviceEdit: none })

/** Not over another window's answers. Newer answers on the server cannot be overwritten from here, so saving is safe. */
export const needsDeviceSave = (state: DraftState) =>
  state.newer?.foundOn !== 'device' && state.stoppedBy !== 'submitted' && state.deviceEdit < state.lastEdit

export const needsSending = (state: DraftState) =>
  state.newer === null && state.stoppedBy === null && state.sendingEdit === null && state.serverEdit < state.editToSend

/** @param digest of the answers that are sent */
export const beginSending = (state: DraftState, digest: string): DraftState => ({
  ...state,
  sendingEdit: state.editToSend,
  unconfirmed: [...new Set([...state.unconfirmed, digest])].slice(-maxUnconfirmed),
})

export function endSending(state: DraftState, outcome: SendOutcome): DraftState {
  const ended = { ...state, sendingEdit: null }
  switch (outcome.kind) {
    case 'unreachable':
      return { ...ended, failures: state.failures + 1 }
    case 'missing':
      return { ...ended, revision: outcome.revision, failures: state.failures + 1 }
    case 'saved':
      return {
        ...ended,
        serverEdit: state.sendingEdit ?? state.serverEdit,
        unconfirmed: [],
        revision: outcome.revision,
        savedAt: outcome.savedAt,
        failures: 0,
      }
    case 'outdated':
      return { ...ended, unconfirmed: [], failures: 0 }
    default:
      return { ...ended, unconfirmed: [], stoppedBy: outcome.kind }
  }
}

/** Whether this window can take over other answers without losing any edit. */
export const canTakeOver = (state: DraftState) => state.sendingEdit === null && state.serverEdit === state.lastEdit

export const isNewer = (state: DraftState, draft: NewerDraft) => draft.isUnsent || draft.revision > state.revision

export const offerNewer = (state: DraftState, newer: NewerDraft): DraftState => ({ ...state, newer })

/** The other draft has the same answers: there is nothing to choose. */
export const acceptSameAnswers = (state: DraftState, same: NewerDraft): DraftState => ({
  ...state,
  newer: null,
  serverEdit: same.isUnsent ? state.serverEdit : state.lastEdit,
  revision: Math.max(state.revision, same.revision),
  savedAt: same.savedAt,
})

/** The server's newer revision came from this window; only the reply was lost. */
export const acceptOwnRevision = (state: DraftState, { revision, savedAt }: NewerDraft): DraftState => ({
  ...state,
  revision,
  savedAt,
})

/** Replaces these answers by the newer ones. */
export function takeOverNewer(state: DraftState, newer: NewerDraft): DraftState {
  const lastEdit = state.lastEdit + 1
  return {
    ...initialDraftState(newer, state.unconfirmed),
    lastEdit,
    editToSend: lastEdit,
    deviceEdit: newer.isUnsent ? lastEdit : none,
    serverEdit: newer.isUnsent ? none : lastEdit,
  }
}

/** These answers will replace the newer ones, because the user chose them. */
export const overwriteNewer = (state: DraftState): DraftState => ({
  ...state,
  newer: null,
  revision: Math.max(state.revision, state.newer?.revision ?? 0),
  editToSend: state.lastEdit,
  deviceEdit: none,
  serverEdit: none,
})

/** After the submission there is no draft any more. */
export const endDraft = (state: DraftState): DraftState => ({ ...state, stoppedBy: 'submitted', newer: null })

/** The newest edit is saved nowhere: closing the page would lose it. */
export const hasUnsavedEdits = ({ lastEdit, deviceEdit, serverEdit, stoppedBy }: DraftState) =>
  stoppedBy !== 'submitted' && Math.max(deviceEdit, serverEdit) < lastEdit

/** Milliseconds; doubles up to a minute. */
export const getRetryDelay = (failures: number) => Math.min(60_000, 2_000 * 2 ** Math.max(0, failures - 1))

export interface SaveStatus {
  tone: 'busy' | 'done' | 'waiting' | 'error'
  label: string
}

/** Null while nothing was ever saved. */
export function getSaveStatus(state: DraftState): SaveStatus | null {
  if (state.serverEdit === state.lastEdit)
    return state.savedAt ? { tone: 'done', label: `Saved ${formatTime(state.savedAt)}` } : null
  if (state.sendingEdit !== null || isTyping(state)) return { tone: 'busy', label: 'Saving…' }
  if (state.deviceEdit === state.lastEdit) return { tone: 'waiting', label: 'Saved on this device only' }
  return { tone: 'error', label: 'Not saved. Keep this page open.' }
}
