// Making a draft, and changing it before it is proposed.

import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import type { PublicationKind } from '#shared/decisions/publications.ts'
import { hasWholePermissionIn, listWholeScopes } from '#shared/roles/permissions.ts'
import { assertDecisionKind, assertTransition, isDecisionKind, lockForChange } from './access.ts'
import { assertVersion, describePublication, toEvent } from './describe-publication.ts'
import { addItems, summarize } from './item-store.ts'
import { addPublication, updatePublication } from './store.ts'

interface DraftDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'open'>
  clock: () => Date
}

export interface NewDraft {
  kind: PublicationKind
  title: string
  selection: string
  publishAt?: string | null | undefined
  emailNote?: string | undefined
}

export interface DraftChanges {
  title?: string | undefined
  publishAt?: string | null | undefined
  emailNote?: string | undefined
}

const emptySummary = { byPost: [], excluded: [], skipped: [], waiting: 0, done: 0 }

export function createPublicationDrafts({ staffDatabase: { db }, selections, clock }: DraftDependencies) {
  return {
    /**
     * Makes a draft from one of the person's own selections.
     * @throws AppError `not_permitted`, `publication_kind_unavailable`, `publication_empty` with the reasons of all,
     *   `selection_expired`, `exercise_archived`, `not_found`
     */
    make: ({ kind: wanted, title, selection, publishAt, emailNote = '' }: NewDraft, actor: StaffPrincipal) =>
      db.transaction(async (tx) => {
        const isDecision = isDecisionKind(wanted)
        const { grants } = actor
        if (isDecision && listWholeScopes(grants, 'publication:make').length === 0) throw new AppError('not_permitted')
        const { id: selectionId, exerciseId } = await selections.open(tx, selection, 'publication:make', actor)
        if (isDecision && !hasWholePermissionIn(grants, 'publication:make', { exerciseId }))
          throw new AppError('not_permitted')
        const kind = assertDecisionKind(wanted)
        await assertRunning(tx, exerciseId)
        const { id } = await addPublication(tx, {
          exerciseId,
          kind,
          title,
          state: 'draft',
          publishAt: publishAt ? new Date(publishAt) : null,
          emailNote,
          summary: emptySummary,
          madeBy: actor.staffId,
          madeAt: clock(),
        })
        await addItems(tx, { id, kind }, selectionId)
        const summary = await summarize(tx, id)
        if (summary.waiting === 0) throw new AppError('publication_empty', { data: { excluded: summary.excluded } })
        await updatePublication(tx, id, { summary })
        const detail = { kind, items: summary.waiting }
        await audit(tx, toEvent({ id, exerciseId }, actor, { action: 'publication_made', detail }))
        return describePublication(tx, id, actor, clock())
      }),

    /** @throws AppError `not_found`, `publication_state`, `changed_meanwhile` with the newest, `exercise_archived` */
    change: (
      id: string,
      { version, publishAt, ...changes }: DraftChanges & { version: number },
      actor: StaffPrincipal,
    ): Promise<PublicationDetails> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, 'publication:make', actor)
        const state = assertTransition(row, 'change')
        await assertVersion(tx, row, version, { actor, now: clock() })
        await updatePublication(tx, id, {
          ...(changes.title !== undefined && { title: changes.title }),
          ...(changes.emailNote !== undefined && { emailNote: changes.emailNote }),
          ...(publishAt !== undefined && { publishAt: publishAt === null ? null : new Date(publishAt) }),
          state,
        })
        await audit(tx, toEvent(row, actor, { action: 'publication_changed' }))
        return describePublication(tx, id, actor, clock())
      }),
  }
}
