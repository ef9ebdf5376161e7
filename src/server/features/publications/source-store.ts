// What each kind of publication makes visible: the newest of its source, why an application has nothing to publish, and which
// columns are written. A new kind is an entry here and one in `staff/published-content.ts`.
import { type SQL, sql } from 'drizzle-orm'
import { toLagosDay } from '#server/domain/lagos-days.ts'
import { isNewestResult, isOfReleasedSeat, wasAway } from '#server/domain/newest-results.ts'
import { isSeatTold } from '#server/domain/told-seats.ts'
import type { ExclusionReason, PublicationKind } from '#shared/decisions/publications.ts'
import type { PublishedOutcome } from '#shared/policy/published-outcomes.ts'
import type { SeatChange } from '#shared/staff/published-content.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'

interface PublicationSource {
  /**
   * `source_table`, `source_id` and `content` of `application`; no row while there is nothing to publish. May read
   * `planned.at`, the moment of the publication.
   */
  newest: SQL
  /** Pairs of `when` and `then`: the first that holds for `application`, `newest` and `planned` says why it is left out. */
  exclusions: SQL
  /**
   * Writes the `content` of the rows of `ready`, unless they have changed meanwhile; returns `application_id`, `account_id`.
   * @param at the moment of the publication
   */
  publish(at: Date): SQL
}

/** `newest` is visible already. A count, because the statistics know nothing of what the transaction has published. */
const isPublished = sql`(
  select count(*) from publication_items told
  where told.source_table = newest.source_table and told.source_id = newest.source_id and told.state = 'done') > 0`

/** Of `application`: what is not published, whatever was decided. */
const isWithdrawn = sql`application.withdrawn_at is not null`

const isHeld = sql`exists (
  select from account_holds hold where hold.account_id = application.account_id and hold.ended_at is null)`

const becauseOf = (reason: ExclusionReason, condition: SQL): SQL =>
  sql`when ${condition} then ${sql.param(reason)}::text`

const join = (...parts: SQL[]): SQL => sql.join(parts, sql` `)

/** What a decision looks like to the applicant. */
const outcome = sql`case decision.outcome when 'shortlisted' then 'verified' when 'rejected' then 'rejected' else 'pending' end`

/** The reasons of a rejection in the words of the decision; none for other outcomes. */
const reasons = sql`case when decision.outcome = 'rejected' then (
    select coalesce(jsonb_agg(jsonb_build_object('type', given ->> 'type', 'reason', given ->> 'reason') order by place), '[]')
    from jsonb_array_elements(decision.reasons) with ordinality as each (given, place)) else '[]'::jsonb end`

const decision = {
  newest: sql`
    select 'decisions' as source_table, decision.id as source_id,
      jsonb_build_object('outcome', ${outcome}, 'reasons', ${reasons}) as content
    from application_statuses status
    join decisions decision on decision.id = status.decision_id
    where status.application_id = application.id`,
  publish: () => sql`
    update applications set decision = ready.content ->> 'outcome', rejection_reasons = ready.content -> 'reasons'
    from ready where applications.id = ready.application_id and applications.withdrawn_at is null
    returning applications.id as application_id, applications.account_id`,
}

const toFirst = (published: PublishedOutcome): PublicationSource => ({
  ...decision,
  exclusions: join(
    becauseOf('undecided', sql`newest.source_id is null`),
    becauseOf('other_outcome', sql`newest.content ->> 'outcome' <> ${published}`),
    becauseOf('already_published', sql`application.decision = ${published}`),
    becauseOf('needs_correction', sql`application.decision <> 'pending'`),
    becauseOf('already_published', isPublished),
  ),
})

const correction: PublicationSource = {
  ...decision,
  exclusions: join(
    becauseOf('not_published', sql`application.decision = 'pending'`),
    becauseOf('undecided', sql`newest.source_id is null`),
    becauseOf(
      'already_published',
      sql`application.decision = newest.content ->> 'outcome' and application.rejection_reasons = newest.content -> 'reasons'`,
    ),
    becauseOf('already_published', isPublished),
  ),
}

