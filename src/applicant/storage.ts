// The browser's storage: five typed keys, and a mark of submitted applications. A blocked or full storage is never an error.

import type { User } from '#shared/api/applicant/accounts.ts'
import type { NinRecord } from '#shared/api/applicant/nin.ts'
import { maskNin } from '#shared/format/numbers.ts'

/** A half-filled form: the answers by section, the owner, and whether the server still lacks them. */
export interface StoredDraft {
  userId: string
  /** Set while the server does not hold these answers; such a draft survives logging out. */
  unsaved?: boolean
  [section: string]: unknown
}

interface StoredValues {
  token: string
  user: User
  rrr: string
  formData: StoredDraft
  applyData: Partial<NinRecord>
}
export type StoredKey = keyof StoredValues

/** These two are stored as plain text, the others as JSON. */
const isPlainText = (key: StoredKey): key is 'token' | 'rrr' => key === 'token' || key === 'rrr'

/** Replaces the browser's storage during this visit where that is blocked, full or absent. */
const memory = new Map<StoredKey, string>()

/** The stored value; null when there is none, or when it cannot be read. */
export function readStored<K extends StoredKey>(key: K): StoredValues[K] | null {
  const text = readText(key)
  if (text === null || text === '') return null
  return (isPlainText(key) ? text : parseObject(text)) as StoredValues[K] | null
}

/** Returns false when the browser refused, so that the value lasts for this visit only. */
export function writeStored<K extends StoredKey>(key: K, value: StoredValues[K]): boolean {
  const text = isPlainText(key) ? String(value) : JSON.stringify(removeSecrets(value as object))
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
    return true
  } catch {
    memory.set(key, text)
    return false
  }
}

/** Whether the browser refused the value, which is lost with the document. */
export const isOnlyInMemory = (key: StoredKey): boolean => memory.has(key)

export function removeStored(...keys: StoredKey[]) {
  for (const key of keys) {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Blocked storage holds nothing to remove.
    }
  }
}

/**
 * Calls back when another tab changed one of the keys, and when the browser shows again a page that it has kept, which was
 * not told meanwhile. Returns the function that unsubscribes.
 */
export function onStoredByOtherTab(keys: readonly StoredKey[], callback: () => void) {
  const listener = ({ key }: StorageEvent) => {
    // A null key means that everything was cleared.
    if (key === null || keys.includes(key as StoredKey)) callback()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && callback()
  addEventListener('storage', listener)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('storage', listener)
    removeEventListener('pageshow', onShow)
  }
}

function readText(key: StoredKey): string | null {
  const inMemory = memory.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const photoKeys = new Set(['ninPassport', 'ninPassportBase64', 'passport'])
const maxLinkLength = 300

/** For shared computers: masks the NIN, and drops photos unless they are links. */
export function removeSecrets(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => {
      if (typeof value !== 'string') return [key, value]
      if (key === 'nin') return [key, maskNin(value)]
      if (photoKeys.has(key)) return [key, isLink(value) ? value : null]
      return [key, value]
    }),
  )
}

// The Base64 of a JPEG begins with "/9j/", as a path could; the length tells them apart.
const isLink = (value: string) => value.length <= maxLinkLength && /^(\/(?!9j\/)|https?:\/\/)/.test(value)

// A mere flag under the user's ID, because many use shared computers. The server's answer corrects it.
const getSubmittedKey = (userId: string) => `submitted.${userId}`

/**
 * What the server last told this device of whether the user has submitted, so that no blank form opens while it cannot be
 * asked. Undefined when it was never told.
 */
export function readSubmitted(userId: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(getSubmittedKey(userId))
    return stored === null ? undefined : stored === 'yes'
  } catch {
    return undefined
  }
}

export function rememberSubmitted(userId: string, isSubmitted: boolean) {
  try {
    localStorage.setItem(getSubmittedKey(userId), isSubmitted ? 'yes' : 'no')
  } catch {
    // The storage is full or blocked: the server is asked each time.
  }
}

export function forgetSubmitted(userId: string) {
  try {
    localStorage.removeItem(getSubmittedKey(userId))
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
