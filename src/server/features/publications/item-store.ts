// The applications of a publication, and what would become of each now.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import type { PublicationSummary } from '#server/database/schema/decisions/publications.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import type { DecisionKind, ExclusionReason } from '#shared/decisions/publications.ts'
import type { PublishedOutcome } from '#shared/policy/published-outcomes.ts'

export interface EvaluatedPublication {
  id: string
  kind: DecisionKind
}

/** What a decision looks like to the applicant. @param decision the name that the statement gives to its table */
export const outcomeOf = (decision: SQL): SQL =>
  sql`case ${decision}.outcome when 'shortlisted' then 'verified' when 'rejected' then 'rejected' else 'pending' end`

/** The reasons of a rejection in the words of the decision; none for other outcomes. */
export const reasonsOf = (decision: SQL): SQL => sql`case when ${decision}.outcome = 'rejected' then (
    select coalesce(jsonb_agg(jsonb_build_object('type', given ->> 'type', 'reason', given ->> 'reason') order by place), '[]')
    from jsonb_array_elements(${decision}.reasons) with ordinality as each (given, place)) else '[]'::jsonb end`

/** The statement names the application `application`. */
export const isHeld = sql`exists (
  select from account_holds hold where hold.account_id = application.account_id and hold.ended_at is null)`

/** Of `application`: what is not published, whatever was decided. */
export const isWithdrawn = sql`application.withdrawn_at is not null`

const otherwise = sql`when ${isHeld} then 'on_hold'
    when exists (
      select from publication_items other join publications on publications.id = other.publication_id
      where other.application_id = item.application_id and other.state = 'waiting'
        and publications.state in ('proposed', 'approved', 'publishing') and publications.id <> item.publication_id)
    then 'in_other_publication'`

const toFirst = (outcome: 'shortlisted' | 'rejected', published: PublishedOutcome) => sql`case
    when ${isWithdrawn} then 'withdrawn'
    when latest.id is null then 'undecided'
    when latest.outcome <> ${outcome} then 'other_outcome'
    when application.decision = ${published} then 'already_published'
    when application.decision <> 'pending' then 'needs_correction'
    ${otherwise}
  end`

const exclusionOf: Readonly<Record<DecisionKind, SQL>> = {
  shortlist: toFirst('shortlisted', 'verified'),
  rejection: toFirst('rejected', 'rejected'),
  correction: sql`case
    when ${isWithdrawn} then 'withdrawn'
    when application.decision = 'pending' then 'not_published'
    when latest.id is null then 'undecided'
    when application.decision = ${outcomeOf(sql`latest`)}
      and (latest.outcome <> 'rejected' or application.rejection_reasons = ${reasonsOf(sql`latest`)}) then 'already_published'
    ${otherwise}
  end`,
}

/** The items of a publication with the columns that an evaluation reads. */
const itemsOf = (publicationId: string): SQL => sql`(select publication_id, application_id, source_id, state
  from publication_items where publication_id = ${publicationId}::uuid)`

/** Items with the newest decision, and why they would not be published; null when they would. */
const evaluate = (kind: DecisionKind, items: SQL): SQL => sql`
  select item.application_id, item.source_id as stored_source_id, item.state as stored_state, latest.id as source_id,
    latest.outcome, latest.reasons, (${exclusionOf[kind]}) as exclusion_reason
  from ${items} as item
  join applications application on application.id = item.application_id
  left join application_statuses status on status.application_id = item.application_id
  left join decisions latest on latest.id = status.decision_id`

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

/** Adds the applications of a selection, each with the newest decision or the reason why it is excluded. */
export const addItems = (tx: Tx, { id, kind }: EvaluatedPublication, selectionId: string): Promise<void> =>
  runInParts(
    tx,
    (after) => sql`
      with part as materialized (
        select ${id}::uuid as publication_id, application_id, null::uuid as source_id, 'waiting' as state
        from selection_items where selection_id = ${selectionId}::uuid and application_id > ${after}::uuid
        order by application_id limit ${itemsPerStatement}
      ), added as (
        insert into publication_items (publication_id, application_id, source_table, source_id, state, exclusion_reason)
        select ${id}::uuid, application_id, case when exclusion_reason is null then 'decisions' end, case when exclusion_reason is null then source_id end,
          case when exclusion_reason is null then 'waiting' else 'excluded' end, exclusion_reason
        from (${evaluate(kind, sql`part`)}) as now
      )
      ${selectLast}`,
  )

