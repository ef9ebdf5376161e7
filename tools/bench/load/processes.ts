// What a process has used, where /proc tells it.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor seconds so far, by process; without those that have ended. Empty where nobody tells. */
export function processorSeconds(pids: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const pid of pids) {
    try {
      found.set(pid, ticksOf(pid) / ticksPerSecond)
    } catch {
      // It has ended, or this is no Linux.
    }
  }
  return found
}

/** Processor seconds between two looks, of the processes seen in the second; NaN where nobody tells. */
export function spentBetween(before: Map<number, number>, after: Map<number, number>): number {
  if (after.size === 0) return Number.NaN
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Resident megabytes now and at most; null where nobody tells. */
export function memoryOf(pid: number): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
    return { now: of('VmRSS'), most: of('VmHWM') }
  } catch {
    return null
  }
}
