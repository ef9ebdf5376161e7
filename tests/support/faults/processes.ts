// Finds processes in /proc and sends signals to all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The process and all its descendants. */
export function listProcessTree(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [pid]
  for (const member of tree) tree.push(...(children.get(member) ?? []))
  return tree
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces; state and parent follow it. Zombies count as ended.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

/** Skips processes that have already ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has already ended.
    }
  }
}

export async function waitForExit(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => parentOf(pid) !== undefined)) await sleep(5)
}
