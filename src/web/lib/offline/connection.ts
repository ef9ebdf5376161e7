// Whether the server can be reached. The browser's own word is not enough: a phone may hold a Wi-Fi that leads nowhere, and a
// computer that says offline may well have a way to the server. So the server is asked.
import { useSyncExternalStore } from 'react'

/** `doubted`: a call got no answer, and the server is being asked; nobody is told yet. */
type Line = 'held' | 'doubted' | 'lost'

/** Milliseconds that the server may take to say that it lives, and between two such questions while it does not. */
const askLimit = 10_000
const pauses = { first: 3_000, longest: 30_000 }

let line: Line = 'held'
let pause = pauses.first
let isAsking = false
let isWatching = false
let clock: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
const waiting = new Set<() => void>()
const givingUp = new Set<() => void>()

function become(next: Line) {
  if (line === next) return
  line = next
  for (const tell of [...watchers]) tell()
}

/** Some answer came, whatever it says. */
export function gotThrough() {
  clearTimeout(clock)
  pause = pauses.first
  const wasLost = line === 'lost'
  become('held')
  if (wasLost) for (const goOn of [...waiting]) goOn()
}

/** A call got no answer. One may fail for itself; when the server does not say that it lives either, the line is lost. */
export function gotNoAnswer() {
  if (line === 'lost') return
  become('doubted')
  void ask()
}

/** A call takes long: before anybody wonders, the server is asked. */
export function doubt() {
  if (line === 'held') void ask()
}

/**
 * Goes on, each time, when a lost line is back. Returns what stops it. One call that fails while the line holds is no such time:
 * what would be repeated at once could fail at once again, for ever.
 */
export function onLineBack(goOn: () => void) {
  watch()
  waiting.add(goOn)
  return () => {
    waiting.delete(goOn)
  }
}

/** What the line is when nobody is asking about it any more. */
export const settledLine = () =>
  new Promise<'held' | 'lost'>((resolve) => {
    const look = () => {
      if (line === 'doubted') return
      watchers.delete(look)
      resolve(line)
    }
    watchers.add(look)
    look()
  })

/** Acts when the line is lost. Returns what stops it. */
export function onLineLost(act: () => void) {
  givingUp.add(act)
  return () => {
    givingUp.delete(act)
  }
}

export const isLineLost = () => line === 'lost'

/** Whether people are to be told that there is no line. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isLineLost, () => false)

async function ask() {
  if (isAsking) return
  isAsking = true
  const stop = new AbortController()
  const limit = setTimeout(() => stop.abort(), askLimit)
  try {
    await fetch('/healthz', { cache: 'no-store', signal: stop.signal })
    gotThrough()
  } catch {
    lose()
  } finally {
    clearTimeout(limit)
    isAsking = false
  }
}

function lose() {
  if (line !== 'lost') {
    become('lost')
    for (const giveUp of [...givingUp]) giveUp()
  }
  clearTimeout(clock)
  clock = setTimeout(askInView, pause)
  pause = Math.min(pauses.longest, pause * 2)
}

/** A phone in a pocket saves its battery: it is asked when somebody looks again. */
const askInView = () => {
  if (document.visibilityState !== 'hidden') void ask()
}

function subscribe(tell: () => void) {
  watch()
  watchers.add(tell)
  return () => {
    watchers.delete(tell)
  }
}

function watch() {
  if (isWatching) return
  isWatching = true
  const askIfLost = () => {
    if (line === 'lost') void ask()
  }
  addEventListener('offline', gotNoAnswer)
  addEventListener('online', askIfLost)
  document.addEventListener('visibilitychange', askIfLost)
  if (navigator.onLine === false) gotNoAnswer()
}
