// Which seats applicants have been told of: by a publication, and not taken away by a later one.
import { type SQL, sql } from 'drizzle-orm'

/** @param id that of the seat, as the statement names it */
export const isSeatTold = (id: SQL): SQL<boolean> => sql`(
  select count(*) filter (where told.source_table = 'seats') > count(*) filter (where told.source_table = 'released_seats')
  from publication_items told where told.source_id = ${id} and told.source_table in ('seats', 'released_seats')
    and told.state = 'done')`
