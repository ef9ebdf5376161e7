// A content and its row, where nobody hears that the row was committed.
import type { Database } from '#server/database/connection.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'

/** Every transaction that commits after a content was stored ends at its time limit. `removed` are the contents removed since. */
export function leaveCommitUnanswered({ database, files }: { database: Database; files: FileStore }) {
  let isStored = false
  const removed: string[] = []
  const { db } = database
  const late: Pick<typeof db, 'transaction'> = {
    async transaction(...options) {
      const result = await db.transaction(...options)
      if (!isStored) return result
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    },
  }
  const store: FileStore = {
    get: files.get,
    async put(...content) {
      await files.put(...content)
      isStored = true
    },
    async remove(id) {
      removed.push(id)
    },
  }
  return { database: { ...database, db: Object.assign(Object.create(db) as typeof db, late) }, files: store, removed }
}
