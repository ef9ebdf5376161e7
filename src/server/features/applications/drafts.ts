// Drafts of the application form. Of two tabs or devices, the one with the older revision gets an error and overwrites nothing.
import { AppError } from '#server/platform/app-error.ts'
import type { Draft } from '#shared/api/applications.ts'
import { hasSameContent } from './answers-digest.ts'
import type { DraftChange, DraftRow, DraftStore } from './draft-store.ts'
import type { ApplicationStore } from './store.ts'

interface DraftDependencies {
  drafts: DraftStore
  applications: ApplicationStore
  clock: () => Date
}

export type DraftService = ReturnType<typeof createDraftService>

export function createDraftService({ drafts, applications, clock }: DraftDependencies) {
  return {
    get: async (accountId: string): Promise<Draft> => presentDraft(await drafts.find(accountId)),

    /**
     * Saves over the revision that the document is based on. Safe to repeat.
     * @throws AppError `draft_outdated` with the stored draft, `already_submitted` with the application's number
     */
    async save(change: Omit<DraftChange, 'savedAt'>): Promise<Draft> {
      const saved = await drafts.save({ ...change, savedAt: clock() })
      if (saved) return presentDraft(saved)

      const { accountId, revision, document } = change
      const submitted = await applications.findSubmitted(accountId)
      if (submitted) throw new AppError('already_submitted', { data: { applicationId: submitted.number } })
      const stored = await drafts.find(accountId)
      // A repeated request: the reply to the first one was lost.
      if (stored?.revision === revision + 1 && hasSameContent(stored.document, document)) return presentDraft(stored)
      throw new AppError('draft_outdated', { data: presentDraft(stored) })
    },
  }
}

const presentDraft = (draft: DraftRow | null): Draft =>
  draft
    ? { document: draft.document, revision: draft.revision, savedAt: draft.savedAt.toISOString() }
    : { document: null, revision: 0, savedAt: null }