const toTime = (moment: SQL) => sql`to_char(${moment} at time zone 'Africa/Lagos', 'FMHH12:MI am')`

const toChange = (change: SeatChange) => sql`${sql.param(change)}::text`

const change = sql`case
  when seat.released_at is not null and application.decision <> 'verified' then ${toChange('uninvited')}
  when seat.released_at is not null then ${toChange('cancelled')}
  when exists (select from seats former where former.application_id = seat.application_id and former.kind = seat.kind
    and ${isSeatTold(sql`former.id`)}) then ${toChange('moved')}
  else ${toChange('new')} end`

/** The newest seat. One that was released without another in its place counts while the applicant still sees it. */
const seat: PublicationSource = {
  newest: sql`
    select case when seat.released_at is null then 'seats' else 'released_seats' end as source_table, seat.id as source_id,
      seat.released_at is null and sitting.ends_at < planned.at as is_over,
      jsonb_build_object('change', ${change}, 'kind', seat.kind, 'batch', sitting.label,
        'examDate', ${toLagosDay(sql`sitting.starts_at`)}, 'examTime', ${toTime(sql`sitting.starts_at`)},
        'examVenue', venue.name || ', seat ' || seat.seat_number, 'address', venue.address,
        'reportTime', ${toTime(sql`sitting.reports_at`)}) as content
    from seats seat
    join sittings sitting on sitting.id = seat.sitting_id
    join venues venue on venue.id = sitting.venue_id
    where seat.application_id = application.id and (seat.released_at is null or ${isSeatTold(sql`seat.id`)})
    order by seat.seated_at desc limit 1`,
  exclusions: join(
    // That the seat is taken away is told to everybody who was told of it.
    becauseOf(
      'not_shortlisted',
      sql`application.decision <> 'verified' and newest.source_table is distinct from 'released_seats'`,
    ),
    becauseOf('not_seated', sql`newest.source_id is null`),
    becauseOf('already_published', isPublished),
    becauseOf('sitting_over', sql`newest.is_over`),
  ),
  publish: () => sql`
    update accounts set
      exam_date = case when source_table = 'seats' then content ->> 'examDate' end,
      exam_time = case when source_table = 'seats' then content ->> 'examTime' end,
      exam_venue = case when source_table = 'seats' then content ->> 'examVenue' end
    from ready join applications application on application.id = ready.application_id
    where accounts.id = application.account_id
    returning application.id as application_id, accounts.id as account_id`,
}

/** The newest result of a kind. A later one is published as its correction. */
const createResultSource = (kind: SittingKind): PublicationSource => ({
  newest: sql`
    select 'results' as source_table, result.id as source_id, result.seat_id,
      jsonb_build_object('kind', result.kind, 'score', trim_scale(result.score), 'maximum', trim_scale(result.maximum),
        'remark', result.remark, 'isCorrection', exists (
          select from publication_items told join results former on former.id = told.source_id
          where told.application_id = application.id and told.state = 'done' and former.kind = result.kind)) as content
    from results result
    where result.application_id = application.id and result.kind = ${kind}
      and ${isNewestResult(sql`result.id`)}`,
  exclusions: join(
    becauseOf('not_shortlisted', sql`application.decision <> 'verified'`),
    becauseOf('no_result', sql`newest.source_id is null`),
    becauseOf('already_published', isPublished),
    becauseOf('sitting_changed', isOfReleasedSeat(sql`newest.seat_id`)),
    becauseOf('was_away', wasAway(sql`newest.seat_id`)),
  ),
  publish(at) {
    const column = sql.identifier(kind === 'cbt' ? 'cbt_result' : 'interview_result')
    return sql`
      update applications set ${column} = jsonb_strip_nulls(ready.content - 'kind' - 'isCorrection'
        || jsonb_build_object('publishedAt', ${at.toISOString()}::text))
      from ready where applications.id = ready.application_id and applications.withdrawn_at is null
      returning applications.id as application_id, applications.account_id`
  },
})

