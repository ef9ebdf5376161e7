// Who is logged in: token and user, the same in every tab, for as long as the browser stores them.
import { useSyncExternalStore } from 'react'
import { provideCredentials } from '#applicant/http/credentials.ts'
import {
  forgetSubmitted,
  isOnlyInMemory,
  onStoredByOtherTab,
  readStored,
  removeStored,
  writeStored,
} from '#applicant/storage.ts'
import { createStore } from '#kit/browser/store.ts'
import type { User } from '#shared/api/applicant/accounts.ts'

export interface Session {
  readonly token: string | null
  readonly user: User | null
  /** Why the server ended the last session; null once a new one begins. */
  readonly endReason: string | null
  /** Whose session that was. */
  readonly endedUserId?: string | undefined
}

const guest: Session = { token: null, user: null, endReason: null }
/** Null until it is first read, because the storage is absent while a page is prerendered. */
const store = createStore<Session | null>(null)

export function currentSession(): Session {
  const session = store.get()
  if (session) return session
  const stored = readSession(null)
  store.set(stored)
  return stored
}

const readSession = (endReason: string | null): Session => ({
  token: readStored('token'),
  user: readStored('user'),
  endReason,
})

/**
 * For an answer that may come after a logout, or when somebody else has logged in: nothing of it may stay in the browser.
 * @returns whether the user of this moment is still logged in
 */
export function rememberUser(): () => boolean {
  const userId = currentSession().user?.userId
  return () => currentSession().user?.userId === userId
}

/** After a login, and after a password change. */
export function openSession(token: string, user: User) {
  if (currentSession().user?.userId !== user.userId) removeStored('rrr', 'applyData')
  writeStored('token', token)
  writeStored('user', user)
  if (user.rrr) writeStored('rrr', user.rrr)
  store.set({ token, user, endReason: null })
}

/** Newer facts about the same user. */
export function saveUser(user: User) {
  writeStored('user', user)
  if (user.rrr) writeStored('rrr', user.rrr)
  store.set({ ...currentSession(), user })
}

/** Whether the browser refuses to store the session, so that it ends with the document. */
export const isSessionUnstored = (): boolean => isOnlyInMemory('token')

/** The RRR is stored in the user and on its own. */
export function writeStoredRrr(rrr: string) {
  writeStored('rrr', rrr)
  const { user } = currentSession()
  if (user) saveUser({ ...user, rrr })
}

export const readStoredRrr = (): string | null => readStored('rrr')

/** Logs out. A draft that the server does not have yet stays for its owner. */
export function closeSession() {
  removePersonalData()
  if (!readStored('formData')?.unsaved) removeStored('formData')
  store.set(guest)
}

/** The server ended the session: the login page shows why, and the draft stays. */
export function expireSession(reason: string) {
  const endedUserId = currentSession().user?.userId
  removePersonalData()
  store.set({ ...guest, endReason: reason, endedUserId })
}

function removePersonalData() {
  const { user } = currentSession()
  if (user) forgetSubmitted(user.userId)
  removeStored('user', 'token', 'applyData', 'rrr')
}

function subscribe(listener: () => void) {
  const unsubscribe = store.subscribe(listener)
  const stopListening = onStoredByOtherTab(['token', 'user'], () => store.set(readSession(currentSession().endReason)))
  return () => {
    unsubscribe()
    stopListening()
  }
}

/** The session as components see it; a guest's while a prerendered page is hydrated. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => guest)

provideCredentials({ readToken: () => currentSession().token, onExpired: expireSession })
