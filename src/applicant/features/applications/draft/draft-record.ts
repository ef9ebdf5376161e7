// The form as this browser stores it: one flat record under `formData`.

import { readAnswers } from '#applicant/form/state/read-answers.ts'
import { readStored, removeSecrets, removeStored, type StoredDraft, writeStored } from '#applicant/storage.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import { pickApplicant } from '#shared/application/applicant.ts'
import { type Answers, sections } from '#shared/application/sections.ts'

export interface DraftRecord {
  readonly answers: Answers
  readonly revision: number
  readonly savedAt: string | null
  /** The server does not hold these answers yet. */
  readonly isUnsent: boolean
  /** Digests of the answers sent since the server last replied: it may hold any of them. */
  readonly unconfirmed: readonly string[]
  /** The wizard's step, from 0; null when it was not stored. */
  readonly step: number | null
}

/** The record of this user. Another user's record is never returned; it is set aside if the server lacks it. */
export function loadDraftRecord(userId: string): DraftRecord | null {
  const stored = readStored('formData')
  if (stored && stored.userId !== userId) setDraftAside(stored)
  const setAside = takeDraftOf(userId)
  if (stored?.userId === userId) return toDraftRecord(stored)
  // The form that would save it may never open.
  if (setAside) writeStored('formData', setAside)
  return setAside && toDraftRecord(setAside)
}

/** The record as another window has left it; null when it is another user's or was removed. */
export function readDraftRecord(userId: string): DraftRecord | null {
  const stored = readStored('formData')
  return stored?.userId === userId ? toDraftRecord(stored) : null
}

/** False when the browser could not store it. */
export const saveDraftRecord = (user: User, record: DraftRecord): boolean =>
  writeStored('formData', toStoredDraft(user, record))

/** The same for somebody who is not logged in here any more: what another user has stored meanwhile stays. */
export function saveFormerDraftRecord(user: User, record: DraftRecord): boolean {
  const stored = readStored('formData')
  if (!stored || stored.userId === user.userId) return saveDraftRecord(user, record)
  return setDraftAside(toStoredDraft(user, record))
}

/** Another user's record stays. */
export function deleteDraftRecord(userId: string) {
  if (readStored('formData')?.userId === userId) removeStored('formData')
}

const toStoredDraft = (user: User, record: DraftRecord): StoredDraft => {
  const { answers, revision, savedAt, isUnsent, unconfirmed, step } = record
  return { ...getAccountFields(user), ...answers, revision, savedAt, unsaved: isUnsent, sent: unconfirmed, step }
}

function toDraftRecord(stored: StoredDraft): DraftRecord {
  const { revision, savedAt, unsaved, sent, step } = stored
  return {
    answers: readAnswers(sections, stored),
    revision: Number.isSafeInteger(revision) ? Number(revision) : 0,
    savedAt: typeof savedAt === 'string' ? savedAt : null,
    isUnsent: unsaved !== false,
    unconfirmed: Array.isArray(sent) ? sent.map(String) : [],
    step: Number.isSafeInteger(step) ? Number(step) : null,
  }
}

/** The account's part of the form data. Only these fields, so that no new one is stored in the browser by accident. */
const getAccountFields = (user: User) => ({
  ...pickApplicant(user),
  nin: user.nin,
  ninPassportBase64: null,
  passport: user.passport,
})

// Shared computers: unsent drafts of other users are kept under their own keys while this user's draft is in `formData`.
const getStorageKey = (userId: string) => `formData.${userId}`

/**
 * Keeps the draft until its owner logs in here again. Does nothing if the server holds it.
 * @returns false when the browser could not store it; the owner is not here to be asked
 */
function setDraftAside(draft: StoredDraft): boolean {
  if (draft.unsaved === false) return true
  try {
    localStorage.setItem(getStorageKey(draft.userId), JSON.stringify(removeSecrets(draft)))
    return true
  } catch {
    return false
  }
}

/** Removes and returns the draft that was set aside for this user. */
function takeDraftOf(userId: string): StoredDraft | null {
  try {
    const text = localStorage.getItem(getStorageKey(userId))
    localStorage.removeItem(getStorageKey(userId))
    const draft: unknown = text === null ? null : JSON.parse(text)
    return isDraftOf(userId, draft) ? draft : null
  } catch {
    return null
  }
}

const isDraftOf = (userId: string, draft: unknown): draft is StoredDraft =>
  typeof draft === 'object' && draft !== null && 'userId' in draft && draft.userId === userId
