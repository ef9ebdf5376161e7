// The answers that the form starts with, when this device and the server may each hold some.
import { type Answers, sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { areSameAnswers, digestAnswers } from './answers-digest.ts'
import type { DraftRecord } from './draft-record.ts'
import { type DraftState, initialDraftState, type NewerDraft, offerNewer } from './draft-state.ts'

export interface ServerDraft extends Pick<NewerDraft, 'revision' | 'savedAt'> {
  /** Null when the server has no draft. */
  readonly answers: Answers | null
}

export interface InitialDraft {
  readonly answers: Answers
  readonly state: DraftState
}

/** For a device without unsent answers: the server's answers, or an empty form. */
export const createDraftFromServer = ({ answers, revision, savedAt }: ServerDraft): InitialDraft => ({
  answers: answers ?? createEmptyAnswers(sections),
  state: initialDraftState({ revision, savedAt, isUnsent: false }),
})

/** While the server cannot be reached. */
export const createDraftFromDevice = (record: DraftRecord): InitialDraft => ({
  answers: record.answers,
  state: initialDraftState(record, record.unconfirmed),
})

/** For a new form while the server cannot be reached. If the server has a draft, the user chooses later. */
export const emptyDraft: InitialDraft = createDraftFromServer({ answers: null, revision: 0, savedAt: null })

/** Unsent answers of the device are never dropped, and newer ones of the server are never overwritten. */
export function mergeDrafts(record: DraftRecord, server: ServerDraft): InitialDraft {
  // The server is behind this device: a backup was restored.
  if (server.revision < record.revision || server.answers === null) return continueFrom(record, server.revision)
  if (!record.isUnsent || areSameAnswers(record.answers, server.answers)) return createDraftFromServer(server)
  const own = createDraftFromDevice(record)
  if (server.revision === record.revision) return own
  // This device sent the newer draft itself; only the reply was lost.
  if (record.unconfirmed.includes(digestAnswers(server.answers))) return continueFrom(record, server.revision)
  const newer: NewerDraft = { ...server, answers: server.answers, isUnsent: false, foundOn: 'server' }
  return { ...own, state: offerNewer(own.state, newer) }
}

const continueFrom = (record: DraftRecord, revision: number): InitialDraft => ({
  answers: record.answers,
  state: initialDraftState({ ...record, revision, isUnsent: true }),
})
