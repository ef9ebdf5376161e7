// Which seats applicants have been told of: by a publication, and neither taken away nor replaced by a later one.
import { type SQL, sql } from 'drizzle-orm'

/** How often the seat was told as one of these, counted because the statistics know nothing of what has just been published. */
const countTold = (id: SQL, table: 'seats' | 'released_seats'): SQL => sql`(
  select count(*) from publication_items told
  where told.source_table = ${table} and told.source_id = ${id} and told.state = 'done')`

/** @param id that of the seat, as the statement names it */
export const isSeatTold = (id: SQL): SQL<boolean> => sql`(
  ${countTold(id, 'seats')} > ${countTold(id, 'released_seats')} and (
    select count(*) from seats own
    join seats later on later.application_id = own.application_id and later.kind = own.kind and later.seated_at > own.seated_at
    where own.id = ${id} and ${countTold(sql`later.id`, 'seats')} > 0) = 0)`

/**
 * Whether the applicant has given back the seat that was told last, by withdrawing or by a rejection: what the account holds of
 * it is of no use any more, although no publication has taken it away yet.
 * @param application as the statement names it
 */
export const hasLostSeatText = (application: string): string => `(${application}.decision <> 'verified' and exists (
  select from seats lost where lost.released_at is not null and lost.id = (
    select told.source_id from publication_items told
    join publications on publications.id = told.publication_id
    where told.application_id = ${application}.id and told.state = 'done' and told.source_table = 'seats'
    order by publications.published_at desc limit 1)))`
