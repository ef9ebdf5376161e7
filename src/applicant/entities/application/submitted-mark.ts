// Remembers on this device that a user has submitted, so that no blank form opens while the server cannot be asked.
// It is a mere flag under the user's ID, because many use shared computers. The server's answer corrects it.

const getStorageKey = (userId: string) => `submitted.${userId}`

/** False when this device knows of none. */
export function readSubmitted(userId: string): boolean {
  try {
    return localStorage.getItem(getStorageKey(userId)) !== null
  } catch {
    return false
  }
}

export function rememberSubmitted(userId: string) {
  try {
    localStorage.setItem(getStorageKey(userId), 'yes')
  } catch {
    // The storage is full or blocked: the server is asked each time.
  }
}

export function forgetSubmitted(userId: string) {
  try {
    localStorage.removeItem(getStorageKey(userId))
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
