// Loads and saves the draft on the server. Outcomes instead of HTTP errors.

import { readAnswers } from '#applicant/form/state/read-answers.ts'
import { call } from '#applicant/http/call.ts'
import { ApiError, isTemporary } from '#kit/http/api-error.ts'
import type { Draft } from '#shared/api/applicant/applications.ts'
import { sections } from '#shared/application/sections.ts'
import type { DraftToSend } from './draft-context.ts'
import type { SendOutcome } from './draft-state.ts'
import type { ServerDraft } from './initial-draft.ts'

/** Milliseconds. Shorter than for other calls, because saving is retried. */
const sendTimeout = 60_000

/** @throws ApiError, NetworkError */
export async function loadDraft(): Promise<ServerDraft> {
  const { data } = await call('draft')
  return toServerDraft(data)
}

/** Never rejects. */
export async function sendDraft({ answers, revision, isPageClosing }: DraftToSend): Promise<SendOutcome> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), sendTimeout)
  try {
    const { data } = await call('saveDraft', {
      body: { document: answers, revision },
      keepalive: isPageClosing,
      signal: controller.signal,
    })
    return { kind: 'saved', revision: data.revision, savedAt: data.savedAt ?? new Date().toISOString() }
  } catch (error) {
    return toOutcome(error)
  } finally {
    clearTimeout(timer)
  }
}

function toOutcome(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' }
  switch (error.code) {
    case 'draft_outdated': {
      const { answers, revision, savedAt } = toServerDraft(error.data as Draft)
      if (!answers) return { kind: 'missing', revision }
      return { kind: 'outdated', newer: { answers, revision, savedAt, isUnsent: false, foundOn: 'server' } }
    }
    case 'already_submitted':
      return { kind: 'submitted' }
    case 'session_ended':
    case 'not_logged_in':
      return { kind: 'session ended' }
    default:
      // A refused draft would be refused again; a server error may be temporary.
      return isTemporary(error) ? { kind: 'unreachable' } : { kind: 'refused' }
  }
}

const toServerDraft = ({ document, revision, savedAt }: Draft): ServerDraft => ({
  answers: document && readAnswers(sections, document),
  revision,
  savedAt,
})
