import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/connection.ts'
import { applications, drafts } from '#server/platform/database/schema/applications-and-drafts.ts'

const columns = { document: drafts.document, revision: drafts.revision, savedAt: drafts.savedAt }
const accountId = sql.placeholder('accountId')
const document = sql`${sql.placeholder('document')}::jsonb`
const savedAt = sql`${sql.placeholder('savedAt')}::timestamptz`
const isNotSubmitted = sql`not exists (select from ${applications} where ${applications.accountId} = ${accountId})`

const selectDraft = (db: Db) =>
  db
    .select(columns)
    .from(drafts)
    .where(and(eq(drafts.accountId, accountId), isNotSubmitted))

// Insert and update only succeed from the expected revision, so of two concurrent writers one gets no row.
const insertFirstDraft = (db: Db) =>
  db
    .insert(drafts)
    .select(sql`select ${accountId}::uuid, ${document}, 1, ${savedAt} where ${isNotSubmitted}`)
    .onConflictDoNothing()
    .returning(columns)
const updateDraft = (db: Db) =>
  db
    .update(drafts)
    .set({ document, savedAt, revision: sql`${drafts.revision} + 1` })
    .where(and(eq(drafts.accountId, accountId), eq(drafts.revision, sql.placeholder('revision'))))
    .returning(columns)

export type DraftRow = Awaited<ReturnType<typeof selectDraft>>[number]
export type DraftStore = ReturnType<typeof createDraftStore>

export interface DraftChange {
  accountId: string
  document: Record<string, unknown>
  /** The revision that the document is based on; 0 for the first. */
  revision: number
  savedAt: Date
}

export function createDraftStore(db: Db) {
  const select = selectDraft(db).prepare('select_draft')
  const insert = insertFirstDraft(db).prepare('insert_first_draft')
  const update = updateDraft(db).prepare('update_draft')
  return {
    /** The draft; null once the application was submitted. */
    find: async (accountId: string): Promise<DraftRow | null> => (await select.execute({ accountId }))[0] ?? null,

    /** The saved draft, or null when the stored one has another revision. */
    save: async ({ accountId, document, revision, savedAt }: DraftChange): Promise<DraftRow | null> => {
      const values = { accountId, document: JSON.stringify(document), savedAt: savedAt.toISOString() }
      const rows = revision === 0 ? await insert.execute(values) : await update.execute({ ...values, revision })
      return rows[0] ?? null
    },
  }
}
