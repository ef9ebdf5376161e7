// Records requests and replies, so that tests can count them.
import type { SimulatorReply } from './reply.ts'
import type { SimulatorRequest } from './server.ts'

export interface JournalEntry {
  at: string
  call: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, unknown>
  body: string
  /** Absent until the reply is sent. */
  answer?: { status: number; body: string } | 'silence' | 'hang-up'
}

export interface Journal {
  add(call: string, request: SimulatorRequest): JournalEntry
  setResponse(entry: JournalEntry, reply: SimulatorReply): void
  /** The number of requests per call, and the newest entries, oldest first. */
  read(call?: string | null): { counts: Record<string, number>; requests: JournalEntry[] }
  clear(): void
}

const maxEntries = 500
const maxBodyCharacters = 2000

export function createJournal(): Journal {
  let counts: Record<string, number> = {}
  let entries: JournalEntry[] = []
  return {
    add(call, { method, path, query, headers, body }) {
      const at = new Date().toISOString()
      const entry: JournalEntry = { at, call, method, path, query: Object.fromEntries(query), headers, body }
      counts[call] = (counts[call] ?? 0) + 1
      entries.push(entry)
      if (entries.length > maxEntries) entries.shift()
      return entry
    },
    setResponse(entry, reply) {
      if (typeof reply === 'string') entry.answer = reply
      else entry.answer = { status: reply.status, body: reply.body.toString().trim().slice(0, maxBodyCharacters) }
    },
    read: (call) => ({ counts, requests: call ? entries.filter((entry) => entry.call === call) : entries }),
    clear() {
      counts = {}
      entries = []
    },
  }
}