/** Gives each item the newest decision, or the reason why it is excluded. @param of `waiting`: excluded ones stay so */
export const refreshItems = (tx: Tx, { id, kind }: EvaluatedPublication, of: 'all' | 'waiting'): Promise<void> =>
  runInParts(
    tx,
    (after) => sql`
      with part as materialized (
        select publication_id, application_id, source_id, state from publication_items
        where publication_id = ${id}::uuid and application_id > ${after}::uuid and (${of} = 'all' or state = 'waiting')
        order by application_id limit ${itemsPerStatement}
      ), changed as (
        update publication_items item set
          source_table = case when now.exclusion_reason is null then 'decisions' end,
          source_id = case when now.exclusion_reason is null then now.source_id end,
          state = case when now.exclusion_reason is null then 'waiting' else 'excluded' end,
          exclusion_reason = now.exclusion_reason
        from (${evaluate(kind, sql`part`)}) as now
        where item.publication_id = ${id}::uuid and item.application_id = now.application_id
          and (item.state <> case when now.exclusion_reason is null then 'waiting' else 'excluded' end
            or item.exclusion_reason is distinct from now.exclusion_reason
            or now.exclusion_reason is null and item.source_id is distinct from now.source_id)
      )
      ${selectLast}`,
  )

/** SHA-256 over the items that would be published now, with their sources. */
export async function hashItems(tx: Tx, { id, kind }: EvaluatedPublication): Promise<{ hash: Buffer; count: number }> {
  const { rows } = await tx.execute<{ hash: Buffer; count: number }>(sql`
    select count(*)::int as count, sha256(convert_to(coalesce(string_agg(
      concat_ws(' ', application_id, source_id, md5(outcome || reasons::text)), e'\n' order by application_id), ''), 'utf8')) as hash
    from (${evaluate(kind, itemsOf(id))}) as now where stored_state = 'waiting' and exclusion_reason is null`)
  const [row] = rows
  if (!row) throw new Error('The items were not counted.')
  return row
}

export interface DifferenceRow {
  [column: string]: unknown
  number: string
  name: string
  outcome: PublishedOutcome
  reasons: { type: string; reason: string }[]
  newOutcome: PublishedOutcome
  newReasons: { type: string; reason: string }[]
  exclusionReason: ExclusionReason | null
  /** Of all, also those beyond the limit. */
  total: number
}

/** Items that were decided anew since they were evaluated, without the cases from which the reader is recused. */
export async function listDifferences(
  tx: Tx,
  { id, kind }: EvaluatedPublication,
  { limit, readerId }: { limit: number; readerId: string },
): Promise<DifferenceRow[]> {
  const { rows } = await tx.execute<DifferenceRow>(sql`
    select application.number, person.name, ${outcomeOf(sql`former`)} as outcome, ${reasonsOf(sql`former`)} as reasons,
      ${outcomeOf(sql`now`)} as "newOutcome", ${reasonsOf(sql`now`)} as "newReasons", now.exclusion_reason as "exclusionReason", now.total
    from (
      select *, count(*) over ()::int as total from (${evaluate(kind, itemsOf(id))}) as evaluated
      where stored_state = 'waiting' and (exclusion_reason is not null or source_id <> stored_source_id)
    ) as now
    join applications application on application.id = now.application_id
    join applicant_index person on person.account_id = application.account_id
    join decisions former on former.id = now.stored_source_id
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
    select person.school, person.role, ${outcomeOf(sql`decision`)} as outcome, count(*)::int as count
    from publication_items item
    join decisions decision on decision.id = item.source_id
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
  outcome: PublishedOutcome | null
  reasons: { type: string; reason: string }[] | null
}

const selectItems = (publicationId: string, readerId: string) => sql`
  select application.id as "applicationId", application.number, person.account_id as "accountId", person.name,
    person.user_id as "userId", person.school, person.role, item.state, item.exclusion_reason as "exclusionReason",
    case when decision.id is not null then ${outcomeOf(sql`decision`)} end as outcome,
    case when decision.id is not null then ${reasonsOf(sql`decision`)} end as reasons
  from publication_items item
  join applications application on application.id = item.application_id
  join applicant_index person on person.account_id = application.account_id
  left join decisions decision on decision.id = item.source_id
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
    q ? sql`and application.number like ${`${q.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`}` : sql``,
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
