import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/connection.ts'
import { applications, drafts } from '#server/platform/database/schema/schema.ts'

const columns = { document: drafts.document, revision: drafts.revision, savedAt: drafts.savedAt }
const accountId = sql.placeholder('accountId')
const document = sql`${sql.placeholder('document')}::jsonb`
const savedAt = sql`${sql.placeholder('savedAt')}::timestamptz`
const nothingSubmitted = sql`not exists (select from ${applications} where ${applications.accountId} = ${accountId})`

const selectDraft = (db: Db) =>
  db
    .select(columns)
    .from(drafts)
    .where(and(eq(drafts.accountId, accountId), nothingSubmitted))

// Both change a row only from the state they expect, so of two racing writers one finds it gone.
const insertFirst = (db: Db) =>
  db
    .insert(drafts)
    .select(sql`select ${accountId}::uuid, ${document}, 1, ${savedAt} where ${nothingSubmitted}`)
    .onConflictDoNothing()
    .returning(columns)
const updateNext = (db: Db) =>
  db
    .update(drafts)
    .set({ document, savedAt, revision: sql`${drafts.revision} + 1` })
    .where(and(eq(drafts.accountId, accountId), eq(drafts.revision, sql.placeholder('revision'))))
    .returning(columns)

export type DraftRow = Awaited<ReturnType<typeof selectDraft>>[number]
export type DraftStore = ReturnType<typeof draftStore>

export interface DraftChange {
  accountId: string
  document: Record<string, unknown>
  /** The revision that the document was made from; 0 when there was none. */
  revision: number
  savedAt: Date
}

export function draftStore(db: Db) {
  const current = selectDraft(db).prepare('draft')
  const first = insertFirst(db).prepare('save_first_draft')
  const next = updateNext(db).prepare('save_next_draft')
  return {
    /** The draft; none once the application was submitted. */
    current: async (accountId: string): Promise<DraftRow | null> => (await current.execute({ accountId }))[0] ?? null,

    /** The saved draft, or null when the stored one is no longer of that revision. */
    save: async ({ accountId, document, revision, savedAt }: DraftChange): Promise<DraftRow | null> => {
      const values = { accountId, document: JSON.stringify(document), savedAt: savedAt.toISOString() }
      const rows = revision === 0 ? await first.execute(values) : await next.execute({ ...values, revision })
      return rows[0] ?? null
    },
  }
}
