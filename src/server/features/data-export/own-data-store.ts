// Reads everything that is kept about one account.
import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/connection.ts'
import { accounts, loginNetworks, passwordResets, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { complaintMessages, complaints } from '#server/database/schema/contact.ts'
import { finalOutcomeRecords, finalOutcomeStatuses, offers } from '#server/database/schema/decisions/offers.ts'
import { publications } from '#server/database/schema/decisions/publications.ts'
import { applicationReturns, applicationVersions } from '#server/database/schema/decisions/returns.ts'
import { applicationWithdrawals } from '#server/database/schema/decisions/withdrawals.ts'
import { accountCorrections, emails } from '#server/database/schema/emails-and-corrections.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { dataExports } from '#server/database/schema/exports.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'

/** Rows that are read at once. */
const pageSize = 500

export type OwnRows = NonNullable<Awaited<ReturnType<typeof readOwnRows>>>

/** One snapshot of all tables whose rows of one account are few; null when there is no such account. */
export function readOwnRows(db: Db, accountId: string) {
  return db.transaction(
    async (tx) => {
      const [row] = await tx
        .select({ account: accounts, exercise: exercises })
        .from(accounts)
        .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
        .where(eq(accounts.id, accountId))
      if (!row) return null
      return {
        ...row,
        sessions: await tx.select().from(sessions).where(eq(sessions.accountId, accountId)),
        loginNetworks: await tx.select().from(loginNetworks).where(eq(loginNetworks.accountId, accountId)),
        passwordResets: await tx.select().from(passwordResets).where(eq(passwordResets.accountId, accountId)),
        payments: await tx.select().from(payments).where(eq(payments.accountId, accountId)),
        ninLookUps: await tx.select().from(ninVerifications).where(eq(ninVerifications.accountId, accountId)),
        drafts: await tx.select().from(drafts).where(eq(drafts.accountId, accountId)),
        applications: await tx.select().from(applications).where(eq(applications.accountId, accountId)),
        returns: await tx
          .select({ row: applicationReturns })
          .from(applicationReturns)
          .innerJoin(applications, eq(applications.id, applicationReturns.applicationId))
          .where(eq(applications.accountId, accountId))
          .orderBy(asc(applicationReturns.at)),
        versions: await tx
          .select({ row: applicationVersions })
          .from(applicationVersions)
          .innerJoin(applications, eq(applications.id, applicationVersions.applicationId))
          .where(eq(applications.accountId, accountId))
          .orderBy(asc(applicationVersions.submission)),
        withdrawals: await tx
          .select({ row: applicationWithdrawals })
          .from(applicationWithdrawals)
          .innerJoin(applications, eq(applications.id, applicationWithdrawals.applicationId))
          .where(eq(applications.accountId, accountId))
          .orderBy(asc(applicationWithdrawals.id)),
        finalOutcomes: await tx
          .select({ outcome: finalOutcomeRecords.outcome })
          .from(finalOutcomeStatuses)
          .innerJoin(finalOutcomeRecords, eq(finalOutcomeRecords.id, finalOutcomeStatuses.publishedId))
          .innerJoin(applications, eq(applications.id, finalOutcomeStatuses.applicationId))
          .where(eq(applications.accountId, accountId)),
        offers: await tx
          .select({ row: offers })
          .from(offers)
          .innerJoin(applications, eq(applications.id, offers.applicationId))
          .where(eq(applications.accountId, accountId))
          .orderBy(asc(offers.offeredAt)),
        files: await tx.select().from(files).where(eq(files.accountId, accountId)).orderBy(asc(files.createdAt)),
        corrections: await tx.select().from(accountCorrections).where(eq(accountCorrections.accountId, accountId)),
        dataExports: await tx.select().from(dataExports).where(eq(dataExports.accountId, accountId)),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The applicant is not told of a hold while it lasts. */
const isOpenHold = (accountId: string) => sql`(${auditLog.action} = 'applicant_held' and not exists (
  select from ${auditLog} as ended
  where ended.account_id = ${accountId} and ended.action = 'applicant_hold_ended' and ended.id > ${auditLog.id}))`

/** With which kinds of publication an event is told; null for any. */
const toldWith = sql`case
  when ${auditLog.action} in ('application_reviewed', 'application_decided') then array['shortlist', 'rejection', 'correction']
  when ${auditLog.action} in ('result_entered', 'result_confirmed', 'result_taken_back') then array[${auditLog.detail} ->> 'kind']
  when ${auditLog.action} in ('interview_viewed', 'sheet_handed_in') then array['interview'] end`

/**
 * What the staff did with the application is told once its outcome is published, up to that moment: whatever they do later
 * may be a decision that is not published yet. The applicant was told of a return or a withdrawal when it was made.
 */
const isPublished = (accountId: string) =>
  sql`${auditLog.action} not in ('final_outcome_recorded', 'final_outcome_confirmed') and not ${isOpenHold(accountId)} and (${auditLog.actor} <> 'staff' or (${auditLog.subjectKind} is distinct from 'application' and ${auditLog.action} <> 'file_opened')
    or ${auditLog.action} in ('application_returned', 'application_return_ended', 'application_withdrawn', 'application_reinstated')
    or ${auditLog.id} < (select max(published.id) from ${auditLog} as published
      join ${publications} on ${publications.id}::text = published.subject_id
      where published.account_id = ${accountId} and published.action = 'outcome_published'
        and coalesce(${publications.kind} = any(${toldWith}), true)))`

/** In the order in which they happened. */
export async function* readAuditEvents(tx: Tx, accountId: string): AsyncGenerator<typeof auditLog.$inferSelect> {
  for (let lastId = 0; ; ) {
    const page = await tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.accountId, accountId), gt(auditLog.id, lastId), isPublished(accountId)))
      .orderBy(asc(auditLog.id))
      .limit(pageSize)
    yield* page
    if (page.length < pageSize) return
    lastId = page.at(-1)?.id ?? lastId
  }
}

/** In the order in which they happened. */
export async function* readPaymentEvents(tx: Tx, accountId: string): AsyncGenerator<typeof paymentEvents.$inferSelect> {
  for (let lastId = 0; ; ) {
    const page = await tx
      .select({ event: paymentEvents })
      .from(paymentEvents)
      .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
      .where(and(eq(payments.accountId, accountId), gt(paymentEvents.id, lastId)))
      .orderBy(asc(paymentEvents.id))
      .limit(pageSize)
    for (const { event } of page) yield event
    if (page.length < pageSize) return
    lastId = page.at(-1)?.event.id ?? lastId
  }
}

interface OwnerFacts {
  id: string
  userId: string
  email: string
}

/**
 * Complaints of the account or with its user ID; and those without one that name the email, unless another account has the
 * same one. Anybody can type anything into the contact form, so a weaker match could show what somebody else wrote.
 */
const isOwnComplaint = ({ id, userId, email }: OwnerFacts) =>
  or(
    eq(complaints.accountId, id),
    and(isNull(complaints.accountId), sql`upper(trim(${complaints.userId})) = ${userId}`),
    and(
      isNull(complaints.accountId),
      isNull(complaints.userId),
      sql`lower(trim(${complaints.email})) = lower(${email})`,
      sql`not exists (select from accounts as others where lower(others.email) = lower(${email}) and others.id <> ${id})`,
    ),
  )

export async function* readComplaints(tx: Tx, owner: OwnerFacts): AsyncGenerator<typeof complaints.$inferSelect> {
  for (let lastId = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await tx
      .select()
      .from(complaints)
      .where(and(isOwnComplaint(owner), gt(complaints.id, lastId)))
      .orderBy(asc(complaints.id))
      .limit(pageSize)
    yield* page
    if (page.length < pageSize) return
    lastId = page.at(-1)?.id ?? lastId
  }
}

/** What was written to and by the applicant about these complaints; not what the staff noted for themselves. */
export async function* readComplaintMessages(
  tx: Tx,
  owner: OwnerFacts,
): AsyncGenerator<typeof complaintMessages.$inferSelect & { number: string | null }> {
  for (let lastId = 0; ; ) {
    const page = await tx
      .select({ message: complaintMessages, number: complaints.number })
      .from(complaintMessages)
      .innerJoin(complaints, eq(complaints.id, complaintMessages.complaintId))
      .where(and(isOwnComplaint(owner), ne(complaintMessages.direction, 'note'), gt(complaintMessages.id, lastId)))
      .orderBy(asc(complaintMessages.id))
      .limit(pageSize)
    for (const { message, number } of page) yield { ...message, number }
    if (page.length < pageSize) return
    lastId = page.at(-1)?.message.id ?? lastId
  }
}

/** Those that were queued since the portal records them. */
export async function* readEmails(tx: Tx, accountId: string): AsyncGenerator<typeof emails.$inferSelect> {
  for (let lastId = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await tx
      .select()
      .from(emails)
      .where(and(eq(emails.accountId, accountId), gt(emails.id, lastId)))
      .orderBy(asc(emails.id))
      .limit(pageSize)
    yield* page
    if (page.length < pageSize) return
    lastId = page.at(-1)?.id ?? lastId
  }
}
