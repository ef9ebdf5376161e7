// The applications of a publication, and what would become of each now.
import { type SQL, sql } from 'drizzle-orm'
import { beginsWith } from '#server/database/conditions.ts'
import type { Tx } from '#server/database/connection.ts'
import type { PublicationSummary } from '#server/database/schema/decisions/publications.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import type { ExclusionReason, PublicationKind } from '#shared/decisions/publications.ts'
import type { PublishedContent } from '#shared/staff/published-content.ts'
import { evaluate, isChanged } from './source-store.ts'

export interface EvaluatedPublication {
  id: string
  kind: PublicationKind
}

/** The items of a publication with the columns that an evaluation reads. */
const itemsOf = (publicationId: string): SQL =>
  sql`(select * from publication_items where publication_id = ${publicationId}::uuid)`

/** Of one statement, which takes a second or two at most; selections have up to 100,000. */
const itemsPerStatement = 5_000
const firstId = '00000000-0000-0000-0000-000000000000'

/** Runs a statement for each part of the items; it returns the last application of its part. */
async function runInParts(tx: Tx, getStatement: (after: string) => SQL): Promise<void> {
  for (let after: string | null = firstId; after !== null; ) {
    const { rows }: { rows: { lastId: string }[] } = await tx.execute<{ lastId: string }>(getStatement(after))
    after = rows[0]?.lastId ?? null
  }
}

const selectLast = sql`select application_id as "lastId" from part order by application_id desc limit 1`

/** Of a selection, or those who have, or had, a seat in one of these sittings. */
export type ItemOrigin = { selectionId: string } | { sittingIds: readonly string[] }

const applicationsOf = (origin: ItemOrigin): SQL =>
  'selectionId' in origin
    ? sql`select application_id from selection_items where selection_id = ${origin.selectionId}::uuid`
    : sql`select distinct application_id from seats
        where sitting_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(origin.sittingIds)}::jsonb))`

/** Adds applications, each with what would be published now or the reason why it is excluded. */
export const addItems = (
  tx: Tx,
  { id, kind }: EvaluatedPublication,
  origin: ItemOrigin,
  limit = itemsPerStatement,
): Promise<void> =>
  runInParts(
    tx,
    (after) => sql`
      with part as materialized (
        select ${id}::uuid as publication_id, application_id, null as source_table, null::uuid as source_id,
          null::jsonb as content, 'waiting' as state
        from (${applicationsOf(origin)}) as chosen where application_id > ${after}::uuid
        order by application_id limit ${limit}
      ), added as (
        insert into publication_items (publication_id, application_id, source_table, source_id, content, state, exclusion_reason)
        select ${id}::uuid, application_id, ${ofIncluded(sql`source_table`)}, ${ofIncluded(sql`source_id`)},
          ${ofIncluded(sql`content`)}, ${stateNow}, exclusion_reason
        from (${evaluate(kind, sql`part`)}) as now
      )
      ${selectLast}`,
  )

/** Null unless they are all there, and of one exercise. */
export async function findExerciseOfSittings(tx: Tx, sittingIds: readonly string[]): Promise<number | null> {
  const { rows } = await tx.execute<{ exerciseId: number; count: number }>(sql`
    select exercise_id as "exerciseId", count(*)::int as count from sittings
    where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(sittingIds)}::jsonb)) group by exercise_id`)
  const [row] = rows
  return row && row.count === new Set(sittingIds).size ? row.exerciseId : null
}

const ofIncluded = (column: SQL) => sql`case when now.exclusion_reason is null then now.${column} end`
const stateNow = sql`case when now.exclusion_reason is null then 'waiting' else 'excluded' end`

/** Gives each item what would be published now, or the reason why it is excluded. @param of `waiting`: excluded ones stay so */
export const refreshItems = (
  tx: Tx,
  { id, kind }: EvaluatedPublication,
  of: 'all' | 'waiting',
  limit = itemsPerStatement,
): Promise<void> =>
  runInParts(
    tx,
    (after) => sql`
      with part as materialized (
        select * from publication_items
        where publication_id = ${id}::uuid and application_id > ${after}::uuid and (${of} = 'all' or state = 'waiting')
        order by application_id limit ${limit}
      ), changed as (
        update publication_items item set source_table = ${ofIncluded(sql`source_table`)}, source_id = ${ofIncluded(sql`source_id`)},
          content = ${ofIncluded(sql`content`)}, state = ${stateNow}, exclusion_reason = now.exclusion_reason
        from (${evaluate(kind, sql`part`)}) as now
        where item.publication_id = ${id}::uuid and item.application_id = now.application_id
          and (item.exclusion_reason is distinct from now.exclusion_reason or now.exclusion_reason is null and ${isChanged})
      )
      ${selectLast}`,
  )

/** SHA-256 over the items that would be published now, with what applicants would read. */
export async function hashItems(tx: Tx, { id, kind }: EvaluatedPublication): Promise<{ hash: Buffer; count: number }> {
  const { rows } = await tx.execute<{ hash: Buffer; count: number }>(sql`
    select count(*)::int as count, sha256(convert_to(coalesce(string_agg(
      concat_ws(' ', application_id, source_table, source_id, md5(content::text)), e'\n' order by application_id), ''), 'utf8')) as hash
    from (${evaluate(kind, itemsOf(id))}) as now where stored_state = 'waiting' and exclusion_reason is null`)
  const [row] = rows
  if (!row) throw new Error('The items were not counted.')
  return row
}

