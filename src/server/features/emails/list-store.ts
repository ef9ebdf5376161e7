// The list of emails. Those to applicants of the reader's exercises; all emails for somebody whose role counts everywhere.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { staff } from '#server/database/schema/staff.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { isNotRecusedFrom, isOfExercises, type ScopedPerson } from '#server/domain/scope.ts'
import { defineListSource } from '#server/lists/list-source.ts'
import { emailList } from '#shared/lists/emails.ts'
import { listScopedExercises, listScopes } from '#shared/roles/permissions.ts'
import { emailTemplateLabels, staffEmailEvents } from '#shared/staff/labels/email-templates.ts'

const t = emails

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isAbout = (userId: string): SQL =>
  sql`${t.accountId} = (select ${accounts.id} from ${accounts} where ${accounts.userId} = ${userId.toUpperCase()})`

/**
 * The addresses of emails are encrypted, those of accounts and staff are not. Found by their ids: with both conditions at once all
 * emails would be read.
 */
const search = (text: string): SQL =>
  text.includes('@')
    ? sql`${t.id} in (
        select found.id from ${t} as found join ${applicantIndex} on ${applicantIndex.accountId} = found.account_id
          where ${applicantIndex.emailFolded} = folded(${text})
        union all select found.id from ${t} as found join ${staff} on ${staff.id} = found.staff_id
          where lower(${staff.email}) = ${text.toLowerCase()})`
    : isAbout(text)

/** Emails that the person may see. */
const getEmailScope = ({ grants, staffId }: ScopedPerson): SQL | undefined =>
  and(
    isOfExercises(t.accountId, listScopedExercises(listScopes(grants, 'account:recover'))),
    isNotRecusedFrom(t.accountId, staffId),
  )

const label = (labels: Readonly<Record<string, string>>, name: typeof t.template | typeof t.event) =>
  sql`coalesce(${JSON.stringify(labels)}::jsonb ->> ${name}, ${name})`

/** Encrypted; null when there is no such email, or the person may not see it. */
export async function findEmailAddress(tx: Tx, id: string, actor: ScopedPerson) {
  const [row] = await tx
    .select({ encryptedAddress: t.encryptedAddress, accountId: t.accountId })
    .from(t)
    .where(and(eq(t.id, id), getEmailScope(actor)))
  return row ?? null
}

export const emailSource = defineListSource({
  list: emailList,
  from: sql`${t} left join ${accounts} on ${eq(accounts.id, t.accountId)} left join ${staff} on ${eq(staff.id, t.staffId)}`,
  select: {
    id: t.id,
    template: t.template,
    event: t.event,
    state: t.state,
    userId: sql<string | null>`${accounts.userId}`,
    staffId: t.staffId,
    staffName: sql<string | null>`${staff.name}`,
    attempts: t.attempts,
    queuedAt: t.queuedAt,
    sentAt: t.sentAt,
    resentBy: t.resentBy,
  },
  filters: {
    queued: t.queuedAt,
    template: t.template,
    event: t.event,
    person: (person) =>
      uuidPattern.test(person.toLowerCase()) ? eq(t.staffId, person.toLowerCase()) : isAbout(person),
    state: t.state,
    subject: isAbout,
  },
  orders: { queued: { by: [t.queuedAt, t.id] } },
  search,
  scope: (reader) => and(getEmailScope(reader), isOfExercises(t.accountId, reader.exportedExerciseIds)),
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      template: row.template,
      event: row.event,
      state: row.state,
      userId: row.userId,
      staffId: row.staffId,
      staffName: row.staffName,
      attempts: row.attempts,
      queuedAt: row.queuedAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      isResent: row.resentBy !== null,
    })),
  exported: () => ({
    queued: toLagosTime(t.queuedAt),
    template: sql`${label(emailTemplateLabels, t.template)} || case when ${t.resentBy} is null then '' else ' (again)' end`,
    event: label(staffEmailEvents, t.event),
    person: sql`coalesce(${accounts.userId}, ${staff.name}, 'A person without an account')`,
    address: t.encryptedAddress,
    state: t.state,
    sent: toLagosTime(t.sentAt),
    attempts: t.attempts,
  }),
  encrypted: ['address'],
})
