// Drafts are saved more often than anything else is written, so their statements are written out and prepared. The document
// passes through as text.
import { prepareStatement, type Queryable } from '#server/database/statement.ts'

export interface DraftRow {
  /** JSON. */
  document: string
  revision: number
  savedAt: Date
}

export interface DraftChange {
  accountId: string
  /** JSON. */
  document: string
  /** The revision that the document is based on; 0 for the first. */
  revision: number
  savedAt: Date
}

/** Not once the application was submitted, unless it is returned for correction at this moment. */
const mayHaveDraft = (moment: '$2' | '$3') => `not exists (
  select from applications where account_id = $1 and (returned_until is null or returned_until < ${moment}))`

const select = prepareStatement<DraftRow>(
  'select_draft',
  `select document::text, revision, saved_at as "savedAt" from drafts
   where account_id = $1 and ${mayHaveDraft('$2')}`,
)

// Insert and update only succeed from the expected revision, so of two concurrent writers one changes no row.
const insertFirst = prepareStatement<{ revision: number }>(
  'insert_first_draft',
  `insert into drafts (account_id, document, revision, saved_at)
   select $1, $2, 1, $3 where ${mayHaveDraft('$3')}
   on conflict do nothing returning revision`,
)
const update = prepareStatement<{ revision: number }>(
  'update_draft',
  `update drafts set document = $2, saved_at = $3, revision = revision + 1
   where account_id = $1 and revision = $4 and ${mayHaveDraft('$3')}
   returning revision`,
)

/** The draft; null once the application was submitted, but for one that is returned for correction. */
export async function findDraft(runner: Queryable, accountId: string, now: Date): Promise<DraftRow | null> {
  const [draft] = await select(runner, [accountId, now])
  return draft ?? null
}

/** The new revision, or null when the stored draft has another one than the change is based on. */
export async function updateDraft(runner: Queryable, change: DraftChange): Promise<number | null> {
  const { accountId, document, revision, savedAt } = change
  const values = [accountId, document, savedAt]
  const [row] = revision === 0 ? await insertFirst(runner, values) : await update(runner, [...values, revision])
  return row?.revision ?? null
}
