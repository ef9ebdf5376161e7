// The time by the clock of the server, which decides what is too late. A device's clock may be wrong by a day.
import { useSyncExternalStore } from 'react'
import { createStore } from '#kit/browser/store.ts'
import { useNow } from '#kit/browser/use-now.ts'

/** Milliseconds. An answer may have been on its way as long, so that a smaller difference says nothing. */
const tolerance = 5 * 60_000

/** Milliseconds by which the device's clock is behind. */
const difference = createStore(0)

/** @param date of an answer that has just come; null when it says none */
export function setServerTime(date: string | null) {
  const behind = Date.parse(date ?? '') - Date.now()
  difference.set(Math.abs(behind) > tolerance ? behind : 0)
}

const correct = (device: Date) => new Date(device.getTime() + difference.get())

export const getServerTime = (): Date => correct(new Date())

/** The time, moving on by itself; null in the first render, which has to be the same as the prerendered page. */
export function useServerTime(): Date | null {
  useSyncExternalStore(difference.subscribe, difference.get, () => 0)
  const now = useNow()
  return now && correct(now)
}
