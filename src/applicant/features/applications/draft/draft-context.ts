// What the parts of a draft sync share.
import type { Answers } from '#shared/application/sections.ts'
import type { DraftRecord } from './draft-record.ts'
import type { DraftState, SendOutcome } from './draft-state.ts'

/** The notice that lets the user choose between two sets of answers. */
export const newerDraftNoticeId = 'newer-draft'

export interface DraftSyncDependencies {
  readForm(): Answers
  replaceForm(answers: Answers): void
  /** False when the browser could not store it. */
  saveRecord(record: Omit<DraftRecord, 'step'>): boolean
  /** Never rejects. With `isPageClosing` the request must outlive the page. */
  send(draft: DraftToSend): Promise<SendOutcome>
  /** The form was replaced by newer answers of another window or computer. */
  onTakenOver(): void
  onSubmittedElsewhere(): void
}

export interface DraftToSend {
  readonly answers: Answers
  /** The revision that they are based on. */
  readonly revision: number
  readonly isPageClosing: boolean
}

export interface DraftContext {
  /** Replaced on every change. */
  state: DraftState
  readonly deps: DraftSyncDependencies
}
