// With which answers the form opens, when this device and the server may each hold some.
import { type Answers, sections } from '#shared/application/sections.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import type { DraftRecord } from './draft-record.ts'
import { type DraftState, held, type NewerDraft, newerFound } from './draft-state.ts'
import { digestOf, sameAnswers } from './same-answers.ts'

/** The server's draft; without answers when it holds none. */
export type ServerDraft = Pick<NewerDraft, 'revision' | 'savedAt'> & { readonly answers: Answers | null }

export interface Opening {
  readonly answers: Answers
  readonly state: DraftState
  /** What the last visit sent without hearing of it, as digests. */
  readonly sent: readonly string[]
}

/** The device has nothing of its own to say: the server's answers, or a blank form. */
export const openFromServer = ({ answers, revision, savedAt }: ServerDraft): Opening => ({
  answers: answers ?? blankAnswers(sections),
  state: held({ revision, savedAt, pending: false }),
  sent: [],
})

/** The server cannot be asked: the device's answers, to be sent later if the server lacks them. */
export const openFromDevice = (record: DraftRecord): Opening => ({
  answers: record.answers,
  state: held(record),
  sent: record.sent,
})

/** Nobody knows what the server holds; if it holds something, that is put before the person when the line is back. */
export const openBlank: Opening = openFromServer({ answers: null, revision: 0, savedAt: null })

/** Both have answered. What the server lacks is never dropped, and what it has beyond this device is never hidden. */
export function openFromBoth(record: DraftRecord, server: ServerDraft): Opening {
  // An older server than this device remembers was restored from a backup: the device's answers go on from there.
  if (server.revision < record.revision || server.answers === null) return goOnFrom(record, server.revision)
  if (!record.pending || sameAnswers(record.answers, server.answers)) return openFromServer(server)
  const mine = openFromDevice(record)
  if (server.revision === record.revision) return mine
  // The newer one is what this device sent itself; only the answer was lost on the line.
  if (record.sent.includes(digestOf(server.answers))) return goOnFrom(record, server.revision)
  const newer = { ...server, answers: server.answers, pending: false, where: 'server' } as const
  return { ...mine, state: newerFound(mine.state, newer) }
}

const goOnFrom = (record: DraftRecord, revision: number): Opening => ({
  answers: record.answers,
  state: held({ ...record, revision, pending: true }),
  sent: [],
})
