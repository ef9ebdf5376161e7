// Remembers what was asked and what was answered, so that a test can say 'asked once'.
import type { Reply } from './reply.ts'
import type { Asked } from './serve.ts'

export interface Entry {
  at: string
  call: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, unknown>
  body: string
  /** Absent while the answer is being held back. */
  answer?: { status: number; body: string } | 'silence' | 'hang-up'
}

export interface Journal {
  note(call: string, asked: Asked): Entry
  answered(entry: Entry, reply: Reply): void
  /** How often each call was asked, and its newest entries, oldest first. */
  read(call?: string | null): { counts: Record<string, number>; requests: Entry[] }
  clear(): void
}

const ENTRIES_KEPT = 500
const ANSWER_CHARACTERS_KEPT = 2000

export function createJournal(): Journal {
  let counts: Record<string, number> = {}
  let entries: Entry[] = []
  return {
    note(call, { method, path, query, headers, body }) {
      const at = new Date().toISOString()
      const entry: Entry = { at, call, method, path, query: Object.fromEntries(query), headers, body }
      counts[call] = (counts[call] ?? 0) + 1
      entries.push(entry)
      if (entries.length > ENTRIES_KEPT) entries.shift()
      return entry
    },
    answered(entry, reply) {
      if (typeof reply === 'string') entry.answer = reply
      else entry.answer = { status: reply.status, body: reply.body.toString().trim().slice(0, ANSWER_CHARACTERS_KEPT) }
    },
    read: (call) => ({ counts, requests: call ? entries.filter((entry) => entry.call === call) : entries }),
    clear() {
      counts = {}
      entries = []
    },
  }
}
