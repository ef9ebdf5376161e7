// Drafts of the application form. Of two tabs or devices, the one with the older revision gets an error and overwrites nothing.

import { AppError } from '#server/app-error.ts'
import type { Queryable } from '#server/database/statement.ts'
import type { Draft } from '#shared/api/applicant/applications.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import { hasSameContent } from './answers-digest.ts'
import { type DraftChange, type DraftRow, findDraft, updateDraft } from './draft-store.ts'
import type { ApplicationStore } from './store.ts'

interface DraftDependencies {
  pool: Queryable
  applications: ApplicationStore
  clock: () => Date
}

export type DraftService = ReturnType<typeof createDraftService>

export function createDraftService({ pool, applications, clock }: DraftDependencies) {
  return {
    /** Null while nothing was saved, and once the application was submitted, unless it is returned for correction. */
    get: (accountId: string): Promise<DraftRow | null> => findDraft(pool, accountId, clock()),

    /**
     * Saves over the revision that the document is based on. Safe to repeat.
     * @throws AppError `draft_outdated` with the stored draft, `already_submitted` with the application's number
     */
    async save(change: Omit<DraftChange, 'savedAt'>): Promise<DraftRow> {
      const { accountId, revision, document } = change
      const savedAt = clock()
      const newRevision = await updateDraft(pool, { ...change, savedAt })
      if (newRevision !== null) return { document, revision: newRevision, savedAt }

      const submitted = await applications.findSubmitted(accountId)
      if (submitted && !isOpenForCorrection(submitted.returnedUntil, savedAt))
        throw new AppError('already_submitted', { data: { applicationId: submitted.number } })
      const stored = await findDraft(pool, accountId, savedAt)
      // A repeated request: the reply to the first one was lost.
      if (stored?.revision === revision + 1 && hasSameContent(JSON.parse(stored.document), JSON.parse(document)))
        return stored
      throw new AppError('draft_outdated', { data: presentDraft(stored) })
    },
  }
}

const presentDraft = (draft: DraftRow | null): Draft =>
  draft
    ? { document: JSON.parse(draft.document), revision: draft.revision, savedAt: draft.savedAt.toISOString() }
    : { document: null, revision: 0, savedAt: null }
