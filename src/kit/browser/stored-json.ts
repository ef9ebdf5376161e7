// What a person chose on this device, such as the columns of a list. Never anything about applicants.

/** Null when nothing is stored, or the browser refuses. */
export function readStoredJson<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeStoredJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or closed storage only forgets the choice.
  }
}
