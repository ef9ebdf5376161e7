// An offer that nobody has answered cannot be answered once its exercise is archived. It is read as lapsed then, and stored as
// before: nothing of an archived exercise changes.
import { type SQL, sql } from 'drizzle-orm'
import { offers } from '#server/database/schema/decisions/offers.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import type { OfferState } from '#shared/decisions/offers.ts'

interface StoredOffer {
  state: OfferState
  until: Date
}

/** As it is read: the time to answer ends with the exercise. */
export function closeOffer<Offer extends StoredOffer>(offer: Offer, archivedAt: Date | null): Offer {
  if (offer.state !== 'offered' || !archivedAt) return offer
  return { ...offer, state: 'lapsed', until: archivedAt < offer.until ? archivedAt : offer.until }
}

/** The same state for a row of `offers`. Exercises are few: those that are archived are read once for all rows. */
export const closedOfferState: SQL<OfferState> = sql<OfferState>`case
  when ${offers.state} = 'offered' and ${offers.exerciseId} = any(array(
    select ${exercises.id} from ${exercises} where ${exercises.archivedAt} is not null))
  then 'lapsed' else ${offers.state} end`
