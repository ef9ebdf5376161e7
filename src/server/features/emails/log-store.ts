// The list of every email that a job has begun to send, and what became of it.
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { compileList } from '#server/database/compile-statement.ts'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { complaints } from '#server/database/schema/contact.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { staff } from '#server/database/schema/staff.ts'
import { countCapped } from '#server/domain/capped-count.ts'
import { endOfLagosDay, startOfLagosDay, toLagosTime } from '#server/domain/lagos-days.ts'
import { emailTemplateLabels } from '#shared/staff/labels/email-templates.ts'

type EmailRow = typeof emails.$inferSelect

export interface EmailAttempt
  extends Pick<
    EmailRow,
    'id' | 'accountId' | 'encryptedAddress' | 'encryptedData' | 'messageId' | 'jobId' | 'publicationId'
  > {
  /** The list of emails has a label for each. */
  template: string
  queuedAt: Date
  resentBy: string | null
  /** Of a staff member, in lower case; null when it goes to somebody else. */
  staffAddress: string | null
  complaintNumber: string | null
}

/** Counts an attempt. @returns the state before it; null for the first one */
export async function recordAttempt(tx: Tx, attempt: EmailAttempt): Promise<EmailRow['state'] | null> {
  const { staffAddress, complaintNumber, ...email } = attempt
  const [earlier] = await tx.select({ state: emails.state }).from(emails).where(eq(emails.id, email.id))
  await tx
    .insert(emails)
    .values({
      ...email,
      attempts: 1,
      staffId: staffAddress && sql`(select ${staff.id} from ${staff} where lower(${staff.email}) = ${staffAddress})`,
      complaintId:
        complaintNumber &&
        sql`(select ${complaints.id} from ${complaints} where ${complaints.number} = ${complaintNumber})`,
    })
    .onConflictDoUpdate({ target: emails.id, set: { attempts: sql`${emails.attempts} + 1` } })
  return earlier?.state ?? null
}

/** @param at when the mail server took it; null when it did not */
export async function recordOutcome(tx: Tx, id: string, state: EmailRow['state'], at: Date | null): Promise<void> {
  await tx.update(emails).set({ state, sentAt: at }).where(eq(emails.id, id))
}

export const deleteEmailsBefore = (tx: Tx, before: Date): Promise<void> =>
  deleteInBatches(tx, emails, lt(emails.queuedAt, before))

export interface EmailFilter {
  /** The user ID of an applicant, or the id of a staff member. */
  person?: string | undefined
  /** The user ID of an applicant. */
  subject?: string | undefined
  template?: string[] | undefined
  state?: EmailRow['state'][] | undefined
  from?: string | undefined
  to?: string | undefined
  /** The user ID of an applicant, or the whole address of an account or staff member. */
  q?: string | undefined
  /** Only emails to applicants of these; null for all emails. */
  exerciseIds: number[] | null
}

export interface EmailPage {
  sort: 'queued' | '-queued'
  /** The id after which the page begins. */
  after?: string | undefined
  limit: number
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function getPersonCondition(person: string | undefined): SQL | undefined {
  if (person === undefined) return undefined
  if (uuidPattern.test(person.toLowerCase())) return eq(emails.staffId, person)
  return isAbout(person)
}

const isAbout = (userId: string): SQL =>
  sql`${emails.accountId} = (select ${accounts.id} from ${accounts} where ${accounts.userId} = ${userId.toUpperCase()})`

export async function hasEmail(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: emails.id }).from(emails).where(eq(emails.id, id))
  return row !== undefined
}

/** The addresses of emails are encrypted, those of accounts and staff are not. */
const searchFor = (text: string): SQL =>
  sql`(${emails.accountId} in (select ${applicantIndex.accountId} from ${applicantIndex}
      where ${applicantIndex.userId} = ${text.toUpperCase()} or ${applicantIndex.emailFolded} = folded(${text}))
    or ${emails.staffId} = (select ${staff.id} from ${staff} where lower(${staff.email}) = ${text.toLowerCase()}))`

const getFilterCondition = ({ person, subject, template, state, from, to, q, exerciseIds }: EmailFilter) =>
  and(
    getPersonCondition(person),
    subject === undefined ? undefined : isAbout(subject),
    template && inArray(emails.template, template),
    state && inArray(emails.state, state),
    from === undefined ? undefined : gte(emails.queuedAt, startOfLagosDay(from) as never),
    to === undefined ? undefined : lt(emails.queuedAt, endOfLagosDay(to) as never),
    q ? searchFor(q) : undefined,
    exerciseIds ? inArray(accounts.exerciseId, exerciseIds) : undefined,
  )

export function listSentEmails(tx: Tx, filter: EmailFilter, { sort, after, limit }: EmailPage) {
  const [isBeyond, order] = sort === 'queued' ? [sql`>`, asc] : [sql`<`, desc]
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${emails.queuedAt}, ${emails.id}) ${isBeyond} (select queued_at, id from emails where id = ${after})`
  return tx
    .select({ email: emails, userId: accounts.userId, staffName: staff.name })
    .from(emails)
    .leftJoin(accounts, eq(accounts.id, emails.accountId))
    .leftJoin(staff, eq(staff.id, emails.staffId))
    .where(and(getFilterCondition(filter), isAfter))
    .orderBy(order(emails.queuedAt), order(emails.id))
    .limit(limit)
}

const templateLabel = sql`coalesce(${JSON.stringify(emailTemplateLabels)}::jsonb ->> ${emails.template}, ${emails.template})`

/** What stands in a column of a file; the names are those of the list's columns. */
const exportedValues = {
  queued: toLagosTime(emails.queuedAt),
  template: sql`${templateLabel} || case when ${emails.resentBy} is null then '' else ' (again)' end`,
  person: sql`coalesce(${accounts.userId}, ${staff.name}, 'A person without an account')`,
  address: sql`${emails.encryptedAddress}`,
  state: sql`${emails.state}`,
  sent: toLagosTime(emails.sentAt),
  attempts: sql`${emails.attempts}`,
}

/** The rows of the list with these columns, as a statement that a file is made from; addresses are encrypted. */
export function compileEmailList(
  filter: EmailFilter,
  {
    sort,
    keys,
    exportedExerciseIds: ids,
  }: { sort: EmailPage['sort']; keys: readonly string[]; exportedExerciseIds: readonly number[] | null },
) {
  const order = sort === 'queued' ? asc : desc
  return compileList({
    keys,
    values: exportedValues,
    source: sql`${emails} left join ${accounts} on ${eq(accounts.id, emails.accountId)}
      left join ${staff} on ${eq(staff.id, emails.staffId)}`,
    where: and(getFilterCondition(filter), ids ? inArray(accounts.exerciseId, [...ids]) : undefined),
    orderBy: [order(emails.queuedAt), order(emails.id)],
  })
}

export const countSentEmails = (tx: Tx, filter: EmailFilter) =>
  countCapped(tx, (limit) =>
    tx
      .select({ id: emails.id })
      .from(emails)
      .leftJoin(accounts, eq(accounts.id, emails.accountId))
      .where(getFilterCondition(filter))
      .limit(limit),
  )
