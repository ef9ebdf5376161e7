// The own offer of an applicant: what is published of it, and the answer.
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { closeOffer } from '#server/domain/closed-offers.ts'
import { findHold, lockAgainstHold } from '#server/domain/holds.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { OwnOffer } from '#shared/api/applicant/offers.ts'
import { getNextOfferState, isLiveOffer, type OfferAnswer, type OfferState } from '#shared/decisions/offers.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { isOpenForAnswer } from '#shared/policy/next-step.ts'
import { lapseOffers } from './outcome-store.ts'
import { lockOffer, type OfferFound, saveAnswer, selectOffer, selectOwn } from './own-offer-store.ts'

export type OfferService = ReturnType<typeof createOfferService>

interface OfferDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

/** Of one statement of the job. */
const lapsedAtOnce = 500

async function describe(tx: Tx, accountId: string, now: Date): Promise<OwnOffer> {
  const [own] = await selectOwn(tx, accountId)
  if (!own) return { outcome: null, post: null, offer: null }
  const [found] = await selectOffer(tx, accountId)
  const { outcome, ...post } = own
  if (!found) return { outcome, post, offer: null }
  const { state, until, offeredAt, settledAt } = readOffer(found, now)
  return {
    outcome,
    post,
    offer: {
      state,
      until: until.toISOString(),
      offeredAt: offeredAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    },
  }
}

/** At its date it lapses for the applicant, whenever the job marks it. */
function readOffer({ offer: stored, archivedAt }: OfferFound, now: Date) {
  const offer = closeOffer(stored, archivedAt)
  const state: OfferState = offer.state === 'offered' && !isOpenForAnswer(offer, now) ? 'lapsed' : offer.state
  return { ...offer, state }
}

const refuse = (message: string) => new AppError('offer_settled', { message })

export function createOfferService({ database: { db }, clock }: OfferDependencies) {
  return {
    getLetter: (accountId: string) => getLetter(db, accountId, clock()),

    getOwn: (accountId: string): Promise<OwnOffer> => describe(db, accountId, clock()),

    /**
     * The same answer again changes nothing; another one is refused, and any answer to another offer than the one that was seen.
     * @throws AppError `no_offer`, `offer_settled` with why, `offer_archived`, `offer_on_hold`
     */
    answer: (accountId: string, answer: OfferAnswer, seenOfferedAt: string | undefined): Promise<OwnOffer> =>
      db.transaction(async (tx) => {
        await lockAgainstHold(tx, accountId)
        const found = await lockOffer(tx, accountId)
        if (!found) throw new AppError('no_offer')
        const { offer, number, exerciseId, archivedAt } = found
        const now = clock()
        const wanted = answer === 'accept' ? 'accepted' : 'declined'
        if (seenOfferedAt !== undefined && offer.offeredAt.getTime() !== Date.parse(seenOfferedAt))
          throw refuse('This offer has been replaced by another one. Read that one before you answer.')
        if (offer.state === wanted) return describe(tx, accountId, now)
        if (offer.state === 'accepted' || offer.state === 'declined')
          throw refuse(`You have ${offer.state} this offer already. To change that, write to us.`)
        if (offer.state === 'withdrawn') throw refuse('This offer has been withdrawn.')
        if (!isOpenForAnswer(offer, now)) throw refuse(`The time to answer ended on ${formatDateTime(offer.until)}.`)
        if (archivedAt) throw new AppError('offer_archived')
        if (await findHold(tx, accountId)) throw new AppError('offer_on_hold')
        const state = getNextOfferState(offer.state, answer)
        if (!state) throw new AppError('offer_settled')
        await saveAnswer(tx, offer.id, { state, settledAt: now })
        await audit(tx, {
          actor: 'applicant',
          action: answer === 'accept' ? 'offer_accepted' : 'offer_declined',
          accountId,
          exerciseId,
          subject: { kind: 'application', id: number },
        })
        return describe(tx, accountId, now)
      }),

    /** Marks the offers that nobody answered until their date. */
    async lapse(atOnce = lapsedAtOnce): Promise<void> {
      while ((await lapseOffers(db, clock(), atOnce)) === atOnce);
    },
  }
}

/** What the letter says. @throws AppError `no_offer` without one that is open or accepted */
async function getLetter(tx: Tx, accountId: string, now: Date) {
  const [own] = await selectOwn(tx, accountId)
  const [found] = await selectOffer(tx, accountId)
  if (!own || !found) throw new AppError('no_offer')
  const { state, until, offeredAt, settledAt, slipCode } = readOffer(found, now)
  if (!isLiveOffer(state)) throw new AppError('no_offer')
  // Of the offers that are live only an accepted one is settled.
  return { ...own, number: found.number, until, offeredAt, acceptedAt: settledAt, slipCode }
}
