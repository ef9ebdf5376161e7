// The job that writes the emails of a mailing, in steps that enqueue the next one. A step and its emails are one transaction,
// so each applicant gets one, however often the server is killed.

import type { Db, Tx } from '#server/database/connection.ts'
import { issueResetCode } from '#server/features/auth/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { enqueue, enqueueMany, type Jobs } from '#server/platform/queue/queue.ts'
import { firstLinkHours, type ReminderStep } from '#shared/staff/mailings.ts'
import {
  countHandled,
  getCheckedAt,
  listRecipients,
  lockMailing,
  lockNextRecipients,
  type MailingRow,
  markItems,
  updateMailing,
} from './store.ts'

export interface MailingStepDependencies {
  db: Db
  clock: () => Date
  encryption: Pick<Encryption, 'encrypt'>
}

type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

const recipientsPerStep = 200
/** After the emails for which somebody is waiting at the screen. */
const priority = 1
const hourMs = 60 * 60_000

/** Enqueues a step; one that waits already is replaced. */
export const enqueueStep = (tx: Tx, mailingId: string) =>
  enqueue(tx, 'send_mailing', { mailingId }, { key: `mailing:${mailingId}` })

export function createMailingStep({ db, clock, encryption }: MailingStepDependencies) {
  /** The password of the first email is known to nobody, and a second one would void it: a link lets the applicant choose one. */
  async function buildFirstEmail(tx: Tx, { accountId, userId }: Recipient, now: Date): Promise<Jobs['send_email']> {
    const code = await issueResetCode(tx, accountId, now, firstLinkHours * 60)
    const codeEncrypted = encryption.encrypt(code).toString('base64')
    const validUntil = new Date(now.getTime() + firstLinkHours * hourMs).toISOString()
    return { email: 'accountIssuedAgain', accountId, data: { userId, codeEncrypted, validUntil } }
  }

  return ({ mailingId }: Jobs['send_mailing']): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await lockMailing(tx, mailingId)
      if (row?.state !== 'sending') return
      const accountIds = await lockNextRecipients(tx, mailingId, recipientsPerStep)
      const now = clock()
      if (accountIds.length === 0) return finish(tx, row, now)
      // Read after the locks: an applicant who has changed since the mailing was made may get none.
      const recipients = await listRecipients(tx, row.kind, accountIds, getCheckedAt(now))
      const jobs = []
      for (const recipient of recipients.filter(({ leftOutReason }) => leftOutReason === null)) {
        const payload = row.kind === 'firstEmail' ? await buildFirstEmail(tx, recipient, now) : buildReminder(recipient)
        jobs.push({ payload, key: `mailing:${mailingId}:${recipient.accountId}` })
        await audit(tx, {
          actor: 'staff',
          action: row.kind === 'firstEmail' ? 'account_email_resent' : 'reminder_sent',
          accountId: recipient.accountId,
          by: { staffId: row.madeBy, sessionId: null },
          exerciseId: row.exerciseId,
          subject: { kind: 'mailing', id: mailingId },
        })
      }
      await enqueueMany(tx, 'send_email', jobs, { priority })
      await markItems(tx, mailingId, recipients, now)
      await enqueueStep(tx, mailingId)
    })
}

const stepOfStage: Readonly<Record<string, ReminderStep>> = {
  issued: 'change password',
  entered: 'pay',
  paid: 'verify NIN',
  identified: 'fill in',
}

function buildReminder({ accountId, userId, role, stage, closesAt }: Recipient): Jobs['send_email'] {
  const nextStep = stepOfStage[stage] ?? 'fill in'
  const data = { userId, role, closesAt: closesAt && new Date(closesAt).toISOString(), nextStep }
  return { email: 'reminder', accountId, data }
}

async function finish(tx: Tx, { id, kind, madeBy, exerciseId }: MailingRow, finishedAt: Date): Promise<void> {
  await updateMailing(tx, id, { state: 'sent', finishedAt })
  await audit(tx, {
    actor: 'staff',
    action: 'mailing_finished',
    by: { staffId: madeBy, sessionId: null },
    exerciseId,
    subject: { kind: 'mailing', id },
    detail: { kind, ...(await countHandled(tx, id)) },
  })
}
