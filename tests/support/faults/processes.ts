// Processes as the system sees them: who descends from whom, killing and freezing all of a family at once.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** The process and all that descend from it, as of now. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [pid]
  for (const member of found) found.push(...(children.get(member) ?? []))
  return found
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; state and parent come after it. A zombie is nobody's business.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

/** Signals every one of them; those that are gone already are passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}

/** Waits until none of them lives. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => parentOf(pid) !== undefined)) await pause(5)
}
