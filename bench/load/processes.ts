// What a process has used, where /proc tells it.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor seconds of these processes so far; null where nobody tells. */
export function processorSeconds(pids: readonly number[]): number | null {
  try {
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksPerSecond
  } catch {
    return null
  }
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
