// The server's side of a draft, as outcomes: what a keeper must know, and no HTTP.

import type { Draft } from '#shared/api/applications.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import { readAnswers } from '#web/form/state/read-answers.ts'
import { ApiError, mayPass } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import type { SendOutcome } from './draft-state.ts'
import type { ServerDraft } from './initial-state.ts'

/** Saving is tried again by itself, so it need not wait longer than this (ms) on a line that has gone silent. */
const patience = 60_000

/** @throws ApiError, NetworkError */
export async function loadDraft(): Promise<ServerDraft> {
  const { data } = await call('draft')
  return read(data)
}

/** Saves over the revision that the answers go on from; never rejects. */
export async function sendDraft(draft: { answers: Answers; revision: number; parting: boolean }): Promise<SendOutcome> {
  const { answers, revision, parting } = draft
  const stop = new AbortController()
  const clock = setTimeout(() => stop.abort(), patience)
  try {
    const { data } = await call('saveDraft', {
      body: { document: answers, revision },
      keepalive: parting,
      signal: stop.signal,
    })
    return { kind: 'saved', revision: data.revision, savedAt: data.savedAt ?? new Date().toISOString() }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    clearTimeout(clock)
  }
}

function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' }
  switch (error.code) {
    case 'draft_outdated': {
      const { answers, revision, savedAt } = read(error.data as Draft)
      if (!answers) return { kind: 'vanished', revision }
      return { kind: 'outdated', newer: { answers, revision, savedAt, pending: false, where: 'server' } }
    }
    case 'already_submitted':
      return { kind: 'submitted' }
    case 'session_ended':
    case 'not_logged_in':
      return { kind: 'session ended' }
    default:
      // What the server refuses for its content will be refused again; a server in trouble may recover.
      return mayPass(error) ? { kind: 'unreachable' } : { kind: 'refused' }
  }
}

const read = ({ document, revision, savedAt }: Draft): ServerDraft => ({
  answers: document && readAnswers(sections, document),
  revision,
  savedAt,
})