export interface DifferenceRow {
  [column: string]: unknown
  number: string
  name: string
  before: PublishedContent
  now: PublishedContent | null
  exclusionReason: ExclusionReason | null
  /** Of all, also those beyond the limit. */
  total: number
}

/** Items of which something else would be published than was evaluated, without the cases from which the reader is recused. */
export async function listDifferences(
  tx: Tx,
  { id, kind }: EvaluatedPublication,
  { limit, readerId }: { limit: number; readerId: string },
): Promise<DifferenceRow[]> {
  const { rows } = await tx.execute<DifferenceRow>(sql`
    select application.number, person.name, now.stored_content as before,
      case when now.exclusion_reason is null then now.content end as now, now.exclusion_reason as "exclusionReason", now.total
    from (
      select *, count(*) over ()::int as total from (${evaluate(kind, itemsOf(id))}) as now
      where stored_state = 'waiting' and (exclusion_reason is not null or ${isChanged})
    ) as now
    join applications application on application.id = now.application_id
    join applicant_index person on person.account_id = application.account_id
    where ${isNotRecusedFrom(sql`person.account_id`, readerId)}
    order by application.number limit ${limit}`)
  return rows
}

/** What is counted whenever the items change. */
export async function summarize(tx: Tx, publicationId: string): Promise<PublicationSummary> {
  const { rows: states } = await tx.execute<{ state: string; exclusionReason: string | null; count: number }>(sql`
    select state, exclusion_reason as "exclusionReason", count(*)::int as count from publication_items
    where publication_id = ${publicationId}::uuid group by state, exclusion_reason order by count(*) desc, exclusion_reason`)
  const { rows: byPost } = await tx.execute<PublicationSummary['byPost'][number]>(sql`
    select person.school, person.role, coalesce(item.content ->> 'outcome', item.content ->> 'finalOutcome') as outcome, count(*)::int as count
    from publication_items item
    join applications application on application.id = item.application_id
    join applicant_index person on person.account_id = application.account_id
    where item.publication_id = ${publicationId}::uuid and item.state in ('waiting', 'done')
    group by person.school, person.role, 3 order by person.school, person.role, 3`)
  const countOf = (state: string) =>
    states.filter((row) => row.state === state).reduce((sum, row) => sum + row.count, 0)
  const reasonsIn = (state: string) =>
    states
      .filter((row) => row.state === state)
      .map(({ exclusionReason, count }) => ({ exclusionReason: exclusionReason ?? '', count }))
  return {
    byPost,
    excluded: reasonsIn('excluded'),
    skipped: reasonsIn('skipped'),
    waiting: countOf('waiting'),
    done: countOf('done'),
  }
}

export interface ItemFilter {
  state?: string | undefined
  exclusionReason?: string | undefined
  /** How the number begins. */
  q?: string | undefined
  /** The number after which the page begins. */
  after?: string | undefined
  limit: number
  readerId: string
}

export interface ItemRow {
  [column: string]: unknown
  applicationId: string
  number: string
  accountId: string
  name: string
  userId: string
  school: string
  role: string
  state: 'waiting' | 'done' | 'skipped' | 'excluded'
  exclusionReason: ExclusionReason | null
  /** Null for what is excluded. */
  content: PublishedContent | null
}

const selectItems = (publicationId: string, readerId: string) => sql`
  select application.id as "applicationId", application.number, person.account_id as "accountId", person.name,
    person.user_id as "userId", person.school, person.role, item.state, item.exclusion_reason as "exclusionReason",
    item.content
  from publication_items item
  join applications application on application.id = item.application_id
  join applicant_index person on person.account_id = application.account_id
  where item.publication_id = ${publicationId}::uuid and ${isNotRecusedFrom(sql`person.account_id`, readerId)}`

/** By number, without the cases from which the reader is recused. */
export async function listPublicationItems(
  tx: Tx,
  publicationId: string,
  { state, exclusionReason, q, after, limit, readerId }: ItemFilter,
): Promise<ItemRow[]> {
  const conditions = [
    state === undefined ? sql`` : sql`and item.state = ${state}`,
    exclusionReason === undefined ? sql`` : sql`and item.exclusion_reason = ${exclusionReason}`,
    q ? sql`and ${beginsWith(sql`application.number`, q.toUpperCase())}` : sql``,
    after === undefined ? sql`` : sql`and application.number > ${after}`,
  ]
  const { rows } = await tx.execute<ItemRow>(
    sql`${selectItems(publicationId, readerId)} ${sql.join(conditions, sql` `)} order by application.number limit ${limit}`,
  )
  return rows
}

export async function findItem(
  tx: Tx,
  publicationId: string,
  { number, readerId }: { number: string; readerId: string },
): Promise<ItemRow | null> {
  const { rows } = await tx.execute<ItemRow>(
    sql`${selectItems(publicationId, readerId)} and application.number = ${number}`,
  )
  return rows[0] ?? null
}
