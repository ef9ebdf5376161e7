// The half-filled form on the server: the older of two tabs or computers is told, never overwritten.
import { AppError } from '#server/platform/api/app-error.ts'
import type { Draft } from '#shared/api/applications.ts'
import { isSame } from './digest.ts'
import type { DraftChange, DraftRow, DraftStore } from './draft-store.ts'
import type { ApplicationStore } from './store.ts'

interface Means {
  drafts: DraftStore
  applications: ApplicationStore
  clock: () => Date
}

export function draftService({ drafts, applications, clock }: Means) {
  return {
    current: async (accountId: string): Promise<Draft> => presented(await drafts.current(accountId)),

    /**
     * Saves over the revision that the document was made from. Safe to repeat.
     * @throws AppError `draft_outdated` with the stored draft, `already_submitted` with the application's number
     */
    async save(change: Omit<DraftChange, 'savedAt'>): Promise<Draft> {
      const saved = await drafts.save({ ...change, savedAt: clock() })
      if (saved) return presented(saved)

      const { accountId, revision, document } = change
      const submitted = await applications.submitted(accountId)
      if (submitted) throw new AppError('already_submitted', { data: { applicationId: submitted.number } })
      const stored = await drafts.current(accountId)
      // The answer to the first attempt was lost on the way; nothing was changed since.
      if (stored?.revision === revision + 1 && isSame(stored.document, document)) return presented(stored)
      throw new AppError('draft_outdated', { data: presented(stored) })
    },
  }
}

const presented = (draft: DraftRow | null): Draft =>
  draft
    ? { document: draft.document, revision: draft.revision, savedAt: draft.savedAt.toISOString() }
    : { document: null, revision: 0, savedAt: null }
