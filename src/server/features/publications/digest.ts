// The digest of a publication: an approval names it, so that nothing else is approved than what somebody looked at.
import { createHash } from 'node:crypto'
import type { Tx } from '#server/database/connection.ts'
import { type EvaluatedPublication, hashItems } from './item-store.ts'
import type { PublicationRow } from './store.ts'

type DigestedFacts = EvaluatedPublication & Pick<PublicationRow, 'title' | 'publishAt' | 'emailNote'>

/** Over what would be published now: the items with their decisions, and what the maker wrote. @returns with the items' count */
export async function computeDigest(tx: Tx, publication: DigestedFacts): Promise<{ digest: Buffer; count: number }> {
  const { id, kind, title, publishAt, emailNote } = publication
  const { hash, count } = await hashItems(tx, publication)
  const facts = [id, kind, title, publishAt?.toISOString() ?? null, emailNote, count, hash.toString('hex')]
  return { digest: createHash('sha256').update(JSON.stringify(facts)).digest(), count }
}
