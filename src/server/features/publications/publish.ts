// The job that makes an approved publication visible: one transaction, so that all applicants see it in the same moment.

import type { Db, Tx } from '#server/database/connection.ts'
import { isArchived } from '#server/domain/running-exercise.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue, type Jobs } from '#server/platform/queue/queue.ts'
import { mayTake } from '#shared/decisions/publications.ts'
import { assertTransition } from './access.ts'
import { summarize } from './item-store.ts'
import { publishPart } from './publish-store.ts'
import { enqueueEmails } from './send-emails.ts'
import { findPublication, lockPublication, type PublicationRow, updatePublication } from './store.ts'

interface PublishDependencies {
  db: Db
  clock: () => Date
}

/** Of one statement, which takes less than half a second on two idle cores; it may take 15. */
const itemsPerStatement = 1_000
const shortestDelayMs = 1_000

/** At its moment, or at once when that has passed; a job that waits already is replaced. */
export function enqueuePublishing(tx: Tx, { id, publishAt }: Pick<PublicationRow, 'id' | 'publishAt'>, now: Date) {
  // The queue goes by the clock of the database: a job that it runs early must not run again and again.
  const soonest = new Date(now.getTime() + shortestDelayMs)
  const runAt = publishAt && publishAt > now ? new Date(Math.max(publishAt.getTime(), soonest.getTime())) : undefined
  return enqueue(tx, 'publish', { publicationId: id }, { key: `publication:${id}`, ...(runAt && { runAt }) })
}

/** However often it is stopped: it begins anew, and nothing is published twice. */
export function createPublishJob({ db, clock }: PublishDependencies, { limit = itemsPerStatement } = {}) {
  return async ({ publicationId }: Jobs['publish']): Promise<void> => {
    const found = await findPublication(db, publicationId)
    if (!found) return
    const { publishAt, exerciseId } = found.row
    if (await isArchived(db, exerciseId)) return
    const now = clock()
    if (publishAt && publishAt > now) return enqueuePublishing(db, found.row, now)
    if (!(await begin(db, publicationId))) return
    await db.transaction((tx) => publishAll(tx, publicationId, { clock, limit }))
  }
}

/** From now on it cannot be returned, and its page says so. @returns false when it was returned */
const begin = (db: Db, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await lockPublication(tx, id)
    if (!row || row.state === 'publishing') return row !== null
    if (!mayTake(row.state, 'begin')) return false
    await updatePublication(tx, id, { state: assertTransition(row, 'begin') })
    return true
  })

async function publishAll(tx: Tx, id: string, { clock, limit }: { clock: () => Date; limit: number }): Promise<void> {
  const row = await lockPublication(tx, id)
  if (!row || !mayTake(row.state, 'finish') || !row.approvedBy) return
  const by = { staffId: row.approvedBy, sessionId: null }
  const publishedAt = clock()
  await publishParts(tx, row, { approvedBy: row.approvedBy, at: publishedAt, limit })
  const summary = await summarize(tx, id)
  await updatePublication(tx, id, { state: assertTransition(row, 'finish'), publishedAt, summary })
  await audit(tx, {
    actor: 'staff',
    action: 'publication_published',
    by,
    subject: { kind: 'publication', id },
    exerciseId: row.exerciseId,
    detail: { done: summary.done, skipped: summary.skipped },
  })
  await enqueueEmails(tx, id)
}

async function publishParts(
  tx: Tx,
  row: PublicationRow,
  options: { approvedBy: string; at: Date; limit: number },
): Promise<void> {
  let after: string | null = null
  do {
    const part: { lastId: string | null } = await publishPart(tx, row, { after, ...options })
    after = part.lastId
  } while (after !== null)
}
