// Whether the server can be reached. The browser's own flag is not enough: a Wi-Fi may lead nowhere, and a computer that
// says offline may reach the server all the same. So we ask the server.
import { useSyncExternalStore } from 'react'
import { createStore } from '#kit/browser/store.ts'

/** `checking`: a call got no answer and /healthz is being asked. Pages still count as online. */
type ConnectionState = 'online' | 'checking' | 'offline'

/** Milliseconds that /healthz may take. */
const checkTimeout = 10_000
/** Milliseconds between two checks while offline. */
const retryDelay = { first: 3_000, max: 30_000 }

const state = createStore<ConnectionState>('online')
let nextDelay = retryDelay.first
let isChecking = false
let answers = 0
let isListening = false
let timer: ReturnType<typeof setTimeout> | undefined

/** The server answered, whatever it said. */
export function reportAnswer() {
  answers += 1
  clearTimeout(timer)
  nextDelay = retryDelay.first
  state.set('online')
}

/** A call got no answer. It may have failed alone, so the state is offline only when /healthz does not answer either. */
export function reportNoAnswer() {
  if (isOffline()) return
  state.set('checking')
  void askServer()
}

/** The worker has sent the shell in place of a page, which it does only when the server cannot be reached. */
export function reportUnreachable() {
  state.set('offline')
  scheduleCheck()
}

/** Asks the server whether it can be reached, because a call takes long. */
export function checkConnection() {
  if (state.get() === 'online') void askServer()
}

/**
 * Calls back each time the state changes from offline to online. A call that failed while online is no reason:
 * repeating it at once could fail at once again, in an endless loop. Returns the function that unsubscribes.
 */
export function onReconnect(callback: () => void) {
  listenToBrowser()
  let wasOffline = isOffline()
  return state.subscribe(() => {
    const isBack = wasOffline && !isOffline()
    wasOffline = isOffline()
    if (isBack) callback()
  })
}

/** Calls back each time the state changes to offline. Returns the function that unsubscribes. */
export const onDisconnect = (callback: () => void) =>
  state.subscribe(() => {
    if (isOffline()) callback()
  })

/** The state once no check is running. */
export const awaitConnectionState = () =>
  new Promise<'online' | 'offline'>((resolve) => {
    const unsubscribe = state.subscribe(resolveIfKnown)
    function resolveIfKnown() {
      const current = state.get()
      if (current === 'checking') return
      unsubscribe()
      resolve(current)
    }
    resolveIfKnown()
  })

export const isOffline = () => state.get() === 'offline'

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false)

function subscribe(listener: () => void) {
  listenToBrowser()
  return state.subscribe(listener)
}

async function askServer() {
  if (isChecking) return
  isChecking = true
  const answersBefore = answers
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(), checkTimeout)
  try {
    await fetch('/healthz', { cache: 'no-store', signal: controller.signal })
    reportAnswer()
  } catch {
    // On a slow connection a call may be answered before the check, and no other has failed since.
    if (answers > answersBefore && state.get() === 'online') return
    state.set('offline')
    scheduleCheck()
  } finally {
    clearTimeout(timeout)
    isChecking = false
  }
}

function scheduleCheck() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    // A hidden page saves the phone's battery: the check runs when the page is visible again.
    if (document.visibilityState !== 'hidden') void askServer()
  }, nextDelay)
  nextDelay = Math.min(retryDelay.max, nextDelay * 2)
}

function listenToBrowser() {
  if (isListening) return
  isListening = true
  const checkIfOffline = () => {
    if (isOffline()) void askServer()
  }
  addEventListener('offline', reportNoAnswer)
  addEventListener('online', checkIfOffline)
  document.addEventListener('visibilitychange', checkIfOffline)
  if (navigator.onLine === false) reportNoAnswer()
}
