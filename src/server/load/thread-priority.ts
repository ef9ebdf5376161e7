import { getPriority, setPriority } from 'node:os'

/** Below requests, which wait for the same processors. */
const lowPriority = 10

/** For a thread whose work nobody waits for at a screen. On Linux alone: elsewhere it would be the whole server's. */
export function lowerThreadPriority(): void {
  // Raising one that is lower already is forbidden.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), lowPriority))
}
