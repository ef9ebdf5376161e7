// Remembers on this device that a user has submitted, so that no blank form opens while the server cannot be asked.
// It holds the application number only, under the user's ID, because many use shared computers.

const getStorageKey = (userId: string) => `submitted.${userId}`

/** The application number; null when this device knows of none. */
export function readSubmitted(userId: string): string | null {
  try {
    return localStorage.getItem(getStorageKey(userId))
  } catch {
    return null
  }
}

export function rememberSubmitted(userId: string, applicationId: string) {
  try {
    localStorage.setItem(getStorageKey(userId), applicationId)
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
