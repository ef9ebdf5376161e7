// CPU time and memory of processes, read from /proc.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds used so far, by process. Empty on systems without /proc. */
export function readCpuSeconds(pids: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const pid of pids) {
    try {
      found.set(pid, readTicks(pid) / ticksPerSecond)
    } catch {
      // The process has ended, or there is no /proc.
    }
  }
  return found
}

/** CPU seconds used between two readings; NaN on systems without /proc. */
export function subtractSeconds(before: Map<number, number>, after: Map<number, number>): number {
  if (after.size === 0) return Number.NaN
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

function readTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may contain spaces; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** CPU milliseconds of a process, to the microsecond; NaN where the system does not say. */
export function readPreciseCpuMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

/** Current and peak resident megabytes; null on systems without /proc. */
export function readMemory(pid: number): { now: number; max: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
    return { now: read('VmRSS'), max: read('VmHWM') }
  } catch {
    return null
  }
}
