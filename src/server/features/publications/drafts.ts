// Making a draft, and changing it before it is proposed.
import { isDeepStrictEqual } from 'node:util'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import type { PublicationKind } from '#shared/decisions/publications.ts'
import { assertTransition, lockForChange, mayMake } from './access.ts'
import { assertVersion, describePublication, toEvent } from './describe-publication.ts'
import { addItems, findExerciseOfSittings, type ItemOrigin, summarize } from './item-store.ts'
import { addPublication, updatePublication } from './store.ts'

interface DraftDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'open'>
  clock: () => Date
}

export interface NewDraft {
  kind: PublicationKind
  title: string
  /** One of the two. */
  selection?: string | undefined
  sittings?: readonly string[] | undefined
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
  async function openOrigin(
    tx: Tx,
    { selection, sittings }: Pick<NewDraft, 'selection' | 'sittings'>,
    actor: StaffPrincipal,
  ): Promise<{ exerciseId: number; origin: ItemOrigin }> {
    if (sittings) {
      const exerciseId = await findExerciseOfSittings(tx, sittings)
      if (exerciseId === null) throw new AppError('not_found')
      await assertWithinScope(tx, { exerciseId }, 'publication:make', actor)
      return { exerciseId, origin: { sittingIds: sittings } }
    }
    const { id: selectionId, exerciseId } = await selections.open(tx, selection ?? '', 'publication:make', actor)
    return { exerciseId, origin: { selectionId } }
  }

  return {
    /**
     * Makes a draft from one of the person's own selections, or of the seats in some sittings.
     * @throws AppError `not_permitted`, `publication_empty` with the reasons of all, `selection_expired`,
     *   `exercise_archived`, `not_found`, `invalid_request` for a moment that is over
     */
    make: ({ kind, title, publishAt, emailNote = '', ...chosen }: NewDraft, actor: StaffPrincipal) =>
      db.transaction(async (tx) => {
        if (!mayMake(actor, kind, null)) throw new AppError('not_permitted')
        const { exerciseId, origin } = await openOrigin(tx, chosen, actor)
        if (!mayMake(actor, kind, exerciseId)) throw new AppError('not_permitted')
        await assertRunning(tx, exerciseId)
        const planned = parsePublishAt(publishAt, null, clock())
        const { id } = await addPublication(tx, {
          exerciseId,
          kind,
          title,
          state: 'draft',
          publishAt: planned,
          emailNote,
          summary: emptySummary,
          madeBy: actor.staffId,
          madeAt: clock(),
        })
        await addItems(tx, { id, kind }, origin)
        const summary = await summarize(tx, id)
        if (summary.waiting === 0) throw new AppError('publication_empty', { data: { excluded: summary.excluded } })
        await updatePublication(tx, id, { summary })
        const detail = { kind, items: summary.waiting }
        await audit(tx, toEvent({ id, exerciseId }, actor, { action: 'publication_made', detail }))
        return describePublication(tx, id, actor, clock())
      }),

    /**
     * @throws AppError `not_found`, `publication_state`, `changed_meanwhile` with the newest, `exercise_archived`, `invalid_request`
     *   for a moment that is over
     */
    change: (
      id: string,
      { version, publishAt, ...changes }: DraftChanges & { version: number },
      actor: StaffPrincipal,
    ): Promise<PublicationDetails> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, 'publication:make', actor)
        const state = assertTransition(row, 'change')
        await assertVersion(tx, row, version, { actor, now: clock() })
        const changed = {
          ...(changes.title !== undefined && { title: changes.title }),
          ...(changes.emailNote !== undefined && { emailNote: changes.emailNote }),
          ...(publishAt !== undefined && { publishAt: parsePublishAt(publishAt, row.publishAt, clock()) }),
          state,
        }
        const isSame = Object.entries(changed).every(([column, value]) =>
          isDeepStrictEqual(row[column as keyof typeof row], value),
        )
        if (!isSame) {
          await updatePublication(tx, id, changed)
          await audit(tx, toEvent(row, actor, { action: 'publication_changed' }))
        }
        return describePublication(tx, id, actor, clock())
      }),
  }
}

/** A moment that was chosen by the clock on the wall has passed when it arrives: it means at once. */
const justPassedMs = 10 * 60_000

/** @param known what the publication had: that may have passed meanwhile. @throws AppError `invalid_request` */
function parsePublishAt(text: string | null | undefined, known: Date | null, now: Date): Date | null {
  if (!text) return null
  const publishAt = new Date(text)
  if (publishAt.getTime() < now.getTime() - justPassedMs && publishAt.getTime() !== known?.getTime())
    throw createFieldsError('invalid_request', [
      { path: 'publishAt', message: 'Choose a moment in the future, or none.' },
    ])
  return publishAt
}
