// The job that hands the emails of a publication to the queue, in steps that enqueue the next one. A step and its emails are
// one transaction, so each applicant gets one email, however often the server is killed. An applicant gets the emails of two
// publications, such as an outcome and its correction, in their order.
import type { Db, Tx } from '#server/database/connection.ts'
import { enqueue, enqueueMany, type Jobs } from '#server/platform/queue/queue.ts'
import { hasItemsToEmail, listItemsToEmail, markEmailed } from './publish-store.ts'
import { buildPublishedEmail, toEmailJob } from './published-email.ts'
import { addEmailCount, lockPublication } from './store.ts'

interface EmailDependencies {
  db: Db
  clock: () => Date
}

const emailsPerStep = 500
/** After the emails for which somebody is waiting at the screen. */
const priority = 1

/** While applicants are still to get an earlier email, which may be tried for days. */
const waitMs = 10_000

/** Enqueues a step; one that waits already is replaced. */
export const enqueueEmails = (tx: Tx, publicationId: string, delayMs = 0) =>
  enqueue(tx, 'send_publication_emails', { publicationId }, { key: `publication_emails:${publicationId}`, delayMs })

export function createEmailStep({ db, clock }: EmailDependencies) {
  return ({ publicationId }: Jobs['send_publication_emails']): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await lockPublication(tx, publicationId)
      if (row?.state !== 'published' || !row.publishedAt) return
      const now = clock()
      const items = await listItemsToEmail(tx, { id: publicationId, publishedAt: row.publishedAt }, emailsPerStep)
      if (items.length === 0) {
        if (await hasItemsToEmail(tx, publicationId)) await enqueueEmails(tx, publicationId, waitMs)
        return
      }
      const jobs = items.map(({ accountId, emailKey, ...item }) => ({
        payload: toEmailJob(publicationId, accountId, buildPublishedEmail(row, item, now)),
        key: emailKey,
      }))
      await enqueueMany(tx, 'send_email', jobs, { priority })
      const ids = items.map(({ applicationId }) => applicationId)
      await markEmailed(tx, publicationId, ids, now)
      await addEmailCount(tx, publicationId, jobs.length)
      await enqueueEmails(tx, publicationId)
    })
}
