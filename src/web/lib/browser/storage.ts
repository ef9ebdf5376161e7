// The browser's storage: five keys (specification, section 3), typed, and never a reason to fail.

import type { User } from '#shared/api/accounts.ts'
import type { NinRecord } from '#shared/api/nin.ts'
import { withoutSecrets } from './without-secrets.ts'

/** A half-filled form: the answers by section, whose they are, and whether the server has yet to take them. */
export interface StoredDraft {
  userId: string
  /** Set while the server does not hold these answers; such a draft survives logging out. */
  unsaved?: boolean
  [section: string]: unknown
}

interface Stored {
  token: string
  user: User
  rrr: string
  formData: StoredDraft
  applyData: Partial<NinRecord>
}
export type StoredKey = keyof Stored

/** These two are kept as they are; the others as JSON. */
type Plain = 'token' | 'rrr'
const isPlain = (key: StoredKey): key is Plain => key === 'token' || key === 'rrr'

/** Takes over for this visit where the browser's own storage is blocked, full or absent. */
const memory = new Map<StoredKey, string>()

/** What is kept under the key; null when nothing is, or when it cannot be read. */
export function stored<K extends StoredKey>(key: K): Stored[K] | null {
  const text = textOf(key)
  if (text === null || text === '') return null
  return (isPlain(key) ? text : parsed(text)) as Stored[K] | null
}

/** Keeps the value; false when only for this visit, because the browser would not store it. */
export function store<K extends StoredKey>(key: K, value: Stored[K]): boolean {
  const text = isPlain(key) ? String(value) : JSON.stringify(withoutSecrets(value as object))
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
    return true
  } catch {
    memory.set(key, text)
    return false
  }
}

export function forget(...keys: StoredKey[]) {
  for (const key of keys) {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Blocked storage holds nothing to remove.
    }
  }
}

/** Calls back when another tab changed one of the keys. */
export function onStoredElsewhere(keys: readonly StoredKey[], changed: () => void) {
  const listen = ({ key }: StorageEvent) => {
    // A null key means that everything was cleared.
    if (key === null || keys.includes(key as StoredKey)) changed()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

function textOf(key: StoredKey): string | null {
  const held = memory.get(key)
  if (held !== undefined) return held
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
