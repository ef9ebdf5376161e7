// Who is logged in: token and user, the same in every tab, and as long as the browser keeps them.
import { useSyncExternalStore } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { forget, onStoredElsewhere, store, stored } from '#web/lib/browser/storage.ts'

export interface Session {
  readonly token: string | null
  readonly user: User | null
  /** Why the session ended by itself, until the next one begins; null otherwise. */
  readonly ended: string | null
}

const guest: Session = { token: null, user: null, ended: null }
let session: Session = guest
let isRead = false
const listeners = new Set<() => void>()

export function currentSession(): Session {
  if (!isRead) {
    isRead = true
    session = readSession(null)
  }
  return session
}

const readSession = (ended: string | null): Session => ({ token: stored('token'), user: stored('user'), ended })

function become(next: Session) {
  isRead = true
  session = next
  for (const tell of listeners) tell()
}

/** Logged in, or logged in anew after a password change. */
export function openSession(token: string, user: User) {
  const previous = currentSession().user
  if (previous && previous.userId !== user.userId) forget('rrr', 'applyData')
  store('token', token)
  store('user', user)
  if (user.rrr) store('rrr', user.rrr)
  become({ token, user, ended: null })
}

/** Newer facts about the same user. */
export function keepUser(user: User) {
  store('user', user)
  if (user.rrr) store('rrr', user.rrr)
  become({ ...currentSession(), user })
}

/** An RRR is held in the stored user and on its own (specification, section 4). */
export function holdRrr(rrr: string) {
  store('rrr', rrr)
  const { user } = currentSession()
  if (user) keepUser({ ...user, rrr })
}

export const heldRrr = (): string | null => stored('rrr')

/** Logged out. A draft that the server does not hold yet is kept for its owner. */
export function closeSession() {
  forgetPerson()
  if (!stored('formData')?.unsaved) forget('formData')
  become(guest)
}

/** The server ended the session: the login shows why, and the draft stays. */
export function expireSession(why: string) {
  forgetPerson()
  become({ ...guest, ended: why })
}

const forgetPerson = () => forget('user', 'token', 'applyData', 'rrr')

function subscribe(tell: () => void) {
  listeners.add(tell)
  const stop = onStoredElsewhere(['token', 'user'], () => become(readSession(session.ended)))
  return () => {
    listeners.delete(tell)
    stop()
  }
}

/** The session as a component sees it; a guest's while a prerendered page wakes up. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => guest)
