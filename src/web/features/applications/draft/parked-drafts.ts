// Shared computers: what somebody wrote and the server does not hold waits here, unseen, while another person uses `formData`.
import type { StoredDraft } from '#web/lib/browser/storage.ts'

const keyOf = (userId: string) => `formData.${userId}`

/** Puts a draft aside for its owner, unless the server holds it anyway. */
export function parkDraft(draft: StoredDraft) {
  if (draft.unsaved === false) return
  try {
    localStorage.setItem(keyOf(draft.userId), JSON.stringify(draft))
  } catch {
    // Full or blocked storage: nothing more can be done for somebody who is not here.
  }
}

/** The draft that waited for this person, which then waits no longer. */
export function unparkDraft(userId: string): StoredDraft | null {
  try {
    const text = localStorage.getItem(keyOf(userId))
    localStorage.removeItem(keyOf(userId))
    const draft: unknown = text === null ? null : JSON.parse(text)
    return isDraftOf(userId, draft) ? draft : null
  } catch {
    return null
  }
}

const isDraftOf = (userId: string, draft: unknown): draft is StoredDraft =>
  typeof draft === 'object' && draft !== null && 'userId' in draft && draft.userId === userId