/** Another date until which an offer can be answered says nothing to who has accepted it. */
const outcomesAreSame = sql`exists (
  select from final_outcomes published join final_outcomes recorded on recorded.id = newest.source_id
  where published.id = newest.published_id and published.outcome = recorded.outcome and published.post_id = recorded.post_id
    and (published.outcome <> 'selected' or exists (
      select from offers where outcome_id = published.id
        and (state = 'accepted' or state = 'offered' and published.until = recorded.until))))`

/** The newest final outcome, once another person has confirmed it, for the post that the applicant has now. */
const offer: PublicationSource = {
  newest: sql`
    select 'final_outcomes' as source_table, recorded.id as source_id, status.published_id,
      jsonb_build_object('finalOutcome', recorded.outcome, 'role', post.role, 'school', post.school,
        'department', post.department, 'until', to_char(recorded.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'replaces', coalesce(before.outcome, 'none')) as content
    from final_outcome_statuses status
    join final_outcomes recorded on recorded.id = status.outcome_id
    join posts post on post.id = recorded.post_id
    join accounts person on person.id = application.account_id
    left join final_outcomes before on before.id = status.published_id
    where status.application_id = application.id and status.is_confirmed and post.role = person.role
      and post.school = person.school and post.department is not distinct from person.department`,
  exclusions: join(
    becauseOf('not_shortlisted', sql`application.decision <> 'verified'`),
    becauseOf('undecided', sql`newest.source_id is null`),
    becauseOf('already_published', isPublished),
    becauseOf('already_published', outcomesAreSame),
    becauseOf('answer_time_over', sql`(newest.content ->> 'until')::timestamptz < planned.at`),
  ),
  publish: () => sql`
    update final_outcome_statuses status set published_id = ready.source_id
    from ready join applications application on application.id = ready.application_id
    where status.application_id = ready.application_id and status.outcome_id = ready.source_id
    returning status.application_id, application.account_id`,
}

export const publicationSources: Readonly<Record<PublicationKind, PublicationSource>> = {
  shortlist: toFirst('verified'),
  rejection: toFirst('rejected'),
  correction,
  seats: seat,
  cbt: createResultSource('cbt'),
  interview: createResultSource('interview'),
  offer,
}

const ofScreening: readonly PublicationKind[] = ['shortlist', 'rejection', 'correction']

/** Kinds of which one at a time is under way for an application. */
const listRivals = (kind: PublicationKind) => (ofScreening.includes(kind) ? ofScreening : [kind])

const isInOther = (kind: PublicationKind) => sql`exists (
  select from publication_items other join publications on publications.id = other.publication_id
  where other.application_id = item.application_id and other.state = 'waiting'
    and publications.state in ('proposed', 'approved', 'publishing') and publications.id <> item.publication_id
    and publications.kind in (${sql.join(
      listRivals(kind).map((rival) => sql`${rival}`),
      sql`, `,
    )}))`

/**
 * Items as they are stored, what would be published of each now, and why it would be left out; null when it would not.
 * @param items a relation with the columns of `publication_items`
 * @param when once it publishes, it has the turn: others under way do not keep it back
 */
export const evaluate = (kind: PublicationKind, items: SQL, when: 'before' | 'publishing' = 'before'): SQL => {
  const { newest, exclusions } = publicationSources[kind]
  return sql`
    select item.application_id, item.state as stored_state, item.source_table as stored_source_table,
      item.source_id as stored_source_id, item.content as stored_content, newest.source_table, newest.source_id, newest.content,
      case ${join(
        becauseOf('withdrawn', isWithdrawn),
        exclusions,
        becauseOf('on_hold', isHeld),
        ...(when === 'before' ? [becauseOf('in_other_publication', isInOther(kind))] : []),
      )} end as exclusion_reason
    from ${items} as item
    join applications application on application.id = item.application_id
    cross join lateral (
      select greatest(publish_at, now()) as at from publications where id = item.publication_id) as planned
    left join lateral (${newest}) as newest on true`
}

/** What would be published now is not what is stored. The statement calls the evaluation `now`. */
export const isChanged = sql`(now.source_table, now.source_id, now.content)
  is distinct from (now.stored_source_table, now.stored_source_id, now.stored_content)`
