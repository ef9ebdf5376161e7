// What a publication changes when its moment has come. Nothing else writes what applicants see of a decision.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { insertAuditEvents } from '#server/platform/audit/audit.ts'
import { isUnfinished } from '#server/platform/queue/queue.ts'
import type { PublishedContent } from '#shared/staff/published-content.ts'
import type { EvaluatedPublication } from './item-store.ts'
import { evaluate, isChanged, publicationSources } from './source-store.ts'
import type { PublicationRow } from './store.ts'

interface PublishedPart {
  /** The application after which the next part begins; null at the end. */
  lastId: string | null
}

interface PartOptions {
  after: string | null
  limit: number
  approvedBy: string
  /** The moment of the publication. */
  at: Date
}

const insertPublished = insertAuditEvents({
  actor: 'staff',
  action: 'outcome_published',
  columns: ['account_id', 'staff_id', 'subject_kind', 'subject_id', 'exercise_id'],
})
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Makes the next items visible of which still the same would be published as was approved; skips the others. To be called with
 * one transaction until `lastId` is null: the statement's size keeps it below its time limit, and the commit makes everything
 * visible at once.
 */
export async function publishPart(
  tx: Tx,
  { id, kind, exerciseId }: EvaluatedPublication & Pick<PublicationRow, 'exerciseId'>,
  { after, limit, approvedBy, at }: PartOptions,
): Promise<PublishedPart> {
  const { rows } = await tx.execute<{ lastId: string | null }>(sql`
    with part as materialized (
      select * from publication_items
      where publication_id = ${id}::uuid and state = 'waiting' and application_id > ${after ?? firstId}::uuid
      order by application_id limit ${limit}
    ), evaluated as materialized (
      select *, case when exclusion_reason = 'withdrawn' then exclusion_reason when ${isChanged} then 'superseded'
        else exclusion_reason end as obstacle
      from (${evaluate(kind, sql`part`, 'publishing')}) as now
    ), ready as (
      select application_id, source_table, source_id, content from evaluated where obstacle is null
    ), published as (
      ${publicationSources[kind].publish(at)}
    ), marked as (
      update publication_items item set
        state = case when item.application_id in (select application_id from published) then 'done' else 'skipped' end,
        exclusion_reason = case when item.application_id in (select application_id from published) then null
          else coalesce(obstacle, 'withdrawn') end
      from evaluated where item.publication_id = ${id}::uuid and item.application_id = evaluated.application_id
    ), audited as (
      ${insertPublished} account_id, ${approvedBy}::uuid, 'publication', ${id}::text, ${exerciseId}::int
      from published
    )
    select application_id as "lastId" from part order by application_id desc limit 1`)
  return { lastId: rows[0]?.lastId ?? null }
}

export interface ItemToEmail {
  [column: string]: unknown
  applicationId: string
  accountId: string
  /** Of the job that sends it. */
  emailKey: string
  number: string
  content: PublishedContent
}

const isToEmail = (publicationId: string): SQL =>
  sql`item.publication_id = ${publicationId}::uuid and item.state = 'done' and item.emailed_at is null`

const emailKey = (publicationId: SQL): SQL => sql`'publication:' || ${publicationId} || ':' || application.account_id`

/**
 * How many emails of earlier publications to the applicant of `item` are on their way: a correction that arrived before what
 * it corrects would leave the applicant with the mistake. The conditions are those of the count, as the statistics may know of
 * no published item yet: each of them would be read for each item.
 */
const earlierEmails = (publishedAt: Date): SQL => sql`(
  select count(*) filter (where earlier.state = 'done'
    and publications.published_at < ${publishedAt.toISOString()}::timestamptz
    and (earlier.emailed_at is null or ${isUnfinished(emailKey(sql`publications.id`))}))
  from publication_items earlier
  join publications on publications.id = earlier.publication_id
  join applications application on application.id = earlier.application_id
  where earlier.application_id = item.application_id)`

/**
 * Published items whose email can be handed to the queue and was not yet. Those whose applicant is still to get an earlier email
 * are left for later. The publication is locked.
 */
export async function listItemsToEmail(
  tx: Tx,
  { id, publishedAt }: { id: string; publishedAt: Date },
  limit: number,
): Promise<ItemToEmail[]> {
  const { rows } = await tx.execute<ItemToEmail>(sql`
    with waiting as materialized (
      select application_id, content from publication_items item
      where ${isToEmail(id)} and ${earlierEmails(publishedAt)} = 0
      order by application_id limit ${limit}
    )
    select application.id as "applicationId", application.account_id as "accountId", application.number,
      ${emailKey(sql`${id}::uuid`)} as "emailKey", waiting.content
    from waiting
    join applications application on application.id = waiting.application_id
    order by application.id`)
  return rows
}

/** Those that are left for later. */
export async function hasItemsToEmail(tx: Tx, publicationId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from publication_items item where ${isToEmail(publicationId)} limit 1`)
  return rows.length > 0
}

export async function markEmailed(
  tx: Tx,
  publicationId: string,
  applicationIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update publication_items set emailed_at = ${at.toISOString()}::timestamptz
    where publication_id = ${publicationId}::uuid
      and application_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(applicationIds)}::jsonb))`)
}
