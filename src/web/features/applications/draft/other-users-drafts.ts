// Shared computers: unsent drafts of other users are kept under their own keys while this user's draft is in `formData`.
import type { StoredDraft } from '#web/lib/browser/storage.ts'

const getStorageKey = (userId: string) => `formData.${userId}`

/** Keeps the draft until its owner logs in here again. Does nothing if the server holds it. */
export function setDraftAside(draft: StoredDraft) {
  if (draft.unsaved === false) return
  try {
    localStorage.setItem(getStorageKey(draft.userId), JSON.stringify(draft))
  } catch {
    // The storage is full or blocked. The owner is not here to be asked.
  }
}

/** Removes and returns the draft that was set aside for this user. */
export function takeDraftOf(userId: string): StoredDraft | null {
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
