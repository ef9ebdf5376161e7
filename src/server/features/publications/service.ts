// Makes decisions visible to applicants in batches: one person proposes, another approves, and all see it in one moment.

import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import type { MailService } from '#server/features/emails/service.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { auditView } from '#server/platform/audit/audit.ts'
import { type EmailData, renderEmail } from '#server/providers/mail/emails.ts'
import { getPublication } from './access.ts'
import { createApprovalService } from './approval.ts'
import { describePublication } from './describe-publication.ts'
import { createPublicationDrafts } from './drafts.ts'
import { findItem, type ItemFilter, listPublicationItems } from './item-store.ts'
import { presentItem } from './presenter.ts'
import { createPublishJob } from './publish.ts'
import { buildPublishedEmail } from './published-email.ts'
import { createEmailStep } from './send-emails.ts'

export interface PublicationDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'open'>
  mail: Pick<MailService, 'findRecipient'>
  clock: () => Date
}

export type PublicationService = ReturnType<typeof createPublicationService>

export function createPublicationService(dependencies: PublicationDependencies) {
  const { db } = dependencies.staffDatabase
  return {
    ...createPublicationReader(dependencies),
    ...createPublicationDrafts(dependencies),
    ...createApprovalService(dependencies),

    /** The job that makes an approved publication visible. */
    publish: createPublishJob({ ...dependencies, db }),
    /** A step of the job that sends the emails. */
    sendEmails: createEmailStep({ ...dependencies, db }),
  }
}

function createPublicationReader({ staffDatabase: { db }, mail, clock }: PublicationDependencies) {
  return {
    /** @throws AppError `not_found` */
    describe: (id: string, actor: StaffPrincipal) => describePublication(db, id, actor, clock()),

    /** @throws AppError `not_found` */
    async listItems(id: string, filter: Omit<ItemFilter, 'readerId'>, actor: StaffPrincipal) {
      const { row } = await getPublication(db, id, 'publication:read', actor)
      const subject = { kind: 'publication', id } as const
      await auditView(
        db,
        { action: 'publication_items_listed', subject, by: actor, exerciseId: row.exerciseId },
        clock(),
      )
      const { limit } = filter
      const found = await listPublicationItems(db, id, { ...filter, limit: limit + 1, readerId: actor.staffId })
      const rows = found.slice(0, limit).map(presentItem)
      return { rows, next: found.length > limit ? (rows.at(-1)?.number ?? null) : null }
    },

    /** The email that an applicant gets, as it would be written now. @throws AppError `not_found` */
    async previewEmail(id: string, number: string, actor: StaffPrincipal) {
      const { row } = await getPublication(db, id, 'publication:read', actor)
      const item = await findItem(db, id, { number, readerId: actor.staffId })
      const recipient = item && (await mail.findRecipient(item.accountId))
      if (!item || item.content === null || !recipient) throw new AppError('not_found')
      const about = { kind: 'application', id: number } as const
      await auditView(
        db,
        { action: 'email_address_read', accountId: item.accountId, subject: about, by: actor },
        clock(),
      )
      const { email, data } = buildPublishedEmail(row, { number: item.number, content: item.content }, clock())
      const { name, sender, email: to } = recipient
      const { subject, text } = await renderEmail(email, { ...data, name, sender } as EmailData[typeof email])
      return { to, subject, text }
    },
  }
}
