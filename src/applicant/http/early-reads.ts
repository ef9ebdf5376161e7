// The answers of calls that the HTML of a page sent before the app's code had loaded (start-early-reads.ts).
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'

export interface EarlyRead {
  response: Promise<Response>
  controller: AbortController
}

export interface EarlyReads {
  /** Of the session that asked. */
  token: string
  byUrl: Record<string, EarlyRead>
  /** What the outline of the page already displays. */
  displayedSummary?: ApplicationSummary
}

declare global {
  var earlyReads: EarlyReads | undefined
}

/** Milliseconds after the start of the page. A call that comes later wants a newer answer. */
const maxAge = 30_000

/** The read of this address, once; undefined when there is none for this session, or it is too old. */
export function takeEarlyRead(url: string, token: string | null): EarlyRead | undefined {
  const reads = globalThis.earlyReads
  const read = reads?.byUrl[url]
  if (!reads || !read || reads.token !== token || performance.now() > maxAge) return undefined
  delete reads.byUrl[url]
  return read
}

/** What the outline displays, once, so that the page need not begin with less; undefined for another session. */
export function takeDisplayedSummary(token: string | null): ApplicationSummary | undefined {
  const reads = globalThis.earlyReads
  if (reads?.token !== token) return undefined
  const { displayedSummary } = reads
  delete reads.displayedSummary
  return displayedSummary
}
